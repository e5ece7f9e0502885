import { centsOf } from './amount.ts';
import { CartBody } from './contract.ts';
import { mostLines, plainText, records, separatorOf } from './csv-records.ts';

/** Carts out of a CSV file: good lines as carts, every other line with what is wrong with it. */

export interface CartLine {
  line: number;
  cart: CartBody;
}

export interface CsvReading {
  carts: CartLine[];
  faults: { line: number; words: string }[];
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
  'e-mail': 'email',
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

/** `firstLine` is the line of the whole file on which its first record stands, where this is a part of one. */
export function readCarts(text: string, firstLine = 2): CsvReading {
  const plain = plainText(text);
  const separator = separatorOf(plain);
  const shift = firstLine - 2;
  const reading: CsvReading = { carts: [], faults: [] };
  let columns: (Column | undefined)[] | null = null;
  let count = 0;
  for (const { line: own, cells } of records(plain, separator)) {
    const line = own + shift;
    if (!columns) {
      columns = cells.map(columnOf);
      const missing = (['email', 'total'] as const).filter((name) => !columns?.includes(name));
      if (missing.length > 0) {
        reading.faults.push({
          line,
          words: `The first line names the columns, and ${missing.join(' and ')} is not among them.`,
        });
        return reading;
      }
    } else if (++count > mostLines) {
      reading.faults.push({ line, words: `A file has at most ${mostLines} carts; the rest was not read.` });
      return reading;
    } else {
      const outcome = cartOf(columns, cells);
      if (typeof outcome === 'string') reading.faults.push({ line, words: outcome });
      else reading.carts.push({ line, cart: outcome });
    }
  }
  return reading;
}

function columnOf(head: string): Column | undefined {
  const name = head.trim().toLowerCase().replaceAll('_', ' ');
  return csvColumns.find((column) => column === name) ?? aliases[name];
}

function cartOf(columns: (Column | undefined)[], cells: string[]): CartBody | string {
  const values: Partial<Record<Column, string>> = {};
  columns.forEach((column, index) => {
    if (column) values[column] = (cells[index] ?? '').trim();
  });
  const { email = '', name = '', total = '', currency, items, country, url, date, consent } = values;
  const totalCents = centsOf(total);
  if (totalCents === null) return `total: "${total.slice(0, 40)}" is not an amount, such as 49.90.`;
  const when = date ? new Date(/^\d{4}-\d{2}-\d{2}$/.test(date) ? `${date}T00:00:00Z` : date) : null;
  if (when && Number.isNaN(when.getTime())) return `date: "${date?.slice(0, 40)}" is not a date.`;
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
  return `${String(issue?.path[0] ?? 'line')}: ${issue?.message ?? 'cannot be read.'}`;
}
