import type { Clock } from '#base/clock.ts';
import { randomText } from '#base/id.ts';
import type { PayPalClient } from '#features/payments/server/public.ts';
import { NoAnswer, Refused } from '#features/payments/server/public.ts';
import { dueDate } from '#features/billing/rules/periods.ts';

interface Plan {
  unit: 'MONTH' | 'YEAR';
  price: string;
}
interface There {
  id: string;
  plan: Plan;
  custom: string;
  status: string;
  start: Date;
  fee: string | null;
  cycles: number;
  owing: string | null;
  failures: number;
  fails: boolean;
  sales: { id: string; value: string; time: Date; refunded: number }[];
}

interface Money {
  value: string;
}
/** As much of what billing sends as matters here. */
interface Body {
  billing_cycles: { frequency: { interval_unit: Plan['unit'] }; pricing_scheme: { fixed_price: Money } }[];
  amount: Money;
  plan_id: string;
  custom_id: string;
  start_time: string;
  plan?: { payment_preferences: { setup_fee: Money } };
}

type Notice = { type: string; resource: Record<string, unknown> };

/** PayPal's subscriptions as far as billing uses them, in memory, on a clock that can be moved; every notice is kept. */
export function paypalSubscriptions(clock: Clock) {
  const plans = new Map<string, Plan>();
  const all = new Map<string, There>();
  const done = new Map<string, unknown>();
  const notices: Notice[] = [];
  const calls: string[] = [];
  let isAway = false;
  let losesAnswers = false;

  const tell = (type: string, resource: Record<string, unknown>) => void notices.push({ type, resource });
  const find = (id: string | undefined): There => {
    const found = all.get(id ?? '');
    if (!found) throw new Refused(404, 'INVALID_RESOURCE_ID');
    return found;
  };
  const sell = (there: There, value: string, time: Date) => {
    const sale = { id: `SALE-${randomText(10)}`, value, time, refunded: 0 };
    there.sales.push(sale);
    tell('PAYMENT.SALE.COMPLETED', { id: sale.id, billing_agreement_id: there.id });
    return sale;
  };

  function answer(path: string, method: string, body: Body): unknown {
    const [, , , kind, id, deed] = path.split('?')[0]!.split('/');
    if (path === '/v1/catalogs/products') return { id: `PROD-${randomText(6)}` };
    if (kind === 'plans') {
      const [cycle] = body.billing_cycles;
      const plan = { unit: cycle!.frequency.interval_unit, price: cycle!.pricing_scheme.fixed_price.value };
      const key = `P-${randomText(8)}`;
      plans.set(key, plan);
      return { id: key };
    }
    if (path.startsWith('/v2/payments/captures/')) return refund(id!, body.amount.value);
    if (method === 'GET') return deed === 'transactions' ? transactions(find(id)) : shown(find(id));
    if (deed === 'cancel') return cancel(find(id));
    if (deed === 'capture') return collect(find(id));
    const plan = plans.get(body.plan_id);
    if (!plan) throw new Refused(404, 'RESOURCE_NOT_FOUND');
    const there: There = {
      id: `I-${randomText(10)}`,
      plan,
      custom: body.custom_id,
      status: 'APPROVAL_PENDING',
      start: new Date(body.start_time),
      fee: body.plan?.payment_preferences.setup_fee.value ?? null,
      cycles: 0,
      owing: null,
      failures: 0,
      fails: false,
      sales: [],
    };
    all.set(there.id, there);
    return shown(there);
  }

  const shown = (there: There) => ({
    id: there.id,
    status: there.status,
    links: [{ rel: 'approve', href: `https://paypal.example/agree/${there.id}` }],
    billing_info: {
      failed_payments_count: there.failures,
      ...(there.owing !== null && { outstanding_balance: { currency_code: 'USD', value: there.owing } }),
    },
  });
  const transactions = (there: There) => ({
    transactions: there.sales.map(({ id, value, time, refunded }) => ({
      id,
      status: refunded === 0 ? 'COMPLETED' : refunded >= Number(value) ? 'REFUNDED' : 'PARTIALLY_REFUNDED',
      amount_with_breakdown: { gross_amount: { currency_code: 'USD', value } },
      time: time.toISOString(),
    })),
  });
  function cancel(there: There): object {
    if (!['ACTIVE', 'SUSPENDED'].includes(there.status))
      throw new Refused(422, 'SUBSCRIPTION_STATUS_INVALID');
    there.status = 'CANCELLED';
    tell('BILLING.SUBSCRIPTION.CANCELLED', { id: there.id });
    return {};
  }
  function collect(there: There): object {
    if (there.owing === null || there.fails) throw new Refused(422, 'INSTRUMENT_DECLINED');
    sell(there, there.owing, clock.now());
    there.owing = null;
    there.failures = 0;
    return {};
  }
  function refund(saleId: string, value: string): object {
    const sale = [...all.values()].flatMap(({ sales }) => sales).find(({ id }) => id === saleId);
    if (!sale) throw new Refused(404, 'RESOURCE_NOT_FOUND');
    if (sale.refunded >= Number(sale.value)) throw new Refused(422, 'CAPTURE_FULLY_REFUNDED');
    sale.refunded += Number(value);
    const id = `REF-${randomText(8)}`;
    tell('PAYMENT.SALE.REFUNDED', { id, sale_id: saleId, amount: { total: `-${value}`, currency: 'USD' } });
    return { id, status: 'COMPLETED' };
  }

  const provider: PayPalClient = {
    async call(path, { method = 'GET', body, requestId, answer: shape }) {
      calls.push(`${method} ${path.split('?')[0]}`);
      if (isAway) throw new NoAnswer('away');
      const known = requestId === undefined ? undefined : done.get(requestId);
      const said = known ?? answer(path, method, body as Body);
      if (requestId !== undefined) done.set(requestId, said);
      if (losesAnswers && method === 'POST') throw new NoAnswer('the answer was lost');
      return shape.parse(said) as never;
    },
  };

  return {
    provider,
    notices,
    calls,
    all,
    byUrl: (url: string) => find(url.split('/').at(-1)),
    setAway: (away: boolean) => void (isAway = away),
    setLosing: (loses: boolean) => void (losesAnswers = loses),
    approve(there: There): void {
      there.status = 'ACTIVE';
      tell('BILLING.SUBSCRIPTION.ACTIVATED', { id: there.id });
      if (there.fee !== null) sell(there, there.fee, clock.now());
    },
    /** All that has become due, at the moment it became due. */
    renewDue(): void {
      for (const there of all.values()) {
        for (;;) {
          const due = dueDate(there.start, there.plan.unit === 'YEAR' ? 'yearly' : 'monthly', there.cycles);
          if (there.status !== 'ACTIVE' || due > clock.now()) break;
          there.cycles++;
          if (there.fails) {
            there.failures++;
            there.owing = there.plan.price;
            tell('BILLING.SUBSCRIPTION.PAYMENT.FAILED', { id: there.id });
          } else sell(there, there.plan.price, due);
        }
      }
    },
    /** A payment of whatever amount, as the provider should never make it. */
    sell,
  };
}
