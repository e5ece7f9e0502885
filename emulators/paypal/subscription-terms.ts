// What a subscription looks like at the provider, and when its payments are due.
export interface Money {
  currency_code: string;
  value: string;
}
export interface Plan {
  id: string;
  status: string;
  product_id?: string;
  billing_cycles: {
    tenure_type: string;
    frequency: { interval_unit: string; interval_count?: number };
    pricing_scheme: { fixed_price: Money };
  }[];
  payment_preferences?: { payment_failure_threshold?: number; setup_fee?: Money };
}
export interface Subscription {
  id: string;
  plan_id: string;
  status: 'APPROVAL_PENDING' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED' | 'EXPIRED';
  custom_id?: string;
  start_time: string;
  create_time: string;
  /** What this one has otherwise than its plan. */
  plan?: Partial<Pick<Plan, 'billing_cycles' | 'payment_preferences'>>;
  application_context?: { return_url?: string; cancel_url?: string };
  subscriber?: { email_address?: string };
  billing_info: {
    failed_payments_count: number;
    outstanding_balance: Money;
    next_billing_time?: string;
    last_payment?: { amount: Money; time: string };
  };
  links: { href: string; rel: string; method: string }[];
}

export interface Transaction {
  id: string;
  status: 'COMPLETED' | 'PARTIALLY_REFUNDED' | 'REFUNDED';
  amount_with_breakdown: { gross_amount: Money };
  payer_email: string;
  time: string;
}
export type NewSubscription = Pick<
  Subscription,
  'plan_id' | 'custom_id' | 'application_context' | 'plan' | 'subscriber'
> & {
  start_time?: string;
};
export const usd = (cents: number): Money => ({ currency_code: 'USD', value: (cents / 100).toFixed(2) });
export const centsOf = (money: Money | undefined): number => Math.round(Number(money?.value ?? 0) * 100);

export const regular = (plan: Plan) =>
  plan.billing_cycles.find((cycle) => cycle.tenure_type === 'REGULAR') ?? plan.billing_cycles[0];

/** So many cycles on, counted from the first; the last day of a month goes to the last day of the next. */
export function after(first: Date, plan: Plan, cycles: number): Date {
  const { interval_unit = 'MONTH', interval_count = 1 } = regular(plan)?.frequency ?? {};
  const next = new Date(first);
  const count = interval_count * cycles;
  if (interval_unit === 'DAY') next.setUTCDate(next.getUTCDate() + count);
  else if (interval_unit === 'WEEK') next.setUTCDate(next.getUTCDate() + 7 * count);
  else {
    const day = next.getUTCDate();
    next.setUTCDate(1);
    next.setUTCMonth(next.getUTCMonth() + (interval_unit === 'YEAR' ? 12 : 1) * count + 1, 0);
    next.setUTCDate(Math.min(day, next.getUTCDate()));
  }
  return next;
}
