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
  payment_preferences?: { payment_failure_threshold?: number };
}
interface Subscription {
  id: string;
  plan_id: string;
  status: 'APPROVAL_PENDING' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED' | 'EXPIRED';
  custom_id?: string;
  start_time: string;
  create_time: string;
  application_context?: { return_url?: string; cancel_url?: string };
  billing_info: {
    failed_payments_count: number;
    next_billing_time?: string;
    last_payment?: { amount: Money; time: string };
  };
  links: { href: string; rel: string; method: string }[];
}

/** Subscriptions v1: plans, approval by link, renewals that follow a clock which can be moved. */
export function createSubscriptions(webhooks: Webhooks, now: () => Date, origin: () => string) {
  const plans = new Map<string, Plan>();
  const all = new Map<string, Subscription>();
  const revisions = new Map<string, string>();
  const failing = new Set<string>();
  const sales = new Map<string, object[]>();

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
    const plan = planOf(subscription.plan_id);
    const info = subscription.billing_info;
    if (failing.has(subscription.id)) {
      info.failed_payments_count++;
      emit('PAYMENT.FAILED', subscription);
      const most = plan.payment_preferences?.payment_failure_threshold ?? 3;
      if (most > 0 && info.failed_payments_count >= most) {
        subscription.status = 'SUSPENDED';
        emit('SUSPENDED', subscription);
      } else info.next_billing_time = new Date(at.getTime() + 5 * 86_400_000).toISOString();
      return;
    }
    const amount = regular(plan)?.pricing_scheme.fixed_price ?? { currency_code: 'USD', value: '0.00' };
    info.failed_payments_count = 0;
    info.last_payment = { amount, time: at.toISOString() };
    info.next_billing_time = after(at, plan).toISOString();
    const sale = {
      id: newId(),
      state: 'completed',
      amount: { total: amount.value, currency: amount.currency_code },
      billing_agreement_id: subscription.id,
      custom: subscription.custom_id,
      create_time: at.toISOString(),
    };
    sales.set(subscription.id, [...(sales.get(subscription.id) ?? []), sale]);
    webhooks.emit('PAYMENT.SALE.COMPLETED', 'sale', sale);
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
    salesOf: (id: string) => ({ transactions: sales.get(find(id).id) ?? [] }),

    create(body: Pick<Subscription, 'plan_id' | 'custom_id' | 'application_context'>): Subscription {
      planOf(body.plan_id);
      const id = `I-${newId().slice(0, 12)}`;
      const at = now().toISOString();
      const subscription: Subscription = {
        ...body,
        id,
        status: 'APPROVAL_PENDING',
        start_time: at,
        create_time: at,
        billing_info: { failed_payments_count: 0 },
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
      subscription.start_time = now().toISOString();
      emit('ACTIVATED', subscription);
      charge(subscription, now());
    },

    revise(id: string, body: { plan_id?: string }) {
      const subscription = find(id);
      revisions.set(id, planOf(body.plan_id ?? '').id);
      return { plan_id: body.plan_id, links: subscription.links };
    },

    change(id: string, to: 'cancel' | 'suspend' | 'activate'): void {
      const subscription = find(id);
      const from = { cancel: ['ACTIVE', 'SUSPENDED'], suspend: ['ACTIVE'], activate: ['SUSPENDED'] }[to];
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
