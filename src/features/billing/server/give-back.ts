import { minutes } from '#base/clock.ts';
import { newId } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import { NoAnswer, openRefund, Refused, unansweredRefund } from '#features/payments/server/public.ts';
import type { BillingContext, Trx } from './context.ts';
import { money } from './mails.ts';
import { recordRefund } from './record-refund.ts';
import type { BillingTables } from './tables.ts';

type Refund = BillingTables['billing_refund'];

interface Wish {
  sale: string;
  /** Null: all that is left. */
  cents: number | null;
  reason: string;
  /** The operator who asks, if known. */
  by?: string | undefined;
}

/** What is left of a payment, and the refund of it that is under way; nobody else counts meanwhile. */
async function standing(trx: Trx, sale: string) {
  const payment = await trx
    .selectFrom('billing_payment')
    .selectAll()
    .where('sale_id', '=', sale)
    .forUpdate()
    .executeTakeFirst();
  if (!payment) throw new Problem('not_found', `There is no payment ${sale}.`);
  const open = await trx
    .selectFrom('billing_refund')
    .selectAll()
    .where('sale_id', '=', sale)
    .where('state', '=', 'asked')
    .executeTakeFirst();
  return { left: payment.cents - payment.refunded_cents, open };
}

async function write(
  { platform }: BillingContext,
  trx: Trx,
  { id, sale, cents, reason, by }: Wish & { id: string; cents: number },
): Promise<Refund> {
  const row = { id, sale_id: sale, cents, reason, asked_by: by ?? null, state: 'asked' as const };
  const values = { ...row, at: platform.clock.now() };
  await trx.insertInto('billing_refund').values(values).execute();
  return values;
}

/** Sends one that is written down. However often it is sent, it is the same task over there. */
async function send(context: BillingContext, { id, sale_id: sale, cents, reason }: Refund): Promise<void> {
  const { db } = context.platform;
  const end = (trx: Trx, state: Refund['state']) =>
    trx
      .updateTable('billing_refund')
      .set({ state })
      .where('id', '=', id)
      .where('state', '=', 'asked')
      .execute();
  try {
    const refundId = await context.provider.refund(sale, cents, id);
    await db.transaction<BillingTables, void>(async (trx) => {
      await recordRefund(context, trx, { sale, cents, keys: [id, refundId], reason });
      await end(trx, 'done');
    });
  } catch (error) {
    if (error instanceof Refused)
      await db.transaction<BillingTables, void>(async (trx) => void (await end(trx, 'failed')));
    throw error;
  }
}

const stateOf = async ({ platform }: BillingContext, id: string): Promise<Refund['state']> =>
  (
    await platform.db
      .tables<BillingTables>()
      .selectFrom('billing_refund')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirst()
  )?.state ?? 'asked';

/** Now, for somebody who waits for the answer; says how much went back. While another one is under way, none does. */
export async function giveBackNow(context: BillingContext, wish: Wish): Promise<number> {
  const { db } = context.platform;
  const found = await db.transaction<BillingTables, { open: Refund } | { asked: Refund }>(async (trx) => {
    const { left, open } = await standing(trx, wish.sale);
    if (open) return { open };
    if (left === 0) throw new Problem('conflict', 'It is already fully refunded.');
    const cents = wish.cents ?? left;
    if (!Number.isSafeInteger(cents) || cents < 1 || cents > left)
      throw new Problem('bad_request', `You can refund between $0.01 and ${money(left)}.`);
    return { asked: await write(context, trx, { ...wish, id: newId('refund'), cents }) };
  });
  if ('open' in found) {
    const { open } = found;
    await send(context, open).catch((error: unknown) => {
      if (!(error instanceof NoAnswer) && !(error instanceof Refused)) throw error;
    });
    throw openRefund({ cents: open.cents, at: open.at, by: open.asked_by }, await stateOf(context, open.id));
  }
  try {
    await send(context, found.asked);
  } catch (error) {
    if (error instanceof NoAnswer) throw unansweredRefund(found.asked.cents);
    if (error instanceof Refused)
      throw new Problem('conflict', `PayPal declined this refund: ${error.issue}. Nothing was refunded.`);
    throw error;
  }
  return found.asked.cents;
}

/** By the outbox, under its key; one that is under way goes first, and this one is tried again after it. */
export async function giveBackLater(context: BillingContext, wish: Wish, key: string): Promise<void> {
  const { db } = context.platform;
  const found = await db.transaction<BillingTables, Refund | null>(async (trx) => {
    const { left, open } = await standing(trx, wish.sale);
    if (open) return open;
    const known = await trx
      .selectFrom('billing_refund')
      .select('state')
      .where('id', '=', key)
      .executeTakeFirst();
    const cents = Math.min(wish.cents ?? left, left);
    return known || cents <= 0 ? null : write(context, trx, { ...wish, id: key, cents });
  });
  if (!found) return;
  try {
    await send(context, found);
  } catch (error) {
    // Given back at the provider's own site meanwhile.
    if (!(error instanceof Refused)) throw error;
    if (found.id === key && !/FULLY_REFUNDED/.test(error.issue)) throw error;
  }
  if (found.id !== key) throw new NoAnswer('another refund of this payment went first');
}

/** What was asked for and never answered, once more. */
export async function retryRefunds(context: BillingContext): Promise<void> {
  const { db, clock, log } = context.platform;
  const rows = await db
    .tables<BillingTables>()
    .selectFrom('billing_refund')
    .selectAll()
    .where('state', '=', 'asked')
    .where('at', '<', new Date(clock.now().getTime() - minutes(1)))
    .orderBy('at')
    .limit(50)
    .execute();
  for (const row of rows)
    await send(context, row).catch((error: unknown) => {
      if (error instanceof Refused)
        log.error('billing: the provider rejected a refund', { refund: row.id, issue: error.issue });
      else if (!(error instanceof NoAnswer)) throw error;
    });
}
