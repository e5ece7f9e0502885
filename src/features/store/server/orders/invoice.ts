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
import { buyerOf, correctionsOf, linesOf, type Order } from './read.ts';
import type { CorrectionTable, InvoiceBuyer, OrderTables } from './tables.ts';

/** The invoice that counts, or any invoice or credit note of the order by its number, as each was issued. */
export async function invoicePdf(
  context: OrdersContext,
  order: Order,
  number: string | undefined,
): Promise<PrintedBill> {
  return printBill(context.platform, await billOf(context, order, number ?? order.invoice_number ?? ''));
}

/** The same before it is set. */
export async function billOf(context: OrdersContext, order: Order, number: string): Promise<Bill> {
  if (!order.paid_at || number === '')
    throw new Problem('not_found', 'There is no invoice for this order: nothing was paid.');
  const corrections = await correctionsOf(context.platform.db.tables<OrderTables>(), [order.id]);
  const cancelled = corrections.find((each) => each.credit_number === number);
  if (cancelled) return cancellation(order, corrections, cancelled);
  const isInvoice = number === order.invoice_number || corrections.some((each) => each.replaces === number);
  return isInvoice
    ? invoice(context, order, corrections, number)
    : creditNote(context, order, corrections, number);
}

type Corrections = readonly CorrectionTable[];

/** Whom an invoice was made out to, and by whom: what a later correction changed isn’t on it. */
function partiesOf(order: Order, corrections: Corrections, number: string | null) {
  const next = corrections.find(({ replaces }) => replaces === number);
  const own = corrections.find((each) => each.number === number);
  return {
    buyer: next?.buyer_before ?? buyerOf(order),
    seller: own?.seller.lines ?? order.seller?.lines ?? [],
  };
}

async function invoice(
  context: OrdersContext,
  order: Order,
  corrections: Corrections,
  number: string,
): Promise<Bill> {
  const lines = await linesOf(context.platform.db.tables<OrderTables>(), order.id);
  const rows = lines.map((line) => [
    `${line.title}, version ${line.version}`,
    String(line.quantity),
    billMoney(line.unit_cents),
    billMoney(line.line_cents),
  ]);
  const paidOn = billDay(order.paid_at ?? order.created_at);
  const correction = corrections.find((each) => each.number === number);
  const back = correction?.refunded_before ?? 0;
  return billFor(order, partiesOf(order, corrections, number), `Invoice ${number}`, `invoice-${number}`, [
    ...(correction
      ? [
          fact('Date of invoice', billDay(correction.issued_at)),
          fact('Date of delivery', paidOn),
          fact(
            'Replaces',
            `invoice ${correction.replaces}, cancelled by credit note ${correction.credit_number}`,
          ),
        ]
      : [fact('Date of invoice and of delivery', paidOn)]),
    fact('Order', orderNumber(order.id)),
    table(['Description', 'Quantity', 'Price', 'Amount'], rows),
    sums([
      ...(order.discount_cents > 0
        ? [[`Coupon ${order.coupon_code ?? ''}`, `−${billMoney(order.discount_cents)}`] as const]
        : []),
      ['Net', billMoney(order.total_cents - order.tax_cents)],
      [taxLabel(order), billMoney(order.tax_cents)],
      ['Total, paid', billMoney(order.total_cents)],
      ...(back > 0
        ? [
            ['Refunded before', `−${billMoney(back)}`] as const,
            ['Left', billMoney(order.total_cents - back)] as const,
          ]
        : []),
    ]),
    ...reverseChargeNote(order.reverse_charge),
  ]);
}

/** The credit note that cancels an invoice for another one in its place. */
function cancellation(order: Order, corrections: Corrections, correction: CorrectionTable): Bill {
  const {
    credit_number: number,
    replaces,
    issued_at: at,
    cents,
    refunded_before: before,
    reason,
  } = correction;
  const parties = { ...partiesOf(order, corrections, replaces), seller: correction.seller.lines };
  return billFor(order, parties, `Credit note ${number}`, `credit-note-${number}`, [
    fact('Date', billDay(at)),
    fact('Cancels', `invoice ${replaces}; invoice ${correction.number} takes its place, and no money moves`),
    ...(reason ? [fact('Reason', reason)] : []),
    creditSums(
      { back: cents, before },
      { cents: order.total_cents, taxCents: order.tax_cents },
      taxLabel(order),
      'Total, cancelled',
    ),
  ]);
}

const taxLabel = ({ tax_basis_points, country }: Order): string =>
  tax_basis_points > 0 ? `Tax, ${percentWords(tax_basis_points)} (${country})` : 'Tax';

async function creditNote(
  context: OrdersContext,
  order: Order,
  corrections: Corrections,
  number: string,
): Promise<Bill> {
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
  // The invoice that counted when the money went back.
  const later = corrections.find((each) => each.issued_at > note.issued_at);
  const invoiced = later?.replaces ?? order.invoice_number;
  const of = corrections.find((each) => each.number === invoiced);
  return billFor(
    order,
    partiesOf(order, corrections, invoiced),
    `Credit note ${number}`,
    `credit-note-${number}`,
    [
      fact('Date', billDay(note.issued_at)),
      fact('For invoice', `${invoiced ?? orderNumber(order.id)} of ${of ? billDay(of.issued_at) : paidOn}`),
      ...(note.reason ? [fact('Reason', note.reason)] : []),
      creditSums(
        { back: note.cents, before },
        { cents: order.total_cents, taxCents: order.tax_cents },
        taxLabel(order),
      ),
    ],
  );
}

const billFor = (
  order: Order,
  { buyer, seller }: { buyer: InvoiceBuyer; seller: readonly string[] },
  title: string,
  slug: string,
  blocks: Block[],
): Bill => ({
  title,
  slug,
  seller,
  buyer: [
    ...(buyer.name ? [buyer.name] : []),
    ...buyer.address.split('\n').filter(Boolean),
    order.email,
    order.country,
    ...(buyer.vatId ? [`VAT ${buyer.vatId}`] : []),
  ],
  country: order.country,
  blocks,
});
