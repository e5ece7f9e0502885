import { NoAnswer, Refused } from '#features/payments/server/public.ts';
import type { OutboxHandler } from '#platform/server/outbox/outbox.ts';
import type { BillingContext, Trx } from './context.ts';
import { giveBackLater } from './give-back.ts';
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
        else await giveBackLater(context, task, dedupeKey);
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
