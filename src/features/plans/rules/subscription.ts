import { basicPlan } from './capabilities.ts';
import { nextBillingDate } from './months.ts';
import { type BillingCycle, billingCycles, isPlanId, type PlanId } from './plans.ts';
import { noUsage, type Usage, usageKeys } from './usage.ts';

/** What is kept under `subscriptionData`. */
export interface SubscriptionData {
  currentPlan: PlanId;
  usage: Usage;
  billingCycle: BillingCycle;
  paymentMethod: string | null;
  /** ISO */
  nextBillingDate: string | null;
}

export const subscriptionKey = 'subscriptionData';

export const firstSubscription = (): SubscriptionData => ({
  currentPlan: basicPlan,
  usage: noUsage(),
  billingCycle: 'monthly',
  paymentMethod: null,
  nextBillingDate: null,
});

/**
 * The gate for what browser storage holds. What is no state at all is null, to be logged and ignored; in a state every
 * field that is not of its kind gets its default, and what does not belong there is left out.
 */
export function readSubscription(stored: string): SubscriptionData | null {
  let value: unknown;
  try {
    value = JSON.parse(stored);
  } catch {
    return null;
  }
  if (!isRecord(value)) return null;
  const { currentPlan, usage, billingCycle, paymentMethod, nextBillingDate: date } = value;
  const first = firstSubscription();
  return {
    currentPlan: isPlanId(currentPlan) ? currentPlan : first.currentPlan,
    usage: readUsage(usage),
    billingCycle: billingCycles.find((cycle) => cycle === billingCycle) ?? first.billingCycle,
    paymentMethod: typeof paymentMethod === 'string' ? paymentMethod : null,
    nextBillingDate: typeof date === 'string' && !Number.isNaN(Date.parse(date)) ? date : null,
  };
}

function readUsage(value: unknown): Usage {
  const from = isRecord(value) ? value : {};
  const count = (found: unknown) =>
    Number.isSafeInteger(found) && (found as number) >= 0 ? (found as number) : 0;
  return Object.fromEntries(usageKeys.map((key) => [key, count(from[key])])) as Usage;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A known plan from now on, next billed a month ahead; an unknown one changes nothing. */
export function upgraded(state: SubscriptionData, plan: string, now: Date): SubscriptionData {
  if (!isPlanId(plan)) return state;
  return { ...state, currentPlan: plan, nextBillingDate: nextBillingDate(now).toISOString() };
}
