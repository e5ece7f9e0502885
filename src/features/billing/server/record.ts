import { days } from '#base/clock.ts';
import type { PlanId } from '#features/plans/rules/plans.ts';
import { dueDate } from '../rules/periods.ts';
import { cancelled, digest, isLive, moveOn, nextLook, type Payment, type Standing } from '../rules/record.ts';
import { queueCancel, queueRefund } from './provider-tasks.ts';
import { recordRefund } from './record-refund.ts';
import {
  agreementOf,
  columnsOf,
  type BillingContext,
  liveOf,
  lockOwner,
  plansOf,
  standingOf,
  type Trx,
} from './context.ts';
import { failedMail, laterMail, mismatchMail, receiptMail, refusedMail } from './mails.ts';
import { buyerNow } from './details.ts';
import type { SeenThere } from './provider.ts';
import type { BillingTables, SubscriptionRow } from './tables.ts';

/** Asks the provider and writes down what it says: the return page, every notice and the reconciling job come here. */
export async function look(context: BillingContext, id: string): Promise<SubscriptionRow | null> {
  const { db } = context.platform;
  const row = await db
    .tables<BillingTables>()
    .selectFrom('billing_subscription')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  if (row.provider_id === null) return neverOpened(context, row);
  const seen = await context.provider.see(row.provider_id, row.created_at);
  return db.transaction<BillingTables, SubscriptionRow>((trx) => apply(context, trx, row, seen));
}

