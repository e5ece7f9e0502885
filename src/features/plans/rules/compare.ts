import {
  countedFeatures,
  type Feature,
  flagFeatures,
  featureNames,
  isFlag,
  isStored,
  type Limits,
  type Plan,
  type PlanId,
  plans,
  sentence,
  unlimited,
} from './plans.ts';
import { meterOf } from './usage.ts';

/** What a plan really gives of a feature: what its gate lets through, in a word. */
export function amountWords(plan: PlanId, feature: Feature): string {
  const { limit } = meterOf(plan, feature);
  if (isFlag(feature)) return limit === unlimited ? 'Yes' : 'No';
  return limit === unlimited ? 'Unlimited' : String(limit);
}

/** A plan as anybody is told of it: each number is the one that will really stop them. */
export function planAsTold(plan: PlanId): Plan & { features: string[] } {
  const given = [...countedFeatures, ...flagFeatures].map((feature) => {
    const { limit } = meterOf(plan, feature);
    return [feature, isFlag(feature) ? limit === unlimited : limit] as const;
  });
  const features = [
    ...countedFeatures.map(
      (feature) =>
        `${amountWords(plan, feature)} ${featureNames[feature]}${isStored(feature) ? '' : ' a month'}`,
    ),
    ...flagFeatures
      .filter((flag) => amountWords(plan, flag) === 'Yes')
      .map((flag) => sentence(featureNames[flag])),
  ];
  return { ...plans[plan], limits: Object.fromEntries(given) as unknown as Limits, features };
}

export interface PlanChange {
  feature: Feature;
  from: string;
  to: string;
  words: string;
}

/** What is different under the other plan, and only that. */
export function planChanges(from: PlanId, to: PlanId): PlanChange[] {
  return [...countedFeatures, ...flagFeatures].flatMap((feature) => {
    const before = amountWords(from, feature);
    const after = amountWords(to, feature);
    return before === after
      ? []
      : [{ feature, from: before, to: after, words: changeWords(feature, before, after) }];
  });
}

function changeWords(feature: Feature, from: string, to: string): string {
  const name = featureNames[feature];
  if (isFlag(feature)) return to === 'Yes' ? `with ${name}` : `without ${name}`;
  const lower = (amount: string) => amount.toLowerCase();
  return `${lower(to)} ${name}${isStored(feature) ? '' : ' a month'} instead of ${lower(from)}`;
}
