import { type Block, type Doc, type Run, runsText } from './doc.ts';
import type { Finding } from '../answers/review.ts';

/**
 * Totals of an edited text that are not what their lines add up to. `field` is the amount as it stands there: whatever
 * was written by hand is only ever named, never changed.
 */
export function wrongSums(doc: Doc): Finding[] {
  const found: Finding[] = [];
  const walk = (blocks: Block[], lead: string): void => {
    blocks.forEach((block, index) => {
      const before = blocks[index - 1];
      if (block.b === 'table')
        found.push(...inTable(block, before?.b === 'para' ? runsText(before.runs) : lead));
      if (block.b === 'clause' || block.b === 'sub')
        walk(block.blocks, block.b === 'sub' ? runsText(block.runs) : '');
    });
  };
  walk(doc.blocks, '');
  return found;
}

function inTable({ head, rows }: Extract<Block, { b: 'table' }>, lead: string): Finding[] {
  const found: Finding[] = [];
  const wrong = (amount: string, due: number, what: string): void => {
    if (Number.isSafeInteger(due))
      found.push({ field: amount, kind: 'conflict', words: `${what} ${plain(due)}.` });
  };
  let sum = 0;
  let lines = 0;
  let hasTotal = false;
  for (const row of rows) {
    const cells = row.map((cell) => runsText(cell).trim());
    const amount = cells.at(-1) ?? '';
    const cents = centsOf(amount);
    // A line without an amount is a blank, which is named as such.
    if (cents === null) return found;
    if (!isTotal(row)) {
      // "62 hours": what is counted may stand beside it.
      const [count = ''] = (cells.at(-3) ?? '').split(/\s(?=\p{L})/u, 1);
      const price = centsOf(cells.at(-2) ?? '');
      const due = price === null || !/^[\d.,\s]+$/.test(count) ? null : Math.round(numberOf(count) * price);
      if (head.length > 3 && due !== null && Math.abs(due - cents) > 1)
        wrong(amount, due, `${count} times ${cells.at(-2)} is`);
      sum += cents;
      lines += 1;
      continue;
    }
    hasTotal = true;
    const label = cells.slice(0, -1).join(' ');
    const rate = /(?<!\d)(\d{1,9}(?:[.,]\d{1,9})?)\s?%/.exec(label)?.[1];
    if (rate !== undefined) {
      const due = Math.round((sum * numberOf(rate)) / 100);
      if (Math.abs(due - Math.abs(cents)) > 1) wrong(amount, due, `${rate}% of the amounts above is`);
      sum += cents;
    } else if (cents < 0) sum += cents;
    else if (Math.abs(cents - sum) > 1) {
      wrong(amount, sum, 'The lines above add up to');
      sum = cents;
    }
  }
  const said = /(?<!\S)(?=\S*\d)(\S{1,40}) in total\b/.exec(lead.replaceAll('\u00a0', ''))?.[1];
  const total = said === undefined ? null : centsOf(said);
  if (said !== undefined && total !== null && lines > 0 && !hasTotal && total !== sum)
    wrong(said, sum, 'The lines below add up to');
  return found;
}

/** A line of sums has no number of its own, or its amount stands out. */
function isTotal(row: Run[][]): boolean {
  const [first = [], last = []] = [row[0], row.at(-1)];
  const isBold = last.some((run) => 'bold' in run && run.bold === true && run.text.trim() !== '');
  return (row.length > 2 && runsText(first).trim() === '') || isBold;
}

/** "€1,234.50", "1.234,50 €", "– CHF 12.00": two digits at the end are cents; null for what is no amount of money. */
function centsOf(text: string): number | null {
  const match = /^([-–−]?)[^\d]{0,6}(\d[\d.,'’\s]*)[.,](\d\d)[^\d]{0,6}$/u.exec(text);
  if (!match) return null;
  const [, sign, whole = '', cents = ''] = match;
  const amount = Number(whole.replace(/\D/g, '') + cents);
  // What cannot be reckoned to the cent is not judged.
  return Number.isSafeInteger(amount) ? amount * (sign ? -1 : 1) : null;
}

/** "1,5" and "1.5" are the same; "1,500" is not. */
const numberOf = (text: string): number =>
  Number(
    text
      .replace(/\s/g, '')
      .replace(/[.,](?=\d{3}(?:\D|$))/g, '')
      .replace(',', '.'),
  );

const plain = (cents: number): string =>
  (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
