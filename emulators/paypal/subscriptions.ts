import { ApiError } from './api-error.ts';
import { newId } from './orders.ts';
import {
  after,
  centsOf,
  type Money,
  type NewSubscription,
  type Plan,
  regular,
  type Subscription,
  type Transaction,
  usd,
} from './subscription-terms.ts';
import type { Webhooks } from './webhooks.ts';

/** Where one stands with its payments: periods charged, and when what failed is tried again. */
interface Course {
  cycles: number;
  retryAt: Date | null;
  retriesLeft: number;
}
const retries = { times: 2, days: 5 };

/** Subscriptions v1: plans, approval by link, renewals that follow a clock which can be moved. */
export function createSubscriptions(webhooks: Webhooks, now: () => Date, origin: () => string) {
  const plans = new Map<string, Plan>();
  const all = new Map<string, Subscription>();
  const revisions = new Map<string, string>();
  const failing = new Set<string>();
  const transactions = new Map<string, Transaction[]>();
  const courses = new Map<string, Course>();
  const refunded = new Map<string, number>();

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
  const courseOf = ({ id }: Subscription): Course => {
    const known = courses.get(id) ?? { cycles: 0, retryAt: null, retriesLeft: 0 };
    courses.set(id, known);
    return known;
  };

  function charge(subscription: Subscription, at: Date): void {
    const plan = planFor(subscription);
    const info = subscription.billing_info;
    const course = courseOf(subscription);
    const price = centsOf(regular(plan)?.pricing_scheme.fixed_price);
    course.cycles++;
    info.next_billing_time = after(new Date(subscription.start_time), plan, course.cycles).toISOString();
    if (!failing.has(subscription.id)) {
      info.failed_payments_count = 0;
      sell(subscription, price, at);
      return;
    }
    info.outstanding_balance = usd(centsOf(info.outstanding_balance) + price);
    course.retriesLeft = retries.times;
    fail(subscription, at);
  }

  function fail(subscription: Subscription, at: Date): void {
    const info = subscription.billing_info;
    const course = courseOf(subscription);
    info.failed_payments_count++;
    emit('PAYMENT.FAILED', subscription);
    const most = planFor(subscription).payment_preferences?.payment_failure_threshold ?? 3;
    const isSuspended = most > 0 && info.failed_payments_count >= most;
    const isTriedAgain = !isSuspended && course.retriesLeft-- > 0;
    course.retryAt = isTriedAgain ? new Date(at.getTime() + retries.days * 86_400_000) : null;
    if (!isSuspended) return;
    subscription.status = 'SUSPENDED';
    emit('SUSPENDED', subscription);
  }

  /** What failed is tried once more by the provider itself. */
  function tryAgain(subscription: Subscription, at: Date): void {
    const open = centsOf(subscription.billing_info.outstanding_balance);
    courseOf(subscription).retryAt = null;
    if (open === 0) return;
    if (failing.has(subscription.id)) fail(subscription, at);
    else settle(subscription, open, at);
  }

  function settle(subscription: Subscription, cents: number, at: Date): Transaction {
    const info = subscription.billing_info;
    const open = centsOf(info.outstanding_balance) - cents;
    info.outstanding_balance = usd(open);
    if (open === 0) {
      info.failed_payments_count = 0;
      courseOf(subscription).retryAt = null;
    }
    return sell(subscription, cents, at);
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

  const saleOf = (saleId: string): Transaction | undefined =>
    [...transactions.values()].flat().find(({ id }) => id === saleId);

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
    saleOf,

    /** All of a payment goes back, or a part of it. */
    refund(saleId: string, body: { amount?: Money }) {
      const sale = saleOf(saleId);
      if (!sale) throw new ApiError(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID');
      const before = refunded.get(saleId) ?? 0;
      const left = centsOf(sale.amount_with_breakdown.gross_amount) - before;
      const wanted = body.amount ? centsOf(body.amount) : left;
      if (left === 0) throw new ApiError(422, 'UNPROCESSABLE_ENTITY', 'CAPTURE_FULLY_REFUNDED');
      if (wanted > left || wanted < 1)
        throw new ApiError(422, 'UNPROCESSABLE_ENTITY', 'REFUND_AMOUNT_EXCEEDED');
      refunded.set(saleId, before + wanted);
      sale.status = wanted === left ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
      const refund = { id: newId(), status: 'COMPLETED', amount: usd(wanted) };
      webhooks.emit('PAYMENT.SALE.REFUNDED', 'refund', {
        id: refund.id,
        sale_id: saleId,
        amount: { total: `-${usd(wanted).value}`, currency: 'USD' },
      });
      return refund;
    },
    refundedCentsOf: (saleId: string): number => refunded.get(saleId) ?? 0,

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
      subscription.subscriber = { email_address: 'buyer@example.com' };
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
      return settle(subscription, wanted, now());
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

    /** Everything that has become due by now is charged, cycle by cycle, each at its own moment. */
    renewDue(): void {
      for (const subscription of all.values()) {
        while (subscription.status === 'ACTIVE') {
          const { next_billing_time: next } = subscription.billing_info;
          const due = next === undefined ? null : new Date(next);
          const { retryAt } = courseOf(subscription);
          const isRetry = retryAt !== null && (due === null || retryAt < due);
          const at = isRetry ? retryAt : due;
          if (at === null || at > now()) break;
          if (isRetry) tryAgain(subscription, at);
          else charge(subscription, at);
        }
      }
    },
  };
}
