import type { Platform } from '#platform/server/platform.ts';
import { nextCheck } from '../rules/checks.ts';
import { NoAnswer } from './paypal/client.ts';
import type { Payments } from './payments.ts';
import type { PaymentTables } from './tables.ts';

const atOnce = 100;

/** Asks the provider about everything whose news may have been lost; returns how many it looked at. */
export async function reconcile(
  { db, clock, log }: Pick<Platform, 'db' | 'clock' | 'log'>,
  payments: Payments,
): Promise<number> {
  if (payments.mode === 'off') return 0;
  const now = clock.now();
  const tables = db.tables<PaymentTables>();
  const due = await tables
    .selectFrom('payment')
    .select(['id', 'provider_order_id', 'state', 'checks'])
    .where('check_at', '<=', now)
    .where('provider_order_id', 'is not', null)
    .orderBy('check_at')
    .limit(atOnce)
    .execute();
  for (const { id, provider_order_id, state, checks } of due) {
    const check_at = nextCheck(state, checks + 1, now);
    // The last look at what nobody ever paid: it is over.
    const isOver = check_at === null && state === 'open';
    try {
      await tables
        .updateTable('payment')
        .set({ checks: checks + 1, check_at })
        .where('id', '=', id)
        .execute();
      const outcome = await payments.look(provider_order_id ?? '');
      if (isOver && outcome?.state === 'open')
        await tables
          .updateTable('payment')
          .set({ state: 'expired', check_at: null })
          .where('id', '=', id)
          .where('state', '=', 'open')
          .execute();
    } catch (error) {
      log.warn('payments: could not be looked at', {
        payment: id,
        reason: error instanceof Error ? error.name : 'unknown',
      });
      if (error instanceof NoAnswer) break;
    }
  }
  await payments.retryRefunds();
  return due.length;
}
