import { sql } from 'kysely';
import { NoAnswer, Refused } from '#features/payments/server/public.ts';
import type { OutboxHandler } from '#platform/server/outbox/outbox.ts';
import type { BillingContext, Trx } from './context.ts';
import { refundMail } from './mails.ts';
import type { BillingTables } from './tables.ts';

/** What must reach the provider however long it is away: written in the transaction of the decision. */
type ProviderTask =
  | { do: 'cancel'; subscription: string; reason: string }
  /** `cents` null: all that is left. */
  | { do: 'refund'; sale: string; cents: number | null; reason: string };

const channel = 'billing';

export const queueCancel = (
  context: BillingContext,
  trx: Trx,
  id: string,
  reason: string,
): Promise<boolean> =>
  queue(context, trx, `billing-cancel:${id}`, { do: 'cancel', subscription: id, reason });

export const queueRefund = (
  context: BillingContext,
  trx: Trx,
  refund: { sale: string; cents: number | null; reason: string; key: string },
): Promise<boolean> => {
  const { sale, cents, reason, key } = refund;
  return queue(context, trx, `billing-refund:${key}`, { do: 'refund', sale, cents, reason });
};

const queue = (
  { platform }: BillingContext,
  trx: Trx,
  dedupeKey: string,
  payload: ProviderTask,
): Promise<boolean> => platform.outbox.put(trx, { channel, dedupeKey, payload });

const minute = 60;

export function providerTaskHandler(context: BillingContext): OutboxHandler {
  const { platform, provider } = context;
  const tables = () => platform.db.tables<BillingTables>();

  async function cancel(id: string, reason: string): Promise<void> {
    const row = await tables()
      .selectFrom('billing_subscription')
      .select('provider_id')
      .where('id', '=', id)
      .executeTakeFirst();
    if (row?.provider_id) await provider.cancel(row.provider_id, reason);
    await tables()
      .updateTable('billing_subscription')
      .set({ cancel_told_at: platform.clock.now() })
      .where('id', '=', id)
      .execute();
  }

  return {
    channel,
    leaseSeconds: 120,
    // Five days of trying: nobody is charged because a line was down over a weekend.
    retrySeconds: [2, 10, minute, 5 * minute, 30 * minute, ...Array.from({ length: 120 }, () => 60 * minute)],
    afterLostLease: 'retry',
    async deliver(payload, { dedupeKey }) {
      const task = payload as ProviderTask;
      try {
        if (task.do === 'cancel') await cancel(task.subscription, task.reason);
        else await giveBack(context, task, dedupeKey);
        return { done: true };
      } catch (error) {
        if (error instanceof Refused) {
          platform.log.error('billing: the provider rejected a request', {
            task: dedupeKey,
            issue: error.issue,
          });
          return { done: false, error: error.message, retry: false };
        }
        if (error instanceof NoAnswer) return { done: false, error: error.message, retry: true };
        throw error;
      }
    },
  };
}

/** Money goes back; the same key asked twice is one refund. */
export async function giveBack(
  context: BillingContext,
  { sale, cents, reason }: { sale: string; cents: number | null; reason: string },
  key: string,
): Promise<number> {
  const { db } = context.platform;
  const before = await db
    .tables<BillingTables>()
    .selectFrom('billing_credit_note')
    .select('cents')
    .where('refund_key', '=', key)
    .executeTakeFirst();
  if (before) return before.cents;
  const payment = await db
    .tables<BillingTables>()
    .selectFrom('billing_payment')
    .selectAll()
    .where('sale_id', '=', sale)
    .executeTakeFirst();
  const left = payment ? payment.cents - payment.refunded_cents : 0;
  const wanted = Math.min(cents ?? left, left);
  if (wanted <= 0) return 0;
  let refundId: string;
  try {
    refundId = await context.provider.refund(sale, wanted, key);
  } catch (error) {
    // Given back at the provider's own site meanwhile.
    if (error instanceof Refused && /FULLY_REFUNDED/.test(error.issue)) return 0;
    throw error;
  }
  await db.transaction<BillingTables, void>((trx) =>
    recordRefund(context, trx, { sale, cents: wanted, keys: [key, refundId], reason }),
  );
  return wanted;
}

/** Written down once, whoever brings the news: our own answer, a notice, or the provider's list. */
export async function recordRefund(
  context: BillingContext,
  trx: Trx,
  { sale, cents, keys, reason }: { sale: string; cents: number; keys: string[]; reason: string },
): Promise<void> {
  const payment = await trx
    .selectFrom('billing_payment')
    .selectAll()
    .where('sale_id', '=', sale)
    .forUpdate()
    .executeTakeFirst();
  if (!payment) return;
  const known = await trx
    .selectFrom('billing_credit_note')
    .select('refund_key')
    .where('refund_key', 'in', keys)
    .executeTakeFirst();
  const back = Math.min(cents, payment.cents - payment.refunded_cents);
  if (known || back <= 0) return;
  const number = payment.invoice_number === null ? null : await context.books.nextNumber(trx, 'credit');
  const [key = ''] = keys.slice(-1);
  await trx
    .insertInto('billing_credit_note')
    .values({
      refund_key: key,
      sale_id: sale,
      number,
      cents: back,
      reason,
      issued_at: context.platform.clock.now(),
    })
    .execute();
  await trx
    .updateTable('billing_payment')
    .set({ refunded_cents: sql`refunded_cents + ${back}` })
    .where('sale_id', '=', sale)
    .execute();
  const row = await trx
    .selectFrom('billing_subscription')
    .selectAll()
    .where('id', '=', payment.subscription_id)
    .executeTakeFirstOrThrow();
  await context.platform.mail.send(trx, refundMail(context, row, { cents: back, number, key, reason }));
}
