import { readDollars } from '#base/amount.ts';
import { Problem } from '#base/problem.ts';
import type { BillingContext } from './context.ts';
import { giveBackNow } from './give-back.ts';
import { cancelRow } from './plan-changes.ts';
import type { BillingTables, SubscriptionRow } from './tables.ts';

/** Stops further payments; what is paid for runs to its end. */
export async function cancelByHand(context: BillingContext, row: SubscriptionRow): Promise<SubscriptionRow> {
  if (row.cancel_asked_at !== null || row.state === 'ended')
    throw new Problem('conflict', `${row.id} is already canceled.`);
  return context.platform.db.transaction<BillingTables, SubscriptionRow>((trx) =>
    cancelRow(context, trx, row, 'Canceled by the operator'),
  );
}

/** Gives back a payment, in full or the typed amount; says how much. */
export async function refundByHand(
  context: BillingContext,
  sale: string,
  { amount: typed, reason, by }: { amount?: string | undefined; reason: string; by?: string | undefined },
): Promise<number> {
  const read = typed === undefined ? { cents: null } : readDollars(typed);
  if ('words' in read) throw new Problem('bad_request', read.words, { fields: { dollars: read.words } });
  return giveBackNow(context, { sale, cents: read.cents, reason, by });
}
