import { centsOf } from './amount.ts';
import { CartBody } from './contract.ts';

/** Carts out of a CSV file: good lines as carts, every other line with what is wrong with it. */

export interface CartLine {
  line: number;
  cart: CartBody;
}

export interface CsvReading {
  carts: CartLine[];
  faults: { line: number; words: string }[];
}

export const mostLines = 100_000;
export const csvColumns = ['email', 'name', 'total', 'currency', 'items', 'url', 'date', 'consent'] as const;
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
  link: 'url',
  'recovery url': 'url',
  'abandoned at': 'date',
  'created at': 'date',
  'accepts marketing': 'consent',
};

/** RFC 4180, with `;` and tabs too; a line number is that of the line on which a record begins. */
export function* records(text: string, separator: string): Generator<{ line: number; cells: string[] }> {
  let cells: string[] = [];
  let cell = '';
  let quoted = false;
  let line = 1;
  let began = 1;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (quoted) {
      if (character === '\n') line++;
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') {
        cell += '"';
        at++;
      } else quoted = false;
    } else if (character === '"' && cell === '') quoted = true;
    else if (character === separator) {
      cells.push(cell);
      cell = '';
    } else if (character === '\n') {
      cells.push(cell.replace(/\r$/, ''));
      if (cells.some((each) => each.trim() !== '')) yield { line: began, cells };
      cells = [];
      cell = '';
      began = ++line;
    } else cell += character;
  }
  cells.push(cell.replace(/\r$/, ''));
  if (cells.some((each) => each.trim() !== '')) yield { line: began, cells };
}

export function readCarts(text: string): CsvReading {
  const plain = text.replace(/^\uFEFF/, '');
  const first = plain.split('\n', 1)[0] ?? '';
  const separator = [',', ';', '\t'].reduce((best, each) =>
    first.split(each).length > first.split(best).length ? each : best,
  );
  const reading: CsvReading = { carts: [], faults: [] };
  let columns: (Column | undefined)[] | null = null;
  let count = 0;
  for (const { line, cells } of records(plain, separator)) {
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
  const { email = '', name = '', total = '', currency, items, url, date, consent } = values;
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
    ...(url && { restoreUrl: url }),
    ...(when && { seenAt: when.toISOString() }),
    consent: /^(?:1|true|yes|y)$/i.test(consent ?? ''),
  });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  return `${String(issue?.path[0] ?? 'line')}: ${issue?.message ?? 'cannot be read.'}`;
}
