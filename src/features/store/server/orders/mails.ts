import { orderNumber } from '../../rules/order-number.ts';
import { cents, formatMoney } from '#base/money.ts';
import type { MailBlock, MailMessage } from '#platform/server/mail/message.ts';
import { percentWords } from '../../rules/tax.ts';
import type { Order } from './read.ts';
import type { CorrectionTable, OrderLineTable } from './tables.ts';

type Letter = Omit<MailMessage, 'to' | 'kind' | 'purpose' | 'dedupeKey'>;

const money = (amount: number): string => formatMoney(cents(amount));
const titled = ({ title, quantity }: Pick<OrderLineTable, 'title' | 'quantity'>): string =>
  quantity === 1 ? title : `${title} × ${quantity}`;

const listed = (things: readonly string[]): string =>
  things.length < 2 ? things.join('') : `${things.slice(0, -1).join(', ')} and ${things.at(-1)}`;

/** What was bought, how to get it, what was agreed: everything that the law wants on paper, on one sheet. */
export function receipt({
  order,
  lines,
  keys,
  address,
  support,
}: {
  order: Order;
  lines: readonly OrderLineTable[];
  keys: readonly { title: string; key: string }[];
  /** Opens the order with its files, keys and invoice. */
  address: string;
  support: string;
}): Letter {
  const sums: [string, string][] = [
    ...lines.map((line): [string, string] => [titled(line), money(line.line_cents)]),
    ...(order.discount_cents > 0
      ? [[`Coupon ${order.coupon_code ?? ''}`, `−${money(order.discount_cents)}`] as [string, string]]
      : []),
    ...(order.tax_cents > 0
      ? [[`Tax, ${percentWords(order.tax_basis_points)}`, money(order.tax_cents)] as [string, string]]
      : []),
    ['Total', money(order.total_cents)],
  ];
  const body: MailBlock[] = [
    { kind: 'heading', text: 'Thank you for your order' },
    {
      kind: 'text',
      text: `Order ${orderNumber(order.id)}${order.invoice_number ? `, invoice ${order.invoice_number}` : ''}.`,
    },
    { kind: 'lines', lines: sums },
    { kind: 'button', label: 'Open your order', url: address },
    {
      kind: 'small',
      text: `This link opens your order, with ${listed(['its files', ...(keys.length > 0 ? ['its keys'] : []), ...(order.invoice_number ? ['its invoice'] : [])])}, as often as you like. Don’t share it.`,
    },
  ];
  for (const { title, key } of keys)
    body.push({ kind: 'text', text: `License key for ${title}:` }, { kind: 'code', text: key });
  if (order.reverse_charge)
    body.push({
      kind: 'text',
      text: `Reverse charge: the tax is accounted for by the buyer, ${order.vat_id ?? ''}.`,
    });
  if (order.consent_text !== null)
    body.push({ kind: 'text', text: `You agreed at checkout: “${order.consent_text}”` });
  body.push({ kind: 'small', text: `Something not right? Email ${support} with your order number.` });
  // Whoever orders what is free may type any address.
  const why = order.total_cents > 0 ? 'paid' : 'typed';
  return { why, subject: `Your order: ${lines.map(titled).join(', ')}`, body };
}

export function saleNotice(order: Order, lines: readonly OrderLineTable[]): Letter {
  return {
    why: 'operator',
    subject: `Sold for ${money(order.total_cents)}: ${lines.map(titled).join(', ')}`,
    body: [
      { kind: 'heading', text: `Sold for ${money(order.total_cents)}` },
      {
        kind: 'lines',
        lines: [
          ...lines.map((line): [string, string] => [titled(line), money(line.line_cents)]),
          ['Buyer', order.email],
          ['Country', order.country],
          ['Order', orderNumber(order.id)],
        ],
      },
    ],
    replyTo: order.email,
  };
}

export function deniedNotice(order: Order, lines: readonly OrderLineTable[], address: string): Letter {
  return {
    why: 'paid',
    subject: `Payment declined: ${lines.map(titled).join(', ')}`,
    body: [
      { kind: 'heading', text: 'Your payment didn’t go through' },
      {
        kind: 'text',
        text: `PayPal held your payment of ${money(order.total_cents)} for order ${orderNumber(order.id)} and has now declined it. Nothing was charged, and nothing was delivered.`,
      },
      { kind: 'button', label: 'Try another way to pay', url: address },
      { kind: 'small', text: 'The link puts your items back in your cart.' },
    ],
  };
}

export function refundNotice(order: Order, refunded: number, note: string, address: string): Letter {
  const isWhole = order.refunded_cents >= order.total_cents;
  return {
    why: 'paid',
    subject: `Refunded: ${money(refunded)}`,
    body: [
      { kind: 'heading', text: `${money(refunded)} is refunded` },
      {
        kind: 'text',
        text: `For order ${orderNumber(order.id)}, credit note ${note}. The refund goes to your original payment method, usually within a few days.${isWhole ? ' Its files are no longer available.' : ''}`,
      },
      { kind: 'button', label: 'Open your order', url: address },
    ],
  };
}

