import { Problem } from '#base/problem.ts';
import { days } from '#base/clock.ts';
import { NoAnswer } from '#features/payments/server/public.ts';
import { hasWithdrawalRight, withdrawalDays } from '#base/consumer-law.ts';
import type { LeaveReason } from '../rules/leave-reasons.ts';
import { cancelled, failedAgain } from '../rules/record.ts';
import { queueCancel, queueRefund } from './provider-tasks.ts';
import { type BillingContext, liveOf, lockOwner, plansOf, standingOf, type Trx } from './context.ts';
import { cancelMail, failedMail, withdrawnMail } from './mails.ts';
import { look, save } from './record.ts';
import type { BillingTables, SubscriptionRow } from './tables.ts';

const nothing = () => new Problem('not_found', 'You don’t have a paid plan.');

/** No more payments, from now on; the provider is told even when it cannot be reached at this moment. */
export async function cancelPlan(
  context: BillingContext,
  owner: string,
  { reason, words = '' }: { reason?: LeaveReason | undefined; words?: string | undefined } = {},
): Promise<void> {
  const why = [reason ?? '', words.replace(/\s+/g, ' ').trim()].filter(Boolean).join(': ');
  await context.platform.db.transaction<BillingTables, void>(async (trx) => {
    await lockOwner(trx, { id: '', owner_id: owner });
    const next = await plansOf(trx, owner).where('state', '=', 'scheduled').executeTakeFirst();
    const live = await liveOf(trx, owner, context.platform.clock.now());
    if (!live && !next) throw nothing();
    if (next) await cancelRow(context, trx, next);
    if (live && live.cancel_asked_at === null) await cancelRow(context, trx, live);
    else if (live) await save(context, trx, live, standingOf(live));
    if (why !== '')
      await trx
        .updateTable('billing_subscription')
        .set({ cancel_reason: why })
        .where('id', '=', live?.id ?? next?.id ?? '')
        .execute();
  });
}

export async function cancelRow(
  context: BillingContext,
  trx: Trx,
  row: SubscriptionRow,
  reason = 'Canceled on the website',
) {
  const now = context.platform.clock.now();
  const next = cancelled(standingOf(row), now);
  // A donation buys no time.
  if (row.kind === 'donation' || next.paidUntil === null || next.paidUntil <= now) next.state = 'ended';
  await queueCancel(context, trx, row.id, reason);
  await context.platform.mail.send(trx, cancelMail(context, row));
  return save(context, trx, row, next);
}

export async function stopDonation(context: BillingContext, id: string): Promise<SubscriptionRow> {
  return context.platform.db.transaction<BillingTables, SubscriptionRow>(async (trx) => {
    const row = await trx
      .selectFrom('billing_subscription')
      .selectAll()
      .where('id', '=', id)
      .where('kind', '=', 'donation')
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new Problem('not_found', 'We can’t find this donation.');
    if (row.cancel_asked_at !== null) return row;
    return cancelRow(context, trx, row);
  });
}

/** Tries the renewal that failed once more; says whether it is paid now. */
export async function collect(context: BillingContext, row: SubscriptionRow, by: string): Promise<boolean> {
  if (!row.provider_id) return false;
  const attempt = `${row.renewals}:${by}`;
  await context.provider.collect(row.provider_id, row.price_cents, attempt);
  // What the subscription itself shows counts, not what was answered.
  const after = await look(context, row.id);
  return after?.state === 'active';
}

/** Asked by whoever pays: declined once more, nothing is taken away. */
export async function payNow(context: BillingContext, owner: string): Promise<void> {
  const { db, clock } = context.platform;
  const live = await db.transaction<BillingTables, SubscriptionRow | undefined>((trx) =>
    liveOf(trx, owner, clock.now()),
  );
  if (live?.state !== 'past_due')
    throw new Problem('conflict', 'You don’t owe anything. You weren’t charged.');
  let isPaid: boolean;
  try {
    isPaid = await collect(context, live, `asked:${Math.floor(clock.now().getTime() / 60_000)}`);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    throw new Problem(
      'unavailable',
      'PayPal isn’t responding. Your plan hasn’t changed. Try again in a moment.',
    );
  }
  if (!isPaid)
    throw new Problem(
      'conflict',
      'PayPal declined it again. Use another card there, or choose your plan again and pay another way.',
    );
}

