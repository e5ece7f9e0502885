import { Problem } from '#base/problem.ts';
import type { Block } from '#features/documents/server/public.ts';
import {
  type Bill,
  billDay,
  creditSums,
  fact,
  type PrintedBill,
  reverseChargeNote,
  sums,
} from '#features/store/server/public.ts';
import type { ZipEntry } from '#platform/server/zip.ts';
import type { BillingContext, Reader } from './context.ts';
import { money, nameOf } from './mails.ts';
import { buyerOf } from './details.ts';
import type { Buyer, PaymentRow, SubscriptionRow } from './tables.ts';

/** The invoice of one period, or a credit note for what of it went back; only for whose it is. */
export async function billingPdf(
  context: BillingContext,
  trx: Reader,
  owner: string,
  saleId: string,
  credit?: string,
): Promise<PrintedBill> {
  const payment = await trx
    .selectFrom('billing_payment')
    .selectAll()
    .where('sale_id', '=', saleId)
    .executeTakeFirst();
  const row = await trx
    .selectFrom('billing_subscription')
    .selectAll()
    .where('id', '=', payment?.subscription_id ?? '')
    .where('owner_id', '=', owner)
    .executeTakeFirst();
  if (!payment || !row || payment.invoice_number === null)
    throw new Problem('not_found', 'We can’t find that invoice.');
  const bill =
    credit === undefined
      ? invoice(context, row, payment)
      : await creditNote(context, trx, row, payment, credit);
  return context.books.print(bill);
}

/** Every invoice of theirs, and every credit note, oldest first. */
export async function allPdfs(
  context: BillingContext,
  trx: Reader,
  owner: string,
): Promise<AsyncIterable<ZipEntry> | null> {
  const papers = await trx
    .selectFrom('billing_payment as payment')
    .innerJoin('billing_subscription as agreed', 'agreed.id', 'payment.subscription_id')
    .leftJoin('billing_credit_note as note', 'note.sale_id', 'payment.sale_id')
    .where('agreed.owner_id', '=', owner)
    .where('payment.invoice_number', 'is not', null)
    .select(['payment.sale_id', 'note.number as credit'])
    .orderBy('payment.at')
    .limit(500)
    .execute();
  if (papers.length === 0) return null;
  const seen = new Set<string>();
  async function* add(sale: string, credit?: string): AsyncGenerator<ZipEntry> {
    const key = credit ?? sale;
    if (seen.has(key)) return;
    seen.add(key);
    const { name, pdf } = await billingPdf(context, trx, owner, sale, credit);
    yield { path: `${name}.pdf`, bytes: pdf };
  }
  return (async function* () {
    for (const { sale_id, credit } of papers) {
      yield* add(sale_id);
      if (credit !== null) yield* add(sale_id, credit);
    }
  })();
}

function invoice(context: BillingContext, row: SubscriptionRow, payment: PaymentRow): Bill {
  const net = payment.cents - payment.tax_cents;
  const period =
    payment.period_from && payment.period_until
      ? `${billDay(payment.period_from)} to ${billDay(payment.period_until)}`
      : billDay(payment.at);
  const buyer = buyerOf(row, payment);
  const hasCredit = payment.kind === 'first' && row.credit_cents > 0;
  const title = `Invoice ${payment.invoice_number ?? ''}`;
  return billFor(context, row, payment, title, `invoice-${payment.invoice_number ?? ''}`, [
    fact('Date of invoice', billDay(payment.at)),
    fact('Subscription', row.id),
    fact('Period', period),
    sums([
      [nameOf(row), money(hasCredit ? net + row.credit_cents : net)],
      ...(hasCredit
        ? [['Unused part of the previous plan', `−${money(row.credit_cents)}`] as [string, string]]
        : []),
      ['Net', money(net)],
      [taxLabel(buyer), money(payment.tax_cents)],
      ['Total, paid', money(payment.cents)],
    ]),
    ...reverseChargeNote(buyer.reverseCharge),
  ]);
}

const taxLabel = ({ taxBasisPoints, country }: Buyer): string =>
  taxBasisPoints > 0 ? `Tax, ${taxBasisPoints / 100} % (${country})` : 'Tax';

async function creditNote(
  context: BillingContext,
  trx: Reader,
  row: SubscriptionRow,
  payment: PaymentRow,
  number: string,
): Promise<Bill> {
  const notes = await trx
    .selectFrom('billing_credit_note')
    .selectAll()
    .where('sale_id', '=', payment.sale_id)
    .orderBy('issued_at')
    .orderBy('number')
    .execute();
  const at = notes.findIndex((each) => each.number === number);
  const note = notes[at];
  const before = notes.slice(0, Math.max(0, at)).reduce((sum, each) => sum + each.cents, 0);
  if (!note) throw new Problem('not_found', 'We can’t find that credit note.');
  return billFor(context, row, payment, `Credit note ${number}`, `credit-note-${number}`, [
    fact('Date', billDay(note.issued_at)),
    fact('For invoice', `${payment.invoice_number ?? ''} of ${billDay(payment.at)}`),
    ...(note.reason ? [fact('Reason', note.reason)] : []),
    creditSums(
      { back: note.cents, before },
      { cents: payment.cents, taxCents: payment.tax_cents },
      taxLabel(buyerOf(row, payment)),
    ),
  ]);
}

function billFor(
  context: BillingContext,
  row: SubscriptionRow,
  payment: PaymentRow,
  title: string,
  slug: string,
  blocks: Block[],
): Bill {
  const { seller } = payment;
  const kept = typeof seller === 'object' && seller ? seller.lines : context.books.sellerLines();
  const buyer = buyerOf(row, payment);
  return { title, slug, seller: kept, buyer: buyer.lines, country: row.country, blocks };
}
