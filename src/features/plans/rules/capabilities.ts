import { type PlanId, planIds } from './plans.ts';

/** What a plan lets somebody do, by name. The only file that compares plans. */

/** What everybody has who never asked for a plan. */
export const basicPlan: PlanId = 'FREE';

export const isPaidPlan = (plan: PlanId): boolean => plan !== basicPlan;

/** Its generated drafts are the monthly allowance that every signed-in user has, not the plan's own limit. */
export const draftsByAllowance = (plan: PlanId): boolean => plan === basicPlan;

/** Dearest last; the higher of two counts. */
export const rankOf = (plan: PlanId): number => planIds.indexOf(plan);

export const higherPlan = (one: PlanId, other: PlanId): PlanId =>
  rankOf(one) >= rankOf(other) ? one : other;

/** The plans above this one, cheapest first. */
export const plansAbove = (plan: PlanId): PlanId[] => planIds.filter((id) => rankOf(id) > rankOf(plan));

/** Plans that can be given by hand or bought. */
export const paidPlans = planIds.filter(isPaidPlan);
