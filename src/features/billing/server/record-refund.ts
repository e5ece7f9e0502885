import { sql } from 'kysely';
import type { BillingContext, Trx } from './context.ts';
import { refundMail } from './mails.ts';

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
