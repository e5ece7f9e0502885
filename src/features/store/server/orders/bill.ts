import { cents, formatMoney } from '#base/money.ts';
import { defaultBranding } from '#features/branding/rules/branding.ts';
import {
  type Block,
  createPress,
  type Doc,
  type Press,
  type Run,
} from '#features/documents/server/public.ts';
import { creditOf } from '../../rules/credit.ts';
import type { Platform } from '#platform/server/platform.ts';

/** An invoice or a credit note, whatever it is for: they look alike and stand in one series. */
export interface Bill {
  title: string;
  /** The name of its file. */
  slug: string;
  seller: readonly string[];
  buyer: readonly string[];
  /** Where the buyer is: the paper that is used there. */
  country: string;
  blocks: Block[];
}

export interface PrintedBill {
  name: string;
  pdf: Uint8Array<ArrayBuffer>;
}

// Started with the first bill, and shared by all of them.
const presses = new WeakMap<object, Press>();

function pressOf(platform: Platform): Press {
  let press = presses.get(platform);
  if (!press) {
    press = createPress((words) => platform.log.error('Couldn’t create an invoice', { words }));
    presses.set(platform, press);
  }
  return press;
}

/** In the colours of the house. */
export async function printBill(platform: Platform, bill: Bill): Promise<PrintedBill> {
  const { name, seller, accent, language } = platform.site.words();
  const doc: Doc = {
    slug: bill.slug,
    title: bill.title,
    version: '',
    language: language.slice(0, 2),
    blocks: [
      { b: 'title', id: 'title', runs: [text(bill.title)] },
      { b: 'para', runs: [text('Seller', true)] },
      address(bill.seller),
      { b: 'para', runs: [text('Buyer', true)] },
      address(bill.buyer),
      ...bill.blocks,
    ],
    notice: '',
    blanks: [],
  };
  const branding = {
    ...defaultBranding,
    companyName: name,
    ...(accent && { primaryColor: accent }),
    email: seller.email,
  };
  const paper = ['US', 'CA'].includes(bill.country) ? 'us-letter' : 'a4';
  const { pdf } = await pressOf(platform).printAnyhow(doc, { paper, branding });
  return { name: bill.slug, pdf };
}

const text = (words: string, bold = false): Run => ({ r: 'text', text: words, ...(bold && { bold: true }) });

const address = (lines: readonly string[]): Block => ({
  b: 'para',
  runs: lines.flatMap((line, at): Run[] => (at === 0 ? [text(line)] : [{ r: 'break' }, text(line)])),
});

export const billMoney = (amount: number): string => formatMoney(cents(amount));
export const billDay = (date: Date): string => date.toISOString().slice(0, 10);

export const fact = (label: string, value: string): Block => ({
  b: 'para',
  runs: [text(`${label}: `, true), text(value)],
});

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): Block => ({
  b: 'table',
  align: head.map((_, at) => (at === 0 ? 'start' : 'end')),
  head: head.map((words) => [text(words)]),
  rows: rows.map((row) => row.map((words) => [text(words)])),
});

export const sums = (rows: readonly (readonly [string, string])[]): Block => table(['', 'US dollars'], rows);

/** What the law wants said where the buyer accounts for the tax. */
export const reverseChargeNote = (applies: boolean): Block[] =>
  applies
    ? [
        {
          b: 'para',
          runs: [
            text(
              'Reverse charge: the tax is accounted for by the recipient (Article 196, Directive 2006/112/EC).',
            ),
          ],
        },
      ]
    : [];

/** Of what went back, the part that was tax; `before`: what had gone back of it until then. */
export const creditSums = (
  { back: backCents, before }: { back: number; before: number },
  paid: { cents: number; taxCents: number },
  taxLabel = 'Tax',
  totalLabel = 'Total, refunded',
) => {
  const { net, tax } = creditOf(backCents, before, paid);
  return sums([
    ['Net', `−${billMoney(net)}`],
    [taxLabel, `−${billMoney(tax)}`],
    [totalLabel, `−${billMoney(backCents)}`],
  ]);
};
