import { Problem } from '#base/problem.ts';
import { defaultBranding } from '#features/branding/rules/branding.ts';
import type { Block, Doc, Run } from '#features/documents/server/public.ts';
import type { Desk, Reader } from './desk.ts';
import { money, nameOf } from './mails.ts';
import type { PaymentRow, SubscriptionRow } from './tables.ts';

const text = (words: string, bold = false): Run => ({ r: 'text', text: words, ...(bold && { bold: true }) });
const para = (words: string): Block => ({ b: 'para', runs: [text(words)] });
const fact = (label: string, value: string): Block => ({
  b: 'para',
  runs: [text(`${label}: `, true), text(value)],
});
const lines = (words: readonly string[]): Block => ({
  b: 'para',
  runs: words.flatMap((line, at): Run[] => (at === 0 ? [text(line)] : [{ r: 'break' }, text(line)])),
});
const sums = (rows: [string, string][]): Block => ({
  b: 'table',
  align: ['start', 'end'],
  head: [[text('')], [text('US dollars')]],
  rows: rows.map((row) => row.map((words) => [text(words)])),
});
const isoDay = (date: Date): string => date.toISOString().slice(0, 10);

/** The invoice of one period, or a credit note for what of it went back; only for whose it is. */
export async function billingPdf(
  desk: Desk,
  trx: Reader,
  owner: string,
  saleId: string,
  credit?: string,
): Promise<{ name: string; pdf: Uint8Array<ArrayBuffer> }> {
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
    throw new Problem('not_found', 'There is no such invoice.');
  const doc =
    credit === undefined ? invoice(desk, row, payment) : await creditNote(desk, trx, row, payment, credit);
  const { name, seller, accent } = desk.platform.site.words();
  const branding = {
    ...defaultBranding,
    companyName: name,
    ...(accent && { primaryColor: accent }),
    email: seller.email,
  };
  const paper = ['US', 'CA'].includes(row.country) ? 'us-letter' : 'a4';
  const { pdf } = await desk.books.press().print(doc, { paper, branding });
  return { name: doc.slug, pdf };
}

function invoice(desk: Desk, row: SubscriptionRow, payment: PaymentRow): Doc {
  const net = payment.cents - payment.tax_cents;
  const period =
    payment.period_from && payment.period_until
      ? `${isoDay(payment.period_from)} to ${isoDay(payment.period_until)}`
      : isoDay(payment.at);
  const hasCredit = payment.kind === 'first' && row.credit_cents > 0;
  const title = `Invoice ${payment.invoice_number ?? ''}`;
  return sheet(desk, row, payment, title, `invoice-${payment.invoice_number ?? ''}`, [
    fact('Date of invoice', isoDay(payment.at)),
    fact('Subscription', row.id),
    fact('Period', period),
    sums([
      [nameOf(row), money(hasCredit ? net + row.credit_cents : net)],
      ...(hasCredit
        ? [['Unused part of the plan before', `−${money(row.credit_cents)}`] as [string, string]]
        : []),
      ['Net', money(net)],
      [taxLabel(row), money(payment.tax_cents)],
      ['Total, paid', money(payment.cents)],
    ]),
    ...(row.reverse_charge
      ? [
          para(
            'Reverse charge: the tax is accounted for by the recipient (Article 196, Directive 2006/112/EC).',
          ),
        ]
      : []),
  ]);
}

const taxLabel = (row: SubscriptionRow): string =>
  row.tax_basis_points > 0 ? `Tax, ${row.tax_basis_points / 100} % (${row.country})` : 'Tax';

async function creditNote(
  desk: Desk,
  trx: Reader,
  row: SubscriptionRow,
  payment: PaymentRow,
  number: string,
): Promise<Doc> {
  const note = await trx
    .selectFrom('billing_credit_note')
    .selectAll()
    .where('sale_id', '=', payment.sale_id)
    .where('number', '=', number)
    .executeTakeFirst();
  if (!note) throw new Problem('not_found', 'There is no such credit note.');
  const tax = payment.cents > 0 ? Math.round((note.cents * payment.tax_cents) / payment.cents) : 0;
  return sheet(desk, row, payment, `Credit note ${number}`, `credit-note-${number}`, [
    fact('Date', isoDay(note.issued_at)),
    fact('For invoice', `${payment.invoice_number ?? ''} of ${isoDay(payment.at)}`),
    ...(note.reason ? [fact('Reason', note.reason)] : []),
    sums([
      ['Net', `−${money(note.cents - tax)}`],
      [taxLabel(row), `−${money(tax)}`],
      ['Total, refunded', `−${money(note.cents)}`],
    ]),
  ]);
}

function sheet(
  desk: Desk,
  row: SubscriptionRow,
  { seller }: PaymentRow,
  title: string,
  slug: string,
  blocks: Block[],
): Doc {
  const kept = typeof seller === 'object' && seller ? seller.lines : desk.books.sellerLines();
  const buyer = [row.buyer_name, row.email, row.country, row.vat_id ? `VAT ${row.vat_id}` : ''];
  return {
    slug,
    title,
    version: '',
    language: desk.platform.site.words().language.slice(0, 2),
    blocks: [
      { b: 'title', id: 'title', runs: [text(title)] },
      { b: 'para', runs: [text('Seller', true)] },
      lines(kept),
      { b: 'para', runs: [text('Buyer', true)] },
      lines(buyer.filter(Boolean)),
      ...blocks,
    ],
    notice: '',
    blanks: [],
  };
}
