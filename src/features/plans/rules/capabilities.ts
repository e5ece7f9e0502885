import { isCounted, isFlag, type Feature, type PlanId, planIds, plans, unlimited } from './plans.ts';

/** What a plan lets somebody do, by name. The only file that compares plans. */

/** What everybody has who never asked for a plan. */
export const basicPlan: PlanId = 'FREE';

export const isPaidPlan = (plan: PlanId): boolean => plan !== basicPlan;

/** Its AI drafts are the monthly allowance that every signed-in user has, not the plan's own limit. */
export const draftsByAllowance = (plan: PlanId): boolean => plan === basicPlan;

/** Dearest last; the higher of two counts. */
export const rankOf = (plan: PlanId): number => planIds.indexOf(plan);

export const higherPlan = (one: PlanId, other: PlanId): PlanId =>
  rankOf(one) >= rankOf(other) ? one : other;

/** The plans above this one, cheapest first. */
export const plansAbove = (plan: PlanId): PlanId[] => planIds.filter((id) => rankOf(id) > rankOf(plan));

/** Plans that can be given by hand or bought. */
export const paidPlans = planIds.filter(isPaidPlan);

/**
 * The plan table, literally: a counted feature below its limit, any other only by its flag, an unknown name never.
 * Whether an AI draft may be made says `gate`, which knows the allowance besides.
 */
export function canUse(plan: PlanId, feature: string, usage: Partial<Record<Feature, number>>): boolean {
  const { limits } = plans[plan];
  if (isCounted(feature)) return limits[feature] === unlimited || (usage[feature] ?? 0) < limits[feature];
  return isFlag(feature) && limits[feature];
}
