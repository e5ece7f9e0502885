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
        { kind: 'button', label: 'See or stop it', url: giftAddress(context, row.id) },
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
      { kind: 'small', text: 'Invoice, change and cancel are one click away there.' },
    ],
  );
}

export const laterMail = (context: BillingContext, row: SubscriptionRow): MailMessage =>
  letter(
    row,
    `billing-later:${row.id}`,
    `${nameOf(row)} begins on ${day(row.starts_at)}`,
    [`Until then you keep what you paid for. The first payment, ${money(row.price_cents)}, is due that day.`],
    [toBilling(context, 'Open billing')],
  );

export function failedMail(
  context: BillingContext,
  row: SubscriptionRow,
  tries: number,
  retryAt: Date | null,
): MailMessage {
  const what = `${money(row.price_cents)} for ${nameOf(row)} could not be collected.`;
  const address = row.kind === 'donation' ? giftAddress(context, row.id) : null;
  const key = `billing-failed:${row.id}:${row.renewals}:${tries}`;
  if (retryAt === null)
    return letter(
      row,
      key,
      row.kind === 'donation' ? 'Your monthly donation has ended' : 'Your plan is FREE now',
      [
        what,
        row.kind === 'donation'
          ? 'It is not tried again. Thank you for what you gave.'
          : 'It is not tried again, and nothing is owed. Nothing you made is deleted; new use waits until there is room. Choose a plan again whenever you like.',
      ],
      address ? [] : [toBilling(context, 'Choose a plan')],
    );
  return letter(
    row,
    key,
    `The payment for ${nameOf(row)} failed`,
    [
      what,
      `You keep everything meanwhile. It is tried again on ${day(retryAt)}; if the card is new or was empty, pay now.`,
    ],
    [
      address
        ? { kind: 'button', label: 'See or stop it', url: address }
        : { kind: 'button', label: 'Pay now', url: `${context.platform.origin()}${billingPath}?pay=now` },
    ],
  );
}

export const cancelMail = (context: BillingContext, row: SubscriptionRow): MailMessage =>
  letter(
    row,
    `billing-cancelled:${row.id}`,
    `Cancelled: ${nameOf(row)}`,
    [
      row.paid_until && row.kind === 'plan'
        ? `You keep it until ${day(row.paid_until)}, and are not charged again. Nothing you made is deleted.`
        : 'You are not charged again. Thank you for what you gave.',
    ],
    row.kind === 'plan' ? [toBilling(context, 'Take it up again')] : [],
  );

export const renewalMail = (context: BillingContext, row: SubscriptionRow): MailMessage => {
  const on = day(row.paid_until ?? row.starts_at);
  return letter(
    row,
    `billing-renewal:${row.id}:${row.renewals}`,
    `${nameOf(row)} renews on ${on}`,
    [
      `Another year is ${money(row.price_cents)}, collected that day. To let it end, cancel before; you keep what is paid.`,
    ],
    [toBilling(context, 'Open billing')],
  );
};

export const refusedMail = (context: BillingContext, row: SubscriptionRow): MailMessage =>
  letter(
    row,
    `billing-refused:${row.id}`,
    'Paid twice: your money comes back',
    [
      `You agreed to ${nameOf(row)} after your plan had changed already. It was cancelled at once, and ${
        row.due_now_cents > 0 ? `${money(row.due_now_cents)} goes back to you` : 'nothing was charged'
      }.`,
    ],
    [toBilling(context, 'See what you have')],
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
      `For ${nameOf(row)}${number === null ? '' : `, credit note ${number}`}. It arrives the way you paid, usually within a few days.${reason ? ` Reason: ${reason}.` : ''}`,
    ],
    row.kind === 'plan' ? [toBilling(context, 'Open billing')] : [],
  );

export const withdrawnMail = (row: SubscriptionRow, at: Date): MailMessage =>
  letter(row, `billing-withdrawn:${row.id}`, `Withdrawal received: ${nameOf(row)}`, [
    `You withdrew on ${at.toISOString().slice(0, 16).replace('T', ' at ')} UTC. What you paid comes back to you within 14 days, the way you paid.`,
  ]);

/** To the operator: money that nobody agreed to. */
export function mismatchMail(context: BillingContext, row: SubscriptionRow, payment: Payment): MailMessage {
  const { config, site } = context.platform;
  return {
    ...letter(row, `billing-mismatch:${payment.saleId}`, 'A subscription paid another amount', [
      `${money(payment.cents)} arrived for ${row.id} (${nameOf(row)}), and ${money(row.price_cents)} was agreed. Nothing was changed; look at it at PayPal, then give it back: hub subscriptions refund ${payment.saleId}`,
    ]),
    to: ownerAddress({ config, site }),
  };
}
