import type { BillingAnswer, MonthlyAnswer, Quote } from '../rules/contract.ts';
import { withdrawUntil } from './plan-changes.ts';
import type { Offer } from './begin.ts';
import { detailsView } from './details.ts';
import { type BillingContext, liveOf, plansOf, type Reader } from './context.ts';
import { day, nameOf } from './mails.ts';
import { nextPaymentAt } from './record.ts';
import type { PaymentRow, SubscriptionRow } from './tables.ts';

const percentWords = (basisPoints: number): string => `${basisPoints / 100} %`;

export function quoteView(context: BillingContext, { change, from, ...offered }: Offer): Quote {
  return {
    kind: change.kind,
    when: change.when,
    from: from?.plan ?? null,
    priceCents: change.priceCents,
    creditCents: change.creditCents,
    netCents: change.dueNowCents,
    taxCents: offered.dueTaxCents,
    taxWords: offered.reverseCharge ? 'Tax, reverse charge' : `Tax, ${percentWords(offered.taxBasisPoints)}`,
    vatWords: offered.vatWords,
    dueNowCents: offered.dueNowCents,
    nextPaymentAt: change.nextPaymentAt.toISOString(),
    nextPaymentCents: offered.nextCents,
    mode: context.payments.mode,
  };
}

const toldOf = (row: SubscriptionRow): boolean | null =>
  row.cancel_asked_at === null ? null : row.cancel_told_at !== null;

/** What a member sees of what they pay. */
export async function overview(context: BillingContext, trx: Reader, owner: string): Promise<BillingAnswer> {
  const now = context.platform.clock.now();
  const live = await liveOf(trx, owner, now);
  const next = await plansOf(trx, owner).where('state', '=', 'scheduled').executeTakeFirst();
  const all = await trx
    .selectFrom('billing_subscription')
    .selectAll()
    .where('owner_id', '=', owner)
    .execute();
  const gifts = all.filter(
    ({ kind, state }) => kind === 'donation' && (state === 'active' || state === 'past_due'),
  );
  const { plan, source } = await context.plans.planOf(trx, owner);
  const until = live ? withdrawUntil(live) : null;
  return {
    mode: context.payments.mode,
    current:
      live?.plan != null
        ? {
            id: live.id,
            plan: live.plan,
            cycle: live.cycle,
            state: live.state,
            paidUntil: live.paid_until?.toISOString() ?? null,
            nextPaymentAt: live.state === 'active' ? nextPaymentAt(live).toISOString() : null,
            nextPaymentCents: live.price_cents,
            country: live.country,
            retryAt: live.retry_at?.toISOString() ?? null,
            cancelTold: toldOf(live),
            withdrawUntil: until && until > now ? until.toISOString() : null,
            payer: live.payer_email,
          }
        : null,
    granted: source === 'granted' ? plan : null,
    details: await detailsView(context, trx, owner),
    next: next?.plan
      ? { plan: next.plan, cycle: next.cycle, at: next.starts_at.toISOString(), cents: next.price_cents }
      : null,
    gifts: gifts.map((row) => ({
      id: row.id,
      cents: row.price_cents,
      nextAt: nextPaymentAt(row).toISOString(),
      state: row.state,
      token: context.giftToken.of(row.id),
    })),
    invoices: await invoices(trx, all),
  };
}

async function invoices(trx: Reader, rows: SubscriptionRow[]): Promise<BillingAnswer['invoices']> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const payments = await trx
    .selectFrom('billing_payment')
    .selectAll()
    .where('subscription_id', 'in', ids)
    .where('kind', 'in', ['first', 'renewal'])
    .orderBy('at', 'desc')
    .limit(200)
    .execute();
  const notes = payments.length
    ? await trx
        .selectFrom('billing_credit_note')
        .select(['sale_id', 'number'])
        .where(
          'sale_id',
          'in',
          payments.map(({ sale_id }) => sale_id),
        )
        .execute()
    : [];
  return payments.flatMap((payment) => {
    const row = rows.find(({ id }) => id === payment.subscription_id);
    return row ? [invoiceView(payment, row, notes)] : [];
  });
}

const invoiceView = (
  payment: PaymentRow,
  row: SubscriptionRow,
  notes: { sale_id: string; number: string | null }[],
): BillingAnswer['invoices'][number] => ({
  id: payment.sale_id,
  number: payment.invoice_number,
  at: payment.at.toISOString(),
  words:
    payment.period_from && payment.period_until
      ? `${nameOf(row)}, ${day(payment.period_from)} to ${day(payment.period_until)}`
      : nameOf(row),
  cents: payment.cents,
  refundedCents: payment.refunded_cents,
  credits: notes.flatMap(({ sale_id, number }) => (sale_id === payment.sale_id && number ? [number] : [])),
});

export const giftView = (context: BillingContext, row: SubscriptionRow): MonthlyAnswer => ({
  state: row.state,
  cents: row.price_cents,
  nextAt: row.state === 'active' ? nextPaymentAt(row).toISOString() : null,
  cancelTold: toldOf(row),
  mode: context.payments.mode,
});
