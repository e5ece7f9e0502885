import { Problem } from '#base/problem.ts';
import { defaultBranding } from '#features/branding/rules/branding.ts';
import type { Block, Doc, Run } from '#features/documents/server/public.ts';
import type { ZipEntry } from '#platform/server/zip.ts';
import type { Desk, Reader } from './desk.ts';
import { money, nameOf } from './mails.ts';
import { buyerOf } from './details.ts';
import type { Buyer, PaymentRow, SubscriptionRow } from './tables.ts';

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

/** Every invoice of theirs, and every credit note, oldest first. */
export async function allPdfs(desk: Desk, trx: Reader, owner: string): Promise<ZipEntry[]> {
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
  const files: ZipEntry[] = [];
  const seen = new Set<string>();
  const add = async (sale: string, credit?: string) => {
    const key = credit ?? sale;
    if (seen.has(key)) return;
    seen.add(key);
    const { name, pdf } = await billingPdf(desk, trx, owner, sale, credit);
    files.push({ path: `${name}.pdf`, bytes: pdf });
  };
  for (const { sale_id, credit } of papers) {
    await add(sale_id);
    if (credit !== null) await add(sale_id, credit);
  }
  return files;
}

function invoice(desk: Desk, row: SubscriptionRow, payment: PaymentRow): Doc {
  const net = payment.cents - payment.tax_cents;
  const period =
    payment.period_from && payment.period_until
      ? `${isoDay(payment.period_from)} to ${isoDay(payment.period_until)}`
      : isoDay(payment.at);
  const buyer = buyerOf(row, payment);
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
      [taxLabel(buyer), money(payment.tax_cents)],
      ['Total, paid', money(payment.cents)],
    ]),
    ...(buyer.reverseCharge
      ? [
          para(
            'Reverse charge: the tax is accounted for by the recipient (Article 196, Directive 2006/112/EC).',
          ),
        ]
      : []),
  ]);
}

const taxLabel = ({ taxBasisPoints, country }: Buyer): string =>
  taxBasisPoints > 0 ? `Tax, ${taxBasisPoints / 100} % (${country})` : 'Tax';

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
      [taxLabel(buyerOf(row, payment)), `−${money(tax)}`],
      ['Total, refunded', `−${money(note.cents)}`],
    ]),
  ]);
}

function sheet(
  desk: Desk,
  row: SubscriptionRow,
  payment: PaymentRow,
  title: string,
  slug: string,
  blocks: Block[],
): Doc {
  const { seller } = payment;
  const kept = typeof seller === 'object' && seller ? seller.lines : desk.books.sellerLines();
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
      lines(buyerOf(row, payment).lines),
      ...blocks,
    ],
    notice: '',
    blanks: [],
  };
}
