import { formatMoney } from '#base/money.ts';
import { plansAbove } from './capabilities.ts';
import {
  countedAs,
  type CountedFeature,
  countedFeatures,
  featureNames,
  type PlanId,
  plans,
} from './plans.ts';
import { priceOf } from './prices.ts';
import { type Counters, hasRoom, meterOf } from './usage.ts';

export interface Recommended {
  plan: PlanId;
  why: string;
}

export const firstPaid: PlanId = 'PRO';

/** For who has no numbers yet: the first plan that costs something, and what it is the first to have. */
const forAnybody: Recommended = {
  plan: firstPaid,
  why: `Start on FREE. PRO, for ${formatMoney(priceOf('PRO', 'monthly'))} a month, is the first plan with custom discounts.`,
};

/**
 * The cheapest plan, not below somebody's own, under which each of their numbers has room for one more. `counters` are
 * null for who has none.
 */
export function recommended(present: PlanId | null, counters: Counters | null): Recommended {
  if (present === null || counters === null) return forAnybody;
  const short = shortOf(present, counters);
  if (short === null) {
    const name = plans[present].name;
    return { plan: present, why: `${name} covers what you use. There is room for more of everything.` };
  }
  const plan = plansAbove(present).find((id) => shortOf(id, counters) === null) ?? present;
  const { limit } = meterOf(present, short);
  const used = usedOf(counters, short);
  return {
    plan,
    why: `You ${countedAs(short) === 'used' ? 'use' : 'received'} ${used} of ${limit} ${featureNames[short]}. ${plans[plan].name} is the cheapest plan with room for more.`,
  };
}

/** The first of what somebody uses that this plan has no more room for. */
const shortOf = (plan: PlanId, counters: Counters): CountedFeature | null =>
  countedFeatures.find((feature) => !hasRoom(meterOf(plan, feature).limit, usedOf(counters, feature))) ??
  null;

/** Drafts of the month's allowance and of a plan are counted apart; who changes plans has used both. */
export const usedOf = (counters: Counters, feature: CountedFeature): number =>
  feature === 'aiTemplates' ? Math.max(counters.aiTemplates, counters.aiTemplateUsage) : counters[feature];
