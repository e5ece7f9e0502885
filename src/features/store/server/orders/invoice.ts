import { cents, formatMoney } from '#base/money.ts';
import { Problem } from '#base/problem.ts';
import {
  type Block,
  createPress,
  type Doc,
  type Press,
  type Run,
} from '#features/documents/server/public.ts';
import { defaultBranding } from '#features/branding/rules/branding.ts';
import { percentWords } from '../../rules/tax.ts';
import type { Desk } from './desk.ts';
import { linesOf, type Order } from './read.ts';
import type { OrderTables } from './tables.ts';

// Started with the first invoice, and shared by all of them.
const presses = new WeakMap<object, Press>();

export function pressOf({ platform }: Desk): Press {
  let press = presses.get(platform);
  if (!press) {
    press = createPress((words) => platform.log.error('An invoice could not be set', { words }));
    presses.set(platform, press);
  }
  return press;
}

const text = (words: string, bold = false): Run => ({ r: 'text', text: words, ...(bold && { bold: true }) });
const money = (amount: number): string => formatMoney(cents(amount));
const day = (date: Date): string => date.toISOString().slice(0, 10);

/** One address, line by line. */
const block = (lines: readonly string[]): Block => ({
  b: 'para',
  runs: lines.flatMap((line, at): Run[] => (at === 0 ? [text(line)] : [{ r: 'break' }, text(line)])),
});

/** The invoice as it was when it was paid, or a credit note for what went back. */
export async function invoicePdf(
  desk: Desk,
  order: Order,
  credit?: string,
): Promise<{ name: string; pdf: Uint8Array<ArrayBuffer> }> {
  if (!order.paid_at || (order.invoice_number === null && credit === undefined))
    throw new Problem('not_found', 'There is no invoice for this order: nothing was paid.');
  const doc = credit === undefined ? await invoice(desk, order) : await creditNote(desk, order, credit);
  const paper = ['US', 'CA'].includes(order.country) ? 'us-letter' : 'a4';
  const { name, seller, accent } = desk.platform.site.words();
  const branding = {
    ...defaultBranding,
    companyName: name,
    ...(accent && { primaryColor: accent }),
    email: seller.email,
  };
  const { pdf } = await pressOf(desk).print(doc, { paper, branding });
  return { name: doc.slug, pdf };
}

async function invoice(desk: Desk, order: Order): Promise<Doc> {
  const lines = await linesOf(desk.platform.db.tables<OrderTables>(), order.id);
  const rows: [string, string, string, string][] = lines.map((line) => [
    `${line.title}, version ${line.version}`,
    String(line.quantity),
    money(line.unit_cents),
    money(line.line_cents),
  ]);
  const sums: [string, string][] = [
    ...(order.discount_cents > 0
      ? [[`Coupon ${order.coupon_code ?? ''}`, `−${money(order.discount_cents)}`] as [string, string]]
      : []),
    ['Net', money(order.total_cents - order.tax_cents)],
    [
      order.tax_basis_points > 0 ? `Tax, ${percentWords(order.tax_basis_points)} (${order.country})` : 'Tax',
      money(order.tax_cents),
    ],
    ['Total, paid', money(order.total_cents)],
  ];
  return sheet(
    desk,
    order,
    `Invoice ${order.invoice_number ?? ''}`,
    `invoice-${order.invoice_number ?? ''}`,
    [
      fact('Date of invoice and of delivery', day(order.paid_at ?? order.created_at)),
      fact('Order', order.id),
      table(['What', 'Quantity', 'Price', 'Amount'], rows),
      table(['', 'US dollars'], sums),
      ...(order.reverse_charge
        ? [
            para(
              'Reverse charge: the tax is accounted for by the recipient (Article 196, Directive 2006/112/EC).',
            ),
          ]
        : []),
    ],
  );
}

async function creditNote(desk: Desk, order: Order, number: string): Promise<Doc> {
  const note = await desk.platform.db
    .tables<OrderTables>()
    .selectFrom('store_credit_note')
    .selectAll()
    .where('order_id', '=', order.id)
    .where('number', '=', number)
    .executeTakeFirst();
  if (!note) throw new Problem('not_found', 'There is no such credit note.');
  const taxPart = order.total_cents > 0 ? Math.round((note.cents * order.tax_cents) / order.total_cents) : 0;
  return sheet(desk, order, `Credit note ${number}`, `credit-note-${number}`, [
    fact('Date', day(note.issued_at)),
    fact('For invoice', `${order.invoice_number ?? order.id} of ${day(order.paid_at ?? order.created_at)}`),
    ...(note.reason ? [fact('Reason', note.reason)] : []),
    table(
      ['', 'US dollars'],
      [
        ['Net', `−${money(note.cents - taxPart)}`],
        ['Tax', `−${money(taxPart)}`],
        ['Total, refunded', `−${money(note.cents)}`],
      ],
    ),
  ]);
}

const para = (words: string): Block => ({ b: 'para', runs: [text(words)] });
const fact = (label: string, value: string): Block => ({
  b: 'para',
  runs: [text(`${label}: `, true), text(value)],
});

const table = (head: string[], rows: readonly (readonly string[])[]): Block => ({
  b: 'table',
  align: head.map((_, at) => (at === 0 ? 'start' : 'end')),
  head: head.map((words) => [text(words)]),
  rows: rows.map((row) => row.map((words) => [text(words)])),
});

function sheet(desk: Desk, order: Order, title: string, slug: string, blocks: Block[]): Doc {
  const buyer = [order.buyer_name || order.email, ...(order.buyer_name ? [order.email] : []), order.country];
  return {
    slug,
    title,
    version: '',
    language: desk.platform.site.words().language.slice(0, 2),
    blocks: [
      { b: 'title', id: 'title', runs: [text(title)] },
      { b: 'para', runs: [text('Seller', true)] },
      block(order.seller?.lines ?? []),
      { b: 'para', runs: [text('Buyer', true)] },
      block([...buyer, ...(order.vat_id ? [`VAT ${order.vat_id}`] : [])]),
      ...blocks,
    ],
    notice: '',
    blanks: [],
  };
}
