import { cents as asCents, formatMoney } from '#base/money.ts';
import { plans } from '#features/plans/rules/plans.ts';
import type { MailBlock, MailMessage } from '#platform/server/mail/message.ts';
import { billingPath, monthlyPath } from '../rules/addresses.ts';
import type { Payment } from '../rules/record.ts';
import type { BillingContext } from './context.ts';
import type { SubscriptionRow } from './tables.ts';
import { ownerAddress } from '#platform/server/owner-address.ts';

export const money = (cents: number): string => formatMoney(asCents(cents));
export const day = (date: Date): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(date);

/** "PRO, monthly" */
export const nameOf = ({ plan, cycle }: Pick<SubscriptionRow, 'plan' | 'cycle'>): string =>
  plan === null ? 'Monthly donation' : `${plans[plan].name}, ${cycle}`;

function letter(
  row: SubscriptionRow,
  dedupeKey: string,
  subject: string,
  paragraphs: string[],
  rest: MailBlock[] = [],
): MailMessage {
  return {
    to: row.email,
    kind: 'transactional',
    purpose: 'order',
    why: 'paid',
    dedupeKey,
    subject,
    body: [
      { kind: 'heading', text: subject },
      ...paragraphs.map((text): MailBlock => ({ kind: 'text', text })),
      ...rest,
    ],
  };
}

const toBilling = (context: BillingContext, label: string): MailBlock => ({
  kind: 'button',
  label,
  url: `${context.platform.origin()}${billingPath}`,
});

/** Where a donor sees and stops what they give, with or without an account. */
export const giftAddress = (context: BillingContext, id: string): string =>
  `${context.platform.origin()}${monthlyPath}?gift=${encodeURIComponent(context.giftToken.of(id))}`;

export function receiptMail(
  context: BillingContext,
  row: SubscriptionRow,
  payment: Payment,
  { number, taxCents, nextAt }: { number: string | null; taxCents: number; nextAt: Date },
): MailMessage {
  const lines: [string, string][] = [
    [nameOf(row), money(payment.cents - taxCents)],
    ...(taxCents > 0 ? [['Tax', money(taxCents)] as [string, string]] : []),
    ['Paid', money(payment.cents)],
    ...(payment.from && payment.until
      ? [['For', `${day(payment.from)} to ${day(payment.until)}`] as [string, string]]
      : []),
    ...(number === null ? [] : [['Invoice', number] as [string, string]]),
  ];
  const next = `The next payment, ${money(row.price_cents)}, is due on ${day(nextAt)}.`;
  if (row.kind === 'donation')
    return letter(
      row,
      `billing-receipt:${payment.saleId}`,
      'Thank you for your monthly donation',
      [next],
      [
        { kind: 'lines', lines },
        { kind: 'button', label: 'View or stop it', url: giftAddress(context, row.id) },
      ],
    );
  return letter(
    row,
    `billing-receipt:${payment.saleId}`,
    `Paid: ${nameOf(row)}`,
    [next],
    [
      { kind: 'lines', lines },
      toBilling(context, 'Open billing'),
      { kind: 'small', text: 'You can get invoices, change plans or cancel there.' },
    ],
  );
}

export const laterMail = (context: BillingContext, row: SubscriptionRow): MailMessage =>
  letter(
    row,
    `billing-later:${row.id}`,
    `${nameOf(row)} begins on ${day(row.starts_at)}`,
    [`You keep your current plan until then. The first payment, ${money(row.price_cents)}, is due that day.`],
    [toBilling(context, 'Open billing')],
  );

