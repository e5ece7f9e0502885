import { orderNumber } from '../../rules/order-number.ts';
import { Problem } from '#base/problem.ts';
import type { Block } from '#features/documents/server/public.ts';
import { percentWords } from '../../rules/tax.ts';
import {
  type Bill,
  billDay,
  billMoney,
  creditSums,
  fact,
  type PrintedBill,
  printBill,
  reverseChargeNote,
  sums,
  table,
} from './bill.ts';
import type { OrdersContext } from './context.ts';
import { linesOf, type Order } from './read.ts';
import type { OrderTables } from './tables.ts';

/** The invoice as it was when it was paid, or a credit note for what went back. */
export async function invoicePdf(
  context: OrdersContext,
  order: Order,
  credit?: string,
): Promise<PrintedBill> {
  if (!order.paid_at || (order.invoice_number === null && credit === undefined))
    throw new Problem('not_found', 'There is no invoice for this order: nothing was paid.');
  const bill =
    credit === undefined ? await invoice(context, order) : await creditNote(context, order, credit);
  return printBill(context.platform, bill);
}

async function invoice(context: OrdersContext, order: Order): Promise<Bill> {
  const lines = await linesOf(context.platform.db.tables<OrderTables>(), order.id);
  const rows = lines.map((line) => [
    `${line.title}, version ${line.version}`,
    String(line.quantity),
    billMoney(line.unit_cents),
    billMoney(line.line_cents),
  ]);
  const number = order.invoice_number ?? '';
  return billFor(order, `Invoice ${number}`, `invoice-${number}`, [
    fact('Date of invoice and of delivery', billDay(order.paid_at ?? order.created_at)),
    fact('Order', orderNumber(order.id)),
    table(['Description', 'Quantity', 'Price', 'Amount'], rows),
    sums([
      ...(order.discount_cents > 0
        ? [[`Coupon ${order.coupon_code ?? ''}`, `−${billMoney(order.discount_cents)}`] as const]
        : []),
      ['Net', billMoney(order.total_cents - order.tax_cents)],
      [taxLabel(order), billMoney(order.tax_cents)],
      ['Total, paid', billMoney(order.total_cents)],
    ]),
    ...reverseChargeNote(order.reverse_charge),
  ]);
}

const taxLabel = ({ tax_basis_points, country }: Order): string =>
  tax_basis_points > 0 ? `Tax, ${percentWords(tax_basis_points)} (${country})` : 'Tax';

async function creditNote(context: OrdersContext, order: Order, number: string): Promise<Bill> {
  const notes = await context.platform.db
    .tables<OrderTables>()
    .selectFrom('store_credit_note')
    .selectAll()
    .where('order_id', '=', order.id)
    .orderBy('issued_at')
    .orderBy('number')
    .execute();
  const at = notes.findIndex((each) => each.number === number);
  const note = notes[at];
  const before = notes.slice(0, Math.max(0, at)).reduce((sum, each) => sum + each.cents, 0);
  if (!note) throw new Problem('not_found', 'We can’t find that credit note.');
  const paidOn = billDay(order.paid_at ?? order.created_at);
  return billFor(order, `Credit note ${number}`, `credit-note-${number}`, [
    fact('Date', billDay(note.issued_at)),
    fact('For invoice', `${order.invoice_number ?? orderNumber(order.id)} of ${paidOn}`),
    ...(note.reason ? [fact('Reason', note.reason)] : []),
    creditSums(
      { back: note.cents, before },
      { cents: order.total_cents, taxCents: order.tax_cents },
      taxLabel(order),
    ),
  ]);
}

const billFor = (order: Order, title: string, slug: string, blocks: Block[]): Bill => ({
  title,
  slug,
  seller: order.seller?.lines ?? [],
  buyer: [
    ...(order.buyer_name ? [order.buyer_name] : []),
    order.email,
    order.country,
    ...(order.vat_id ? [`VAT ${order.vat_id}`] : []),
  ],
  country: order.country,
  blocks,
});
