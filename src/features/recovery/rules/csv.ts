import { isCalendarDay, readAmount } from '#base/amount.ts';
import { csvRecords, isBlank, mostCells, separatorIn } from '#base/csv.ts';
import { CartBody } from './contract.ts';
import { mostLines } from './csv-records.ts';

/** Carts out of a CSV file: good lines as carts, every other line with what is wrong with it. */

export interface CartLine {
  line: number;
  cart: CartBody;
}

export interface CsvFault {
  line: number;
  words: string;
}

export interface CsvReading {
  carts: CartLine[];
  faults: CsvFault[];
}

export const csvColumns = [
  'email',
  'name',
  'total',
  'currency',
  'items',
  'country',
  'url',
  'date',
  'consent',
] as const;
type Column = (typeof csvColumns)[number];

const aliases: Record<string, Column> = {
  email: 'email',
  mail: 'email',
  'customer email': 'email',
  customer: 'name',
  amount: 'total',
  'total price': 'total',
  'cart total': 'total',
  products: 'items',
  'country code': 'country',
  link: 'url',
  'recovery url': 'url',
  'abandoned at': 'date',
  'created at': 'date',
  'accepts marketing': 'consent',
};

/**
 * Carts and faults line by line, and null for a blank one: whoever reads a large file lets others have their turn between
 * two. `firstLine` is the line of the whole file on which its first record stands, where this is a part of one.
 */
export function* cartLines(text: string, firstLine = 2): Generator<CartLine | CsvFault | null> {
  const separator = separatorIn(text);
  const shift = firstLine - 2;
  let columns: (Column | undefined)[] | null = null;
  let count = 0;
  for (const record of csvRecords(text, separator)) {
    const { cells, fault, unclosedAt } = record;
    const line = record.line + shift;
    if (unclosedAt !== undefined) {
      const words = 'A quote opens here and is never closed. Nothing after it was imported.';
      yield { line: unclosedAt + shift, words };
      return;
    }
    if (isBlank(record)) {
      yield null;
    } else if (fault) {
      yield {
        line,
        words:
          fault === 'wide'
            ? `This line has more than ${mostCells} cells; the limit is ${csvColumns.length}.`
            : 'A cell in this line is too long.',
      };
      if (!columns) return;
    } else if (!columns) {
      columns = cells.map(columnOf);
      const missing = (['email', 'total'] as const).filter((name) => !columns?.includes(name));
      if (missing.length === 0) continue;
      yield {
        line,
        words: `The header row is missing ${missing.join(' and ')}.`,
      };
      return;
    } else if (++count > mostLines) {
      yield { line, words: `A file can have up to ${mostLines} carts; the rest was not imported.` };
      return;
    } else {
      const outcome = cartOf(columns, cells);
      yield typeof outcome === 'string' ? { line, words: outcome } : { line, cart: outcome };
    }
  }
}

/** A day, or a day with a time, as programs write it; 03/04/2026 is two days, and a 30th of February none. */
function momentOf(text: string): Date | null {
  const day = text.slice(0, 10);
  if (!isCalendarDay(day)) return null;
  const moment = new Date(text.length === 10 ? `${day}T00:00:00Z` : text);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

function columnOf(head: string): Column | undefined {
  const name = head.trim().toLowerCase().replaceAll('_', ' ');
  return csvColumns.find((column) => column === name) ?? aliases[name];
}

function cartOf(columns: (Column | undefined)[], cells: string[]): CartBody | string {
  const more = cells.slice(columns.length).filter((cell) => cell.trim() !== '').length;
  if (more > 0)
    return `It has ${more} more ${more === 1 ? 'cell' : 'cells'} than the header row. Put an amount with a comma in quotes, such as "1,234.56".`;
  const values: Partial<Record<Column, string>> = {};
  columns.forEach((column, index) => {
    if (column) values[column] = (cells[index] ?? '').trim();
  });
  const { email = '', name = '', total = '', currency, items, country, url, date, consent } = values;
  const amount = readAmount(total);
  if ('words' in amount) return `total: ${amount.words}`;
  const totalCents = amount.cents;
  const when = date ? momentOf(date) : null;
  if (date && when === null)
    return `date: “${date.slice(0, 40)}” is not a date. Write it as 2026-11-21, or 2026-11-21T10:30:00Z.`;
  const parsed = CartBody.safeParse({
    email,
    name,
    totalCents,
    ...(currency && { currency }),
    ...(items && {
      items: items
        .split(/[|;]/)
        .map((each) => ({ name: each.trim() }))
        .filter((each) => each.name),
    }),
    ...(country && { country }),
    ...(url && { restoreUrl: url }),
    ...(when && { seenAt: when.toISOString() }),
    consent: /^(?:1|true|yes|y)$/i.test(consent ?? ''),
  });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  return `${String(issue?.path[0] ?? 'line')}: ${issue?.message ?? 'can’t be read.'}`;
}
