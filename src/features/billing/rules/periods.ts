import { monthsAhead } from '#features/plans/rules/months.ts';
import type { BillingCycle } from '#features/plans/rules/plans.ts';

/**
 * The n-th due date after the first one. Counted from the first and not from the one before: what began on the 30th of
 * January is due on the last day of February and on the 30th again after it.
 */
export const dueDate = (first: Date, cycle: BillingCycle, n: number): Date =>
  monthsAhead(first, n * (cycle === 'monthly' ? 1 : 12));
