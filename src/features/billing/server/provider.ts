import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { days } from '#base/clock.ts';
import { Problem } from '#base/problem.ts';
import { centsOf, providerAmount } from '#features/payments/rules/amount.ts';
import { NoAnswer, type Payments, Refused } from '#features/payments/server/public.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Seen } from '../rules/record.ts';
import type { BillingTables, SubscriptionRow } from './tables.ts';

const money = z.object({ currency_code: z.string(), value: z.string() });
const subscriptionShape = z.object({
  id: z.string(),
  status: z.enum(['APPROVAL_PENDING', 'APPROVED', 'ACTIVE', 'SUSPENDED', 'CANCELLED', 'EXPIRED']),
  links: z.optional(z.array(z.object({ rel: z.string(), href: z.string() }))),
  subscriber: z.optional(z.object({ email_address: z.optional(z.string()) })),
  billing_info: z.optional(
    z.object({
      outstanding_balance: z.optional(money),
      failed_payments_count: z.optional(z.number()),
    }),
  ),
});
const transactionsShape = z.object({
  transactions: z.optional(
    z.array(
      z.object({
        id: z.string(),
        status: z.string(),
        amount_with_breakdown: z.object({ gross_amount: money }),
        time: z.string(),
      }),
    ),
  ),
});
const idShape = z.object({ id: z.string() });
const anything = z.record(z.string(), z.unknown());
const refundShape = z.object({ id: z.string(), status: z.string() });

const usd = (cents: number) => ({ currency_code: 'USD', value: providerAmount(cents) });

/** The same task has the same id in every process and at every try. */
const requestId = (task: string, what: string): string =>
  `${task}-${createHash('sha256').update(what).digest('base64url').slice(0, 30)}`;

export type Provider = ReturnType<typeof createProvider>;

export interface SeenThere extends Seen {
  /** Payments of which all has gone back. */
  refunded: string[];
  payer: string | null;
}

