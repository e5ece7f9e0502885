import { ApiError } from './api-error.ts';
import { newId } from './orders.ts';
import type { Webhooks } from './webhooks.ts';

interface Money {
  currency_code: string;
  value: string;
}
interface Plan {
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
interface Subscription {
  id: string;
  plan_id: string;
  status: 'APPROVAL_PENDING' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED' | 'EXPIRED';
  custom_id?: string;
  start_time: string;
  create_time: string;
  /** What this one has otherwise than its plan. */
  plan?: Partial<Pick<Plan, 'billing_cycles' | 'payment_preferences'>>;
  application_context?: { return_url?: string; cancel_url?: string };
  billing_info: {
    failed_payments_count: number;
    outstanding_balance: Money;
    next_billing_time?: string;
    last_payment?: { amount: Money; time: string };
  };
  links: { href: string; rel: string; method: string }[];
}

interface Transaction {
  id: string;
  status: 'COMPLETED';
  amount_with_breakdown: { gross_amount: Money };
  payer_email: string;
  time: string;
}
type NewSubscription = Pick<Subscription, 'plan_id' | 'custom_id' | 'application_context' | 'plan'> & {
  start_time?: string;
};

const usd = (cents: number): Money => ({ currency_code: 'USD', value: (cents / 100).toFixed(2) });
const centsOf = (money: Money | undefined): number => Math.round(Number(money?.value ?? 0) * 100);

/** Subscriptions v1: plans, approval by link, renewals that follow a clock which can be moved. */
export function createSubscriptions(webhooks: Webhooks, now: () => Date, origin: () => string) {
  const plans = new Map<string, Plan>();
  const all = new Map<string, Subscription>();
  const revisions = new Map<string, string>();
  const failing = new Set<string>();
  const transactions = new Map<string, Transaction[]>();

  const find = (id: string): Subscription => {
    const found = all.get(id);
    if (!found) throw new ApiError(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID');
    return found;
  };
  const planOf = (id: string): Plan => {
    const plan = plans.get(id);
    if (!plan) throw new ApiError(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID');
    return plan;
  };
  const planFor = (subscription: Subscription): Plan => {
    const { plan } = subscription;
    const { payment_preferences, ...rest } = planOf(subscription.plan_id);
    return {
      ...rest,
      ...plan,
      payment_preferences: { ...payment_preferences, ...plan?.payment_preferences },
    };
  };
  const emit = (what: string, subscription: Subscription) =>
    webhooks.emit(`BILLING.SUBSCRIPTION.${what}`, 'subscription', subscription);
  const regular = (plan: Plan) =>
    plan.billing_cycles.find((cycle) => cycle.tenure_type === 'REGULAR') ?? plan.billing_cycles[0];

  /** One cycle on; the last day of a month goes to the last day of the next. */
  function after(from: Date, plan: Plan): Date {
    const { interval_unit = 'MONTH', interval_count = 1 } = regular(plan)?.frequency ?? {};
    const next = new Date(from);
    if (interval_unit === 'DAY') next.setUTCDate(next.getUTCDate() + interval_count);
    else if (interval_unit === 'WEEK') next.setUTCDate(next.getUTCDate() + 7 * interval_count);
    else {
      const months = (interval_unit === 'YEAR' ? 12 : 1) * interval_count;
      const day = next.getUTCDate();
      next.setUTCDate(1);
      next.setUTCMonth(next.getUTCMonth() + months + 1, 0);
      next.setUTCDate(Math.min(day, next.getUTCDate()));
    }
    return next;
  }

  function charge(subscription: Subscription, at: Date): void {
    const plan = planFor(subscription);
    const info = subscription.billing_info;
    const price = regular(plan)?.pricing_scheme.fixed_price;
    if (failing.has(subscription.id)) {
      info.failed_payments_count++;
      info.outstanding_balance = usd(centsOf(price));
      emit('PAYMENT.FAILED', subscription);
      const most = plan.payment_preferences?.payment_failure_threshold ?? 3;
      if (most > 0 && info.failed_payments_count >= most) {
        subscription.status = 'SUSPENDED';
        emit('SUSPENDED', subscription);
      } else info.next_billing_time = new Date(at.getTime() + 5 * 86_400_000).toISOString();
      return;
    }
    info.failed_payments_count = 0;
    info.outstanding_balance = usd(0);
    info.next_billing_time = after(at, plan).toISOString();
    sell(subscription, centsOf(price), at);
  }

  function sell(subscription: Subscription, cents: number, at: Date): Transaction {
    const transaction: Transaction = {
      id: newId(),
      status: 'COMPLETED',
      amount_with_breakdown: { gross_amount: usd(cents) },
      payer_email: 'buyer@example.com',
      time: at.toISOString(),
    };
    subscription.billing_info.last_payment = { amount: usd(cents), time: transaction.time };
    transactions.set(subscription.id, [...(transactions.get(subscription.id) ?? []), transaction]);
    webhooks.emit('PAYMENT.SALE.COMPLETED', 'sale', {
      id: transaction.id,
      state: 'completed',
      amount: { total: usd(cents).value, currency: 'USD' },
      billing_agreement_id: subscription.id,
      custom: subscription.custom_id,
      create_time: transaction.time,
    });
    return transaction;
  }

  return {
    createPlan(body: Omit<Plan, 'id' | 'status'>): Plan {
      if (!Array.isArray(body.billing_cycles) || body.billing_cycles.length === 0)
        throw new ApiError(400, 'INVALID_REQUEST', 'MISSING_REQUIRED_PARAMETER');
      const plan: Plan = { ...body, id: `P-${newId()}`, status: 'ACTIVE' };
      plans.set(plan.id, plan);
      return plan;
    },
    planOf,
    find,
    transactionsOf: (id: string) => ({ transactions: transactions.get(find(id).id) ?? [] }),

    setPlanStatus(id: string, status: 'ACTIVE' | 'INACTIVE'): void {
      planOf(id).status = status;
    },

    create(body: NewSubscription): Subscription {
      if (planOf(body.plan_id).status !== 'ACTIVE')
        throw new ApiError(422, 'UNPROCESSABLE_ENTITY', 'PLAN_STATUS_INVALID');
      if (body.start_time !== undefined && !(new Date(body.start_time) > now()))
        throw new ApiError(422, 'UNPROCESSABLE_ENTITY', 'START_TIME_MUST_BE_IN_THE_FUTURE');
      const id = `I-${newId().slice(0, 12)}`;
      const at = now().toISOString();
      const subscription: Subscription = {
        ...body,
        id,
        status: 'APPROVAL_PENDING',
        start_time: body.start_time ?? at,
        create_time: at,
        billing_info: { failed_payments_count: 0, outstanding_balance: usd(0) },
        links: [
          {
            href: `${origin()}/webapps/billing/subscriptions?subscription=${id}`,
            rel: 'approve',
            method: 'GET',
          },
          { href: `${origin()}/v1/billing/subscriptions/${id}`, rel: 'self', method: 'GET' },
        ],
      };
      all.set(id, subscription);
      emit('CREATED', subscription);
      return subscription;
    },

    /** The buyer agrees on the page behind the link: to the subscription, or to its change. */
    approve(id: string): void {
      const subscription = find(id);
      const revised = revisions.get(id);
      if (revised !== undefined) {
        subscription.plan_id = revised;
        revisions.delete(id);
        emit('UPDATED', subscription);
        return;
      }
      if (subscription.status !== 'APPROVAL_PENDING') return;
      subscription.status = 'ACTIVE';
      const startsLater = new Date(subscription.start_time) > now();
      if (!startsLater) subscription.start_time = now().toISOString();
      subscription.billing_info.next_billing_time = subscription.start_time;
      emit('ACTIVATED', subscription);
      const setupFee = centsOf(planFor(subscription).payment_preferences?.setup_fee);
      if (setupFee > 0) sell(subscription, setupFee, now());
      if (!startsLater) charge(subscription, now());
    },

    /** What failed renewals left open is paid on the spot. */
    captureOutstanding(id: string, body: { amount?: Money }): Transaction {
      const subscription = find(id);
      const open = centsOf(subscription.billing_info.outstanding_balance);
      const wanted = body.amount ? centsOf(body.amount) : open;
      if (open === 0 || wanted > open || wanted < 1)
        throw new ApiError(422, 'UNPROCESSABLE_ENTITY', 'AMOUNT_GREATER_THAN_OUTSTANDING_BALANCE');
      if (failing.has(id)) throw new ApiError(422, 'UNPROCESSABLE_ENTITY', 'PAYMENT_DENIED');
      subscription.billing_info.outstanding_balance = usd(open - wanted);
      if (wanted === open) subscription.billing_info.failed_payments_count = 0;
      return sell(subscription, wanted, now());
    },

    revise(id: string, body: { plan_id?: string }) {
      const subscription = find(id);
      if (subscription.status !== 'ACTIVE')
        throw new ApiError(422, 'UNPROCESSABLE_ENTITY', 'SUBSCRIPTION_STATUS_INVALID');
      revisions.set(id, planOf(body.plan_id ?? '').id);
      return { plan_id: body.plan_id, links: subscription.links };
    },

    change(id: string, to: 'cancel' | 'suspend' | 'activate'): void {
      const subscription = find(id);
      const from = {
        cancel: ['APPROVAL_PENDING', 'ACTIVE', 'SUSPENDED'],
        suspend: ['ACTIVE'],
        activate: ['SUSPENDED'],
      }[to];
      if (!from.includes(subscription.status))
        throw new ApiError(422, 'UNPROCESSABLE_ENTITY', 'SUBSCRIPTION_STATUS_INVALID');
      const [status, event] = {
        cancel: ['CANCELLED', 'CANCELLED'] as const,
        suspend: ['SUSPENDED', 'SUSPENDED'] as const,
        activate: ['ACTIVE', 'RE-ACTIVATED'] as const,
      }[to];
      subscription.status = status;
      if (to === 'activate') subscription.billing_info.failed_payments_count = 0;
      emit(event, subscription);
    },

    /** Whether the next renewals fail. */
    setFailing(id: string, fails: boolean): void {
      if (fails) failing.add(id);
      else failing.delete(id);
    },

    /** Everything that has become due by now is charged, cycle by cycle. */
    renewDue(): void {
      for (const subscription of all.values()) {
        for (;;) {
          const due = subscription.billing_info.next_billing_time;
          if (subscription.status !== 'ACTIVE' || due === undefined || new Date(due) > now()) break;
          charge(subscription, new Date(due));
        }
      }
    },
  };
}
