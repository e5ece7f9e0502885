import { readAmount } from '#base/amount.ts';
import { Problem } from '#base/problem.ts';
import type { BillingContext } from './context.ts';
import { money } from './mails.ts';
import { cancelRow } from './plan-changes.ts';
import { giveBack } from './provider-tasks.ts';
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
  { amount: typed, reason }: { amount?: string | undefined; reason: string },
): Promise<number> {
  const payment = await context.platform.db
    .tables<BillingTables>()
    .selectFrom('billing_payment')
    .selectAll()
    .where('sale_id', '=', sale)
    .executeTakeFirst();
  if (!payment) throw new Problem('not_found', `There is no payment ${sale}.`);
  const left = payment.cents - payment.refunded_cents;
  const read = typed === undefined ? { cents: left } : readAmount(typed);
  if ('words' in read) throw new Problem('bad_request', read.words);
  const amount = read.cents;
  if (left === 0) throw new Problem('conflict', 'It is already fully refunded.');
  if (amount < 1 || amount > left)
    throw new Problem('bad_request', `You can refund between $0.01 and ${money(left)}.`);
  // The same again, after an answer that was lost, is the same refund.
  return giveBack(
    context,
    { sale, cents: amount, reason },
    `cli:${sale}:${payment.refunded_cents}:${amount}`,
  );
}
