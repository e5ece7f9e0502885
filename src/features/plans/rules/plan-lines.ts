import { amountWords } from './compare.ts';
import {
  countedFeatures,
  featureNames,
  flagFeatures,
  isStored,
  type PlanId,
  planIds,
  plans,
  sentence,
} from './plans.ts';
import { priceOf } from './prices.ts';

/** A plan in a line. */
export interface PlanLine {
  name: string;
  monthlyCents: number;
  words: string;
}

export const planLines = (): PlanLine[] =>
  planIds.map((plan) => ({
    name: plans[plan].name,
    monthlyCents: priceOf(plan, 'monthly'),
    words: whatItHas(plan),
  }));

function whatItHas(plan: PlanId): string {
  const amounts = (isKept: boolean): string =>
    countedFeatures
      .filter((feature) => isStored(feature) === isKept)
      .map((feature) => `${amountWords(plan, feature).toLowerCase()} ${featureNames[feature]}`)
      .join(', ');
  const extras = flagFeatures.filter((feature) => amountWords(plan, feature) === 'Yes');
  const more = extras.map((feature) => featureNames[feature]).join(', ');
  return `${sentence(amounts(false))} a month, and ${amounts(true)}${more && `; ${more}`}.`;
}