/** The provider was away when it was begun: whoever still wants it begins anew. */
async function neverOpened(context: BillingContext, row: SubscriptionRow): Promise<SubscriptionRow> {
  return context.platform.db
    .tables<BillingTables>()
    .updateTable('billing_subscription')
    .set({ state: 'abandoned', check_at: null })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function apply(
  context: BillingContext,
  trx: Trx,
  { id, owner_id }: SubscriptionRow,
  seen: SeenThere | null,
): Promise<SubscriptionRow> {
  const now = context.platform.clock.now();
  await lockOwner(trx, { id, owner_id });
  const row = await trx
    .selectFrom('billing_subscription')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const agreed = agreementOf(row);
  const before = standingOf(row);
  // Not known there is no news: the stand-in forgets when it is restarted, and nobody loses a plan by that.
  if (!seen) return save(context, trx, row, moveOn(agreed, before, now));
  const known = await trx
    .selectFrom('billing_payment')
    .select('sale_id')
    .where('subscription_id', '=', id)
    .execute();
  const isKnown = new Set(known.map(({ sale_id }) => sale_id));
  const sales = seen.sales.filter((sale) => !isKnown.has(sale.id));
  const { standing, payments } = digest(agreed, before, { ...seen, sales }, now);
  const begins = !hasBegun(before) && hasBegun(standing);
  if (begins && (await isStale(trx, row, now))) {
    for (const payment of payments) payment.kind = 'unwanted';
    await refuse(context, trx, row);
    standing.state = 'refused';
    standing.cancelAskedAt = now;
  } else if (begins && row.kind === 'plan' && row.owner_id !== null)
    await takeOver(context, trx, row, row.owner_id, now);
  for (const payment of payments) await keep(context, trx, row, payment);
  for (const sale of seen.refunded) await bringRefund(context, trx, sale);
  if (before.state !== 'past_due' && standing.state === 'past_due')
    await context.platform.mail.send(trx, failedMail(context, row, standing.failedTries, standing.retryAt));
  if (begins && standing.state === 'scheduled')
    await context.platform.mail.send(trx, laterMail(context, row));
  const saved = await save(context, trx, row, standing, begins);
  // Before it is agreed to, the provider only repeats whom we named.
  if (!hasBegun(standing) || seen.payer === row.payer_email) return saved;
  await trx
    .updateTable('billing_subscription')
    .set({ payer_email: seen.payer })
    .where('id', '=', id)
    .execute();
  return saved;
}

const hasBegun = ({ state }: Standing): boolean =>
  isLive(state) || state === 'scheduled' || state === 'ended';

/** Something else was agreed meanwhile, or nobody is there any more. */
async function isStale(trx: Trx, row: SubscriptionRow, now: Date): Promise<boolean> {
  if (row.kind === 'donation') return false;
  if (row.owner_id === null) return true;
  const live = await liveOf(trx, row.owner_id, now);
  // What its credit was counted from may be gone, and its money given back.
  if (!live) return row.credit_cents > 0;
  return live.id !== row.replaces || live.paid_until?.getTime() !== row.replaces_until?.getTime();
}

async function refuse(context: BillingContext, trx: Trx, row: SubscriptionRow): Promise<void> {
  await queueCancel(context, trx, row.id, 'Another plan was chosen');
  await context.platform.mail.send(trx, refusedMail(context, row));
}

/** What was there before makes place: at once, or when what is paid has run out. */
async function takeOver(
  context: BillingContext,
  trx: Trx,
  row: SubscriptionRow,
  owner: string,
  now: Date,
): Promise<void> {
  const others = await plansOf(trx, owner)
    .where('id', '<>', row.id)
    .where('state', 'in', ['scheduled', 'active', 'past_due', 'ending'])
    .execute();
  for (const other of others) {
    const next = cancelled(standingOf(other), now);
    if (row.when === 'now') next.state = 'ended';
    if (other.cancel_told_at === null) await queueCancel(context, trx, other.id, 'The plan was changed');
    await save(context, trx, other, next, false, false);
  }
}

async function keep(
  context: BillingContext,
  trx: Trx,
  row: SubscriptionRow,
  payment: Payment,
): Promise<void> {
  const counts = payment.kind === 'first' || payment.kind === 'renewal';
  const isSold = counts && row.kind === 'plan';
  const taxCents = isSold ? taxIn(row, payment) : 0;
  const number = isSold ? await context.books.nextNumber(trx, 'invoice') : null;
  await trx
    .insertInto('billing_payment')
    .values({
      sale_id: payment.saleId,
      subscription_id: row.id,
      kind: payment.kind,
      cents: payment.cents,
      tax_cents: taxCents,
      period_from: payment.from,
      period_until: payment.until,
      invoice_number: number,
      seller: JSON.stringify({ lines: context.books.sellerLines() }),
      buyer: JSON.stringify(await buyerNow(context, trx, row)),
      at: payment.at,
    })
    .execute();
  const { mail, log } = context.platform;
  if (counts) {
    const nextAt = payment.until ?? row.starts_at;
    await mail.send(trx, receiptMail(context, row, payment, { number, taxCents, nextAt }));
    return;
  }
  if (payment.kind === 'mismatch') {
    log.error('billing: the amount paid differs from the amount agreed', {
      subscription: row.id,
      sale: payment.saleId,
    });
    await mail.send(trx, mismatchMail(context, row, payment));
    return;
  }
  const reason = 'Charged after it was canceled';
  const refund = { sale: payment.saleId, cents: null, reason, key: `unwanted:${payment.saleId}` };
  await queueRefund(context, trx, refund);
}

/** The agreed amounts know what of them is tax. */
function taxIn(row: SubscriptionRow, { kind }: Payment): number {
  if (kind === 'renewal') return row.price_cents - row.renewal_worth_cents;
  return row.due_now_cents - (row.first_worth_cents - row.credit_cents);
}

/** All of it went back, says the provider's list: what we have not heard of is written down now. */
async function bringRefund(context: BillingContext, trx: Trx, sale: string): Promise<void> {
  const payment = await trx
    .selectFrom('billing_payment')
    .selectAll()
    .where('sale_id', '=', sale)
    .executeTakeFirst();
  const cents = payment ? payment.cents - payment.refunded_cents : 0;
  if (cents > 0) await recordRefund(context, trx, { sale, cents, keys: [`seen:${sale}`], reason: '' });
}

export async function save(
  context: BillingContext,
  trx: Trx,
  row: SubscriptionRow,
  standing: Standing,
  begins = false,
  withPlan = true,
): Promise<SubscriptionRow> {
  const now = context.platform.clock.now();
  const isForgotten = standing.state === 'approving' && now.getTime() - row.created_at.getTime() > days(3);
  if (isForgotten) standing.state = 'abandoned';
  const isOver = standing.state === 'ended' || standing.state === 'refused';
  const saved = await trx
    .updateTable('billing_subscription')
    .set({
      ...columnsOf(standing),
      ...(begins && { activated_at: now }),
      ...(isOver && row.ended_at === null && { ended_at: now }),
      check_at: nextLook(standing, { startsAt: row.starts_at, createdAt: row.created_at }, now),
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (withPlan && saved.kind === 'plan' && saved.owner_id !== null)
    await syncPlan(context, trx, saved.owner_id);
  return saved;
}

/** The plan follows what is paid. */
async function syncPlan(context: BillingContext, trx: Trx, owner: string): Promise<void> {
  const now = context.platform.clock.now();
  const live = await liveOf(trx, owner, now);
  if (!live || live.plan === null) {
    await context.plans.endPaid(trx, owner);
    return;
  }
  const next = await plansOf(trx, owner).where('state', '=', 'scheduled').executeTakeFirst();
  const nextBillingAt = live.state === 'ending' ? (next?.starts_at ?? null) : nextPaymentAt(live);
  await context.plans.setPaid(trx, owner, {
    plan: live.plan satisfies PlanId,
    billingCycle: live.cycle,
    paymentMethod: 'PayPal',
    nextBillingAt,
    endsAt: live.state === 'ending' && !next ? live.paid_until : null,
  });
}

export const nextPaymentAt = (row: SubscriptionRow): Date => dueDate(row.starts_at, row.cycle, row.renewals);