/** The job's own try: declined, it is written down and the next one is set, until there is none. */
export async function retry(context: BillingContext, row: SubscriptionRow): Promise<void> {
  if (await collect(context, row, `try:${row.failed_tries}`)) return;
  const { db, mail, clock } = context.platform;
  await db.transaction<BillingTables, void>(async (trx) => {
    await lockOwner(trx, row);
    const present = await trx
      .selectFrom('billing_subscription')
      .selectAll()
      .where('id', '=', row.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (present.state !== 'past_due' || present.failed_tries !== row.failed_tries) return;
    const next = failedAgain(standingOf(present), clock.now());
    if (next.state === 'ended') await queueCancel(context, trx, row.id, 'The renewal payment failed');
    await mail.send(trx, failedMail(context, present, next.failedTries, next.retryAt));
    await save(context, trx, present, next);
  });
}

/** Until when somebody may change their mind about what they paid last; null: they may not. */
export function withdrawUntil(row: SubscriptionRow): Date | null {
  if (row.kind !== 'plan' || row.activated_at === null || row.withdrawn_at !== null) return null;
  if (row.when !== 'now' || row.renewals > 0 || !hasWithdrawalRight(row.country)) return null;
  return new Date(row.activated_at.getTime() + days(withdrawalDays));
}

/** Undone within fourteen days: what was paid comes back whole, with what was counted of the plan before. */
export async function withdraw(context: BillingContext, owner: string): Promise<void> {
  const { db, clock, mail } = context.platform;
  await db.transaction<BillingTables, void>(async (trx) => {
    await lockOwner(trx, { id: '', owner_id: owner });
    const now = clock.now();
    const live = await liveOf(trx, owner, now);
    if (!live) throw nothing();
    const until = withdrawUntil(live);
    if (!until || until < now)
      throw new Problem(
        'conflict',
        'The withdrawal period is over. You can still cancel and keep your plan until the end of the paid period.',
      );
    const reason = 'Withdrawal';
    const paid = await paymentsOf(trx, live.id);
    for (const { sale_id } of paid)
      await queueRefund(context, trx, { sale: sale_id, cents: null, reason, key: `withdrawn:${sale_id}` });
    if (live.replaces !== null && live.credit_cents > 0) await giveCreditBack(context, trx, live, reason);
    await queueCancel(context, trx, live.id, reason);
    await trx
      .updateTable('billing_subscription')
      .set({ withdrawn_at: now })
      .where('id', '=', live.id)
      .execute();
    await mail.send(trx, withdrawnMail(live, now));
    await save(context, trx, live, { ...cancelled(standingOf(live), now), state: 'ended' });
  });
}

/** The credit was money once: it comes back from the payment that it was counted from. */
async function giveCreditBack(
  context: BillingContext,
  trx: Trx,
  live: SubscriptionRow,
  reason: string,
): Promise<void> {
  const [last] = await paymentsOf(trx, live.replaces ?? '');
  if (!last) return;
  const net = last.cents - last.tax_cents;
  const cents = net > 0 ? Math.round((live.credit_cents * last.cents) / net) : 0;
  if (cents > 0)
    await queueRefund(context, trx, { sale: last.sale_id, cents, reason, key: `credit:${live.id}` });
}

const paymentsOf = (trx: Trx, id: string) =>
  trx
    .selectFrom('billing_payment')
    .selectAll()
    .where('subscription_id', '=', id)
    .where('kind', 'in', ['first', 'renewal'])
    .orderBy('at', 'desc')
    .execute();
