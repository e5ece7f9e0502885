import { hours } from '#base/clock.ts';
import type { Platform } from '#platform/server/platform.ts';
import { nextCheck } from '../rules/checks.ts';
import { NoAnswer } from './paypal/client.ts';
import type { Payments } from './payments.ts';
import type { PaymentTables } from './tables.ts';

const atOnce = 100;
/** As long as the provider knows an order's making by its request id: nobody can pay what was never answered. */
const unansweredMs = hours(6);

export interface Reconciled {
  looked: number;
  /** Of those, whose state is another one now. */
  changed: number;
  /** The provider did not answer: the rest waits. */
  isCut: boolean;
}

/**
 * Asks the provider about everything whose news may have been lost: what is due, or, when the operator asks, all that
 * is not settled.
 */
export async function reconcile(
  { db, clock, log }: Pick<Platform, 'db' | 'clock' | 'log'>,
  payments: Payments,
  { unsettled = false }: { unsettled?: boolean } = {},
): Promise<Reconciled> {
  const done: Reconciled = { looked: 0, changed: 0, isCut: false };
  if (payments.mode === 'off') return done;
  const now = clock.now();
  const tables = db.tables<PaymentTables>();

  const batch = (after: string) =>
    tables
      .selectFrom('payment')
      .select(['id', 'reference', 'provider_order_id', 'state', 'checks', 'updated_at'])
      .where((or) =>
        or.or([
          or('check_at', '<=', now),
          ...(unsettled ? [or('state', 'in', ['open', 'pending', 'declined'])] : []),
        ]),
      )
      .where('id', '>', after)
      .orderBy(unsettled ? 'id' : 'check_at')
      .limit(atOnce)
      .execute();

  async function lookAt(row: Awaited<ReturnType<typeof batch>>[number]): Promise<void> {
    const { id, reference, provider_order_id, state, checks } = row;
    const check_at = nextCheck(state, checks + 1, now);
    await tables
      .updateTable('payment')
      .set({ checks: checks + 1, check_at })
      .where('id', '=', id)
      .execute();
    // The last look at what nobody ever paid: it is over.
    const isLast = check_at === null;
    const isOver =
      provider_order_id === null
        ? isLast || now.getTime() - row.updated_at.getTime() >= unansweredMs
        : isLast;
    const after = provider_order_id === null ? null : await payments.look(provider_order_id);
    if (isOver && state === 'open' && (after === null || after.state === 'open'))
      await tables
        .updateTable('payment')
        .set({ state: 'expired', check_at: null, updated_at: now })
        .where('id', '=', id)
        .where('state', '=', 'open')
        .where('provider_order_id', provider_order_id === null ? 'is' : '=', provider_order_id)
        .execute();
    if ((await payments.state(reference)) !== state) done.changed++;
  }

  let rows = await batch('');
  while (rows.length > 0 && !done.isCut) {
    for (const row of rows) {
      try {
        done.looked++;
        await lookAt(row);
      } catch (error) {
        log.warn('payments: couldn’t check a payment', {
          payment: row.id,
          reason: error instanceof Error ? error.name : 'unknown',
        });
        done.isCut = error instanceof NoAnswer;
        if (done.isCut) break;
      }
    }
    const last = rows.at(-1)?.id ?? '';
    rows = unsettled && rows.length === atOnce ? await batch(last) : [];
  }
  await payments.retryRefunds();
  return done;
}
