import { centsTyped, isCalendarDay } from '#base/amount.ts';
import { type CsvRecord, csvRecords, isBlank } from '#base/csv.ts';
import { parseMailAddress } from '#base/mail-address.ts';
import { Problem } from '#base/problem.ts';
import { atOnce, type Steps } from '#base/slices.ts';

// The names that both shops have given their columns, in small letters; of two that a file has the first counts.
const columns = {
  gumroad: {
    id: ['purchase id', 'sale id', 'order number'],
    email: ['purchase email', 'buyer email', 'email'],
    product: ['item name', 'product name'],
    permalink: ['product id', 'product permalink', 'permalink'],
    total: ['sale price ($)', 'subtotal ($)', 'item price ($)', 'price'],
    date: ['purchase time (utc timezone)', 'purchase date', 'date'],
    refunded: ['fully refunded?', 'refunded?'],
    partly: ['partial refund ($)'],
    disputed: ['disputed?'],
    won: ['dispute won?'],
    state: [],
  },
  lemonsqueezy: {
    id: ['identifier', 'order id', 'id'],
    email: ['user_email', 'customer email', 'email'],
    product: ['product_name', 'product name', 'product'],
    permalink: ['variant_name'],
    total: ['total_usd', 'total', 'subtotal'],
    date: ['created_at', 'date', 'created at'],
    refunded: ['refunded'],
    partly: ['refunded_amount_usd'],
    disputed: [],
    won: [],
    state: ['status'],
  },
} as const;

export type Shop = keyof typeof columns;
export const isShop = (text: string | undefined): text is Shop => Object.keys(columns).includes(text ?? '');

type Column = keyof (typeof columns)[Shop];
const needed: readonly Column[] = ['id', 'email', 'product', 'total', 'date'];

export interface Sale {
  line: number;
  id: string;
  email: string;
  product: string;
  permalink: string;
  cents: number;
  refundedCents: number;
  at: Date;
}

/** The sales of a file, and why a line is none of them. */
export interface SalesFile {
  sales: Sale[];
  leftOut: { line: number; why: string }[];
}

export const readSales = (shop: Shop, text: string): SalesFile => atOnce(salesSteps(shop, text));

/** Another shop's own export; a large one takes seconds, so it is read step by step. */
export function* salesSteps(shop: Shop, text: string): Steps<SalesFile> {
  const records: CsvRecord[] = [];
  for (const record of csvRecords(text)) {
    records.push(record);
    yield;
  }
  const unclosedAt = records.at(-1)?.unclosedAt;
  if (unclosedAt !== undefined)
    throw new Problem(
      'bad_request',
      `Line ${unclosedAt} opens a quote that is never closed. Nothing was read.`,
    );
  const [head, ...rows] = records.filter((record) => !isBlank(record));
  const at = placesOf(shop, head?.cells ?? []);
  const sales: Sale[] = [];
  const leftOut: { line: number; why: string }[] = [];
  for (const { line, cells, fault } of rows) {
    const cell = (name: Column) => (cells[at[name]] ?? '').trim();
    // Gumroad ends its file with the sums of the columns.
    if (shop === 'gumroad' && /^totals$/i.test(cell('id'))) continue;
    const isTooWide =
      fault === 'wide' || cells.slice(head?.cells.length ?? 0).some((each) => each.trim() !== '');
    const sale = isTooWide ? tooMany : fault ? tooLong : readSale(cell);
    if (typeof sale === 'string') leftOut.push({ line, why: sale });
    else sales.push({ line, ...sale });
    yield;
  }
  return { sales, leftOut };
}

const tooMany = 'it has more cells than the header row: put amounts with a comma in quotes';
const tooLong = 'it has a cell that is too long for a sale';

function readSale(cell: (name: Column) => string): Omit<Sale, 'line'> | string {
  const state = cell('state').toLowerCase();
  if (['pending', 'failed', 'fraudulent', 'void'].includes(state)) return `it is ${state}, not paid`;
  const id = cell('id');
  if (id === '') return 'it has no order number';
  const email = parseMailAddress(cell('email'));
  if (email === null) return `${JSON.stringify(cell('email'))} is not an email address`;
  const cents = centsTyped(cell('total'));
  if (cents === null) return `${JSON.stringify(cell('total'))} is not a price such as 19.00`;
  const date = readMoment(cell('date'));
  if (date === null) return `${JSON.stringify(cell('date'))} is no date such as 2025-03-01`;
  const partly = cell('partly') === '' ? 0 : centsTyped(cell('partly'));
  if (partly === null) return `${JSON.stringify(cell('partly'))} is not a refund such as 4.50`;
  const isBack =
    isYes(cell('refunded')) || state === 'refunded' || (isYes(cell('disputed')) && !isYes(cell('won')));
  const refundedCents = isBack ? cents : Math.min(cents, partly ?? 0);
  return {
    id,
    email,
    product: cell('product'),
    permalink: cell('permalink'),
    cents,
    refundedCents,
    at: date,
  };
}

const isYes = (text: string): boolean => /^(?:true|yes|1|refunded)$/i.test(text);

/** Without a zone it is UTC, as both shops write; a year alone, or 31 February, is no date. */
function readMoment(text: string): Date | null {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})(?:[T ](.+))?$/.exec(text) ?? [];
  if (day === undefined) return null;
  const hasZone = /(?:Z|UTC|[+-]\d{2}:?\d{2})$/i.test(time ?? '');
  const moment = new Date(
    time === undefined
      ? `${day}T00:00:00Z`
      : `${day}T${time.replace(/ ?UTC$/i, 'Z').replace(/ (?=[+-])/, '')}${hasZone ? '' : 'Z'}`,
  );
  return Number.isNaN(moment.getTime()) || !isCalendarDay(day) ? null : moment;
}

function placesOf(shop: Shop, head: readonly string[]): Record<Column, number> {
  const names = head.map((name) => name.trim().toLowerCase());
  const place = (known: readonly string[]) =>
    Math.max(
      -1,
      ...known
        .map((name) => names.indexOf(name))
        .filter((at) => at >= 0)
        .slice(0, 1),
    );
  const at = Object.fromEntries(
    Object.entries(columns[shop]).map(([column, known]) => [column, place(known)]),
  ) as Record<Column, number>;
  const missing = needed.filter((name) => at[name] === -1);
  if (missing.length > 0)
    throw new Problem(
      'bad_request',
      `This isn’t a sales file from ${shop}: it has no column for ${missing.join(', ')} (looked for ${missing.map((name) => columns[shop][name][0]).join(', ')}).`,
    );
  return at;
}