export function failedMail(
  context: BillingContext,
  row: SubscriptionRow,
  tries: number,
  retryAt: Date | null,
): MailMessage {
  const what = `${money(row.price_cents)} for ${nameOf(row)} couldn’t be collected.`;
  const address = row.kind === 'donation' ? giftAddress(context, row.id) : null;
  const key = `billing-failed:${row.id}:${row.renewals}:${tries}`;
  if (retryAt === null)
    return letter(
      row,
      key,
      row.kind === 'donation' ? 'Your monthly donation has ended' : 'You’re now on the FREE plan',
      [
        what,
        row.kind === 'donation'
          ? 'We won’t try again. Thank you for your support.'
          : 'We won’t try again, and you don’t owe anything. Nothing is deleted, but FREE limits apply. You can choose a plan again at any time.',
      ],
      address ? [] : [toBilling(context, 'Choose a plan')],
    );
  return letter(
    row,
    key,
    `The payment for ${nameOf(row)} failed`,
    [
      what,
      `You keep your plan for now. We’ll try again on ${day(retryAt)}. If you’ve updated your card, pay now.`,
    ],
    [
      address
        ? { kind: 'button', label: 'View or stop it', url: address }
        : { kind: 'button', label: 'Pay now', url: `${context.platform.origin()}${billingPath}?pay=now` },
    ],
  );
}

export const cancelMail = (context: BillingContext, row: SubscriptionRow): MailMessage =>
  letter(
    row,
    `billing-cancelled:${row.id}`,
    `Canceled: ${nameOf(row)}`,
    [
      row.paid_until && row.kind === 'plan'
        ? `You keep it until ${day(row.paid_until)}, and you won’t be charged again. Nothing is deleted.`
        : 'You won’t be charged again. Thank you for your support.',
    ],
    row.kind === 'plan' ? [toBilling(context, 'Resume')] : [],
  );

export const renewalMail = (context: BillingContext, row: SubscriptionRow): MailMessage => {
  const on = day(row.paid_until ?? row.starts_at);
  return letter(
    row,
    `billing-renewal:${row.id}:${row.renewals}`,
    `${nameOf(row)} renews on ${on}`,
    [
      `Another year is ${money(row.price_cents)}, charged that day. To stop it, cancel before then. You keep what you’ve paid for.`,
    ],
    [toBilling(context, 'Open billing')],
  );
};

export const refusedMail = (context: BillingContext, row: SubscriptionRow): MailMessage =>
  letter(
    row,
    `billing-refused:${row.id}`,
    'Paid twice: you’ll be refunded',
    [
      `You agreed to ${nameOf(row)} after your plan had already changed. It was canceled at once, and ${
        row.due_now_cents > 0 ? `${money(row.due_now_cents)} is refunded to you` : 'nothing was charged'
      }.`,
    ],
    [toBilling(context, 'View billing')],
  );

export const refundMail = (
  context: BillingContext,
  row: SubscriptionRow,
  { cents, number, key, reason }: { cents: number; number: string | null; key: string; reason: string },
): MailMessage =>
  letter(
    row,
    `billing-refund-mail:${key}`,
    `Refunded: ${money(cents)}`,
    [
      `For ${nameOf(row)}${number === null ? '' : `, credit note ${number}`}. The refund goes to your original payment method, usually within a few days.${reason ? ` Reason: ${reason}.` : ''}`,
    ],
    row.kind === 'plan' ? [toBilling(context, 'Open billing')] : [],
  );

export const withdrawnMail = (row: SubscriptionRow, at: Date): MailMessage =>
  letter(row, `billing-withdrawn:${row.id}`, `Withdrawal received: ${nameOf(row)}`, [
    `You withdrew on ${at.toISOString().slice(0, 16).replace('T', ' at ')} UTC. We’ll refund you within 14 days, the way you paid.`,
  ]);

/** To the operator: money that nobody agreed to. */
export function mismatchMail(context: BillingContext, row: SubscriptionRow, payment: Payment): MailMessage {
  const { config, site } = context.platform;
  return {
    ...letter(row, `billing-mismatch:${payment.saleId}`, 'A subscription payment had the wrong amount', [
      `${money(payment.cents)} arrived for ${row.id} (${nameOf(row)}), and ${money(row.price_cents)} was agreed. Nothing was changed. Check it at PayPal, then refund it: hub subscriptions refund ${payment.saleId}`,
    ]),
    to: ownerAddress({ config, site }),
  };
}