/** Subscriptions at the payment provider. Every first period is a set-up fee, charged at once; renewals follow a plan. */
export function createProvider(
  { db, clock, site }: Pick<Platform, 'db' | 'clock' | 'site'>,
  { provider: paypal }: Pick<Payments, 'provider'>,
) {
  function client() {
    if (paypal) return paypal;
    throw new Problem(
      'unavailable',
      'Payments aren’t available yet. Nothing was charged. Contact us if you want to pay.',
    );
  }

  const path = (id: string, rest = '') => `/v1/billing/subscriptions/${encodeURIComponent(id)}${rest}`;

  /** One plan for each price and cycle, made when it is first agreed to. */
  async function planFor(row: SubscriptionRow, isFresh = false): Promise<string> {
    const { name } = site.words();
    const title = row.plan === null ? `Monthly donation to ${name}` : `${name}, ${row.plan}`;
    const terms = `${row.kind}:${row.plan ?? ''}:${row.cycle}:${row.price_cents}`;
    const tables = db.tables<BillingTables>();
    const known = await tables
      .selectFrom('billing_provider_plan')
      .select('provider_id')
      .where('terms', '=', terms)
      .executeTakeFirst();
    if (known && !isFresh) return known.provider_id;
    const stamp = isFresh ? `${terms}:${known?.provider_id ?? ''}` : terms;
    const product = await client().call('/v1/catalogs/products', {
      method: 'POST',
      requestId: requestId('thing', stamp),
      answer: idShape,
      body: { name: title.slice(0, 127), type: 'SERVICE' },
    });
    const plan = await client().call('/v1/billing/plans', {
      method: 'POST',
      requestId: requestId('plan', stamp),
      answer: idShape,
      body: {
        product_id: product.id,
        name: title.slice(0, 127),
        billing_cycles: [
          {
            frequency: { interval_unit: row.cycle === 'monthly' ? 'MONTH' : 'YEAR', interval_count: 1 },
            tenure_type: 'REGULAR',
            sequence: 1,
            total_cycles: 0,
            pricing_scheme: { fixed_price: usd(row.price_cents) },
          },
        ],
        // When a payment fails the hub decides when to try again.
        payment_preferences: { auto_bill_outstanding: false, payment_failure_threshold: 0 },
      },
    });
    await tables
      .insertInto('billing_provider_plan')
      .values({ terms, provider_id: plan.id })
      .onConflict((conflict) => conflict.column('terms').doUpdateSet({ provider_id: plan.id }))
      .execute();
    return plan.id;
  }

  return {
    /** Asks for a subscription; its buyer agrees to it behind the link. */
    async open(
      row: SubscriptionRow,
      addresses: { returnUrl: string; cancelUrl: string },
    ): Promise<{ providerId: string; approveUrl: string }> {
      const make = async (isFresh: boolean) =>
        client().call('/v1/billing/subscriptions', {
          method: 'POST',
          requestId: requestId('sub', `${row.id}:${isFresh}`),
          answer: subscriptionShape,
          body: {
            plan_id: await planFor(row, isFresh),
            custom_id: row.id,
            start_time: row.starts_at.toISOString(),
            subscriber: { email_address: row.email },
            ...(row.due_now_cents > 0 && {
              plan: {
                payment_preferences: {
                  setup_fee: usd(row.due_now_cents),
                  setup_fee_failure_action: 'CANCEL',
                  auto_bill_outstanding: false,
                  payment_failure_threshold: 0,
                },
              },
            }),
            application_context: {
              brand_name: site.words().name.slice(0, 127),
              shipping_preference: 'NO_SHIPPING',
              user_action: 'SUBSCRIBE_NOW',
              return_url: addresses.returnUrl,
              cancel_url: addresses.cancelUrl,
            },
          },
        });
      // A plan that the provider no longer knows is made again: another account, or the stand-in was restarted.
      const made = await make(false).catch((error: unknown) => {
        if (error instanceof Refused && error.status === 404) return make(true);
        throw error;
      });
      const approveUrl = made.links?.find(({ rel }) => rel === 'approve')?.href;
      if (approveUrl === undefined) throw new NoAnswer('a subscription without a link to agree to it');
      return { providerId: made.id, approveUrl };
    },

    /** Null when the provider does not know it. */
    async see(id: string, since: Date): Promise<SeenThere | null> {
      try {
        const found = await client().call(path(id), { answer: subscriptionShape });
        const until = new Date(clock.now().getTime() + days(1));
        const from = new Date(since.getTime() - days(1));
        const { transactions = [] } = await client().call(
          path(id, `/transactions?start_time=${from.toISOString()}&end_time=${until.toISOString()}`),
          { answer: transactionsShape },
        );
        const info = found.billing_info;
        const taken = transactions.filter(({ status }) => /^(COMPLETED|(PARTIALLY_)?REFUNDED)$/.test(status));
        return {
          status: found.status,
          isOwing:
            (centsOf(info?.outstanding_balance?.value ?? '0') ?? 0) > 0 ||
            (info?.failed_payments_count ?? 0) > 0,
          sales: taken.map(({ id: sale, amount_with_breakdown: { gross_amount: amount }, time }) => ({
            id: sale,
            // What is no dollar is no amount that was agreed.
            cents: amount.currency_code === 'USD' ? (centsOf(amount.value) ?? 0) : 0,
            at: new Date(time),
          })),
          payer: found.subscriber?.email_address?.slice(0, 254) ?? null,
          refunded: taken.filter(({ status }) => status === 'REFUNDED').map(({ id: sale }) => sale),
        };
      } catch (error) {
        if (error instanceof Refused && error.status === 404) return null;
        throw error;
      }
    },

    /** Cancelled, or was already. */
    async cancel(id: string, reason: string): Promise<void> {
      try {
        await client().call(path(id, '/cancel'), {
          method: 'POST',
          requestId: requestId('stop', id),
          answer: anything,
          body: { reason: reason.slice(0, 127) },
        });
      } catch (error) {
        const isGone =
          error instanceof Refused && (error.status === 404 || error.issue === 'SUBSCRIPTION_STATUS_INVALID');
        if (!isGone) throw error;
      }
    },

    /** Tries what failed once more; false when it is declined again. */
    async collect(id: string, cents: number, attempt: string): Promise<boolean> {
      try {
        await client().call(path(id, '/capture'), {
          method: 'POST',
          requestId: requestId('owed', `${id}:${attempt}`),
          answer: anything,
          body: {
            note: 'A renewal that failed before',
            capture_type: 'OUTSTANDING_BALANCE',
            amount: usd(cents),
          },
        });
        return true;
      } catch (error) {
        if (error instanceof Refused) return false;
        throw error;
      }
    },

    /** The reason stands on the credit note: asked for again in other words, it is still the same task. */
    async refund(saleId: string, cents: number, key: string): Promise<string> {
      const { id } = await client().call(`/v2/payments/captures/${encodeURIComponent(saleId)}/refund`, {
        method: 'POST',
        requestId: requestId('back', key),
        answer: refundShape,
        body: { amount: usd(cents) },
      });
      return id;
    },
  };
}