export function givenFiles(order: Order, names: readonly string[], words: string, address: string): Letter {
  return {
    why: 'paid',
    subject: names.length === 1 ? 'A file for your order' : 'Files for your order',
    body: [
      { kind: 'heading', text: names.length === 1 ? 'There is a file for you' : 'There are files for you' },
      ...words
        .split(/\n\s*\n/)
        .filter((part) => part.trim() !== '')
        .map((text): MailBlock => ({ kind: 'text', text: text.trim() })),
      { kind: 'text', text: `In order ${orderNumber(order.id)}: ${listed(names)}.` },
      { kind: 'button', label: 'Open your order', url: address },
    ],
  };
}

export function correctedInvoice(
  order: Order,
  { number, replaces, credit_number: credit }: Pick<CorrectionTable, 'number' | 'replaces' | 'credit_number'>,
  address: string,
): Letter {
  return {
    why: 'paid',
    subject: `Invoice ${number} replaces ${replaces}`,
    body: [
      { kind: 'heading', text: 'Your invoice was corrected' },
      {
        kind: 'text',
        text: `For order ${orderNumber(order.id)}: credit note ${credit} cancels invoice ${replaces}, and invoice ${number} takes its place. What you paid stays the same. All three are in your order, as PDFs.`,
      },
      { kind: 'button', label: 'Open your order', url: address },
    ],
  };
}

export function paidTwice(order: Order, kept: Order, address: string): Letter {
  return {
    why: 'paid',
    subject: `Paid twice: ${money(order.total_cents)} is refunded`,
    body: [
      { kind: 'heading', text: `${money(order.total_cents)} is refunded` },
      {
        kind: 'text',
        text: `Your cart was paid twice, in two windows. Order ${orderNumber(kept.id)} is confirmed. What you paid for order ${orderNumber(order.id)}, ${money(order.total_cents)}, is refunded the way you paid, usually within a few days. You don’t need to do anything.`,
      },
      { kind: 'button', label: 'Open your order', url: address },
    ],
  };
}

export const paidTwiceNotice = (order: Order, kept: Order): Letter => ({
  why: 'operator',
  subject: `Paid twice: ${money(order.total_cents)} of ${orderNumber(order.id)} is refunded`,
  body: [
    { kind: 'heading', text: 'A buyer paid for one cart twice' },
    {
      kind: 'text',
      text: `${order.email} paid order ${orderNumber(order.id)} and order ${orderNumber(kept.id)} for the same cart. ${orderNumber(kept.id)} is confirmed; the other is refunded automatically, and the buyer is notified.`,
    },
    { kind: 'code', text: `npm run hub -- payments show ${order.id}` },
  ],
});

export function foundOrders(orders: readonly { title: string; address: string }[]): Letter {
  return {
    why: 'typed',
    subject: 'Your purchases',
    body: [
      { kind: 'heading', text: 'Here is what you bought' },
      { kind: 'text', text: 'Each link opens an order with its files and invoice.' },
      ...orders.map(({ title, address }): MailBlock => ({
        kind: 'prose',
        spans: [{ text: title, url: address }],
      })),
      {
        kind: 'small',
        text: 'Someone asked for this with your email address. If it wasn’t you, you can ignore this email.',
      },
    ],
  };
}

export function withdrawalReceipt(order: Order, at: Date): Letter {
  return {
    why: 'paid',
    subject: `Withdrawal received: order ${orderNumber(order.id)}`,
    body: [
      { kind: 'heading', text: 'We received your withdrawal' },
      {
        kind: 'text',
        text: `You withdrew from order ${orderNumber(order.id)} on ${at.toISOString().slice(0, 16).replace('T', ' at ')} UTC. What you paid (${money(order.total_cents)}) will be refunded within 14 days, the way you paid. Its files, keys and documents are no longer available.`,
      },
    ],
  };
}

export function newVersion(
  { title, version, changes }: { title: string; version: string; changes: string },
  address: string,
): Letter {
  return {
    why: 'agreed',
    subject: `${title} ${version} is here`,
    body: [
      { kind: 'heading', text: `${title} ${version}` },
      { kind: 'text', text: changes },
      { kind: 'button', label: 'Get the new version', url: address },
      {
        kind: 'small',
        text: 'You asked for email about updates. You can turn it off on the order’s page.',
      },
    ],
  };
}

export const orderMail = (to: string, dedupeKey: string, letter: Letter): MailMessage => ({
  to,
  kind: 'transactional',
  purpose: 'order',
  dedupeKey,
  ...letter,
});
