import { type Cents, cents } from '#base/money.ts';
import { type BillingCycle, type PlanId, plans } from './plans.ts';

/** Whole US dollars off a year that is paid at once: a fifth. */
export const yearlyDiscount = (monthlyPrice: number): number => Math.round(monthlyPrice * 12 * 0.2);

/** What one period costs. */
export function priceOf(plan: PlanId, cycle: BillingCycle): Cents {
  const { price } = plans[plan];
  return cents((cycle === 'monthly' ? price : price * 12 - yearlyDiscount(price)) * 100);
}

/** What a year costs less than twelve months. */
export const yearlySaving = (plan: PlanId): Cents => cents(yearlyDiscount(plans[plan].price) * 100);
