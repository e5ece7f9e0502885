import { readDollars } from '#base/amount.ts';
import { type CsvRecord, csvRecords, isBlank, separatorIn } from '#base/csv.ts';
import { Problem } from '#base/problem.ts';
import { slugOf } from '#base/slug.ts';
import { plainOf } from './plain-text.ts';

/** A product as another shop's list names it. */
export interface ListedProduct {
  line: number;
  /** The address that it has here: the same row makes the same one every time. */
  id: string;
  title: string;
  summary: string;
  cents: number;
  tags: string[];
  page: string;
  /** What is otherwise than in the other shop. */
  note: string;
}

export interface RowFault {
  line: number;
  why: string;
}

export const mostListedProducts = 10_000;

// As Gumroad and Lemon Squeezy name them in files and in their APIs, without signs; the first that a file has counts.
const columns = {
  title: ['name', 'product name', 'title', 'product title', 'product', 'item name'],
  /** Written by a program, in hundredths. */
  cents: ['price cents', 'price in cents'],
  price: [
    'formatted price',
    'price formatted',
    'price',
    'price usd',
    'item price',
    'base price',
    'default price',
  ],
  currency: ['currency', 'price currency', 'currency code', 'price currency type'],
  address: ['custom permalink', 'slug', 'permalink', 'product permalink'],
  summary: ['summary', 'custom summary', 'short description', 'tagline'],
  page: ['description', 'product description', 'body'],
  tags: ['tags', 'categories'],
  billing: ['subscription duration', 'recurrence', 'billing interval', 'interval', 'billing'],
  isSubscription: ['is subscription', 'is tiered membership', 'is recurring'],
  kind: ['product type', 'type', 'native type'],
} as const;
type Column = keyof typeof columns;

const salesColumns = [
  'purchase email',
  'buyer email',
  'customer email',
  'user email',
  'order number',
  'sale id',
];

/**
 * The products in another shop's list, and why a row is none. `areCents`: plain prices are hundredths, as the shops'
 * APIs write them. Lets others have their turn between rows: `pause` is called every few hundred.
 */
export async function readProductList(
  text: string,
  { areCents, pause }: { areCents: boolean; pause(): Promise<unknown> },
): Promise<{ products: ListedProduct[]; faults: RowFault[] }> {
  const products = new Map<string, ListedProduct>();
  const faults: RowFault[] = [];
  let at: Record<Column, number> | null = null;
  let width = 0;
  let rows = 0;
  for (const record of csvRecords(text, separatorIn(text))) {
    if (record.unclosedAt !== undefined) {
      if (!at) throw new Problem('bad_request', 'The first line opens a quote that is never closed.');
      faults.push({
        line: record.unclosedAt,
        why: 'a quote opens here and is never closed; nothing after it was read',
      });
      break;
    }
    if (isBlank(record)) continue;
    if (!at) {
      at = placesOf(record.cells);
      width = record.cells.length;
      continue;
    }
    rows += 1;
    if (rows % 200 === 0) await pause();
    if (rows > mostListedProducts)
      throw new Problem(
        'bad_request',
        `This list has more than ${mostListedProducts.toLocaleString('en')} products. Split the file; nothing was read.`,
      );
    const read = readRow(record, at, width, areCents);
    const before = typeof read === 'string' ? undefined : products.get(read.id);
    if (typeof read === 'string') faults.push({ line: record.line, why: read });
    else if (before)
      faults.push({
        line: record.line,
        why: `line ${before.line} has the same address, ${read.id}`,
      });
    else products.set(read.id, { line: record.line, ...read });
  }
  if (!at) throw new Problem('bad_request', 'This file is empty.');
  return { products: [...products.values()], faults };
}

/** "Item Price ($)", "price_cents" and "Price Cents" are how different programs write the same. */
const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

function placesOf(heads: readonly string[]): Record<Column, number> {
  const names = heads.map(plainName);
  if (names.some((name) => salesColumns.includes(name)))
    throw new Problem(
      'bad_request',
      'This file lists sales, not products. Past sales are imported on the machine: npm run hub -- import gumroad FILE.csv (or lemonsqueezy).',
    );
  const at = Object.fromEntries(
    Object.entries(columns).map(([column, known]) => [
      column,
      names.indexOf(known.find((name) => names.includes(name)) ?? '\0'),
    ]),
  ) as Record<Column, number>;
  const missing = [...(at.title < 0 ? ['Name'] : []), ...(at.cents < 0 && at.price < 0 ? ['Price'] : [])];
  if (missing.length > 0)
    throw new Problem(
      'bad_request',
      `This isn’t a list of products: its first line names no column ${missing.join(' and no column ')}.`,
    );
  return at;
}

const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
const oneLine = (text: string): string =>
  text
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .toWellFormed();

function readRow(
  { cells, fault }: CsvRecord,
  at: Record<Column, number>,
  width: number,
  areCents: boolean,
): Omit<ListedProduct, 'line'> | string {
  if (fault === 'long') return 'it has a cell of more than 10,000 characters';
  if (fault === 'wide' || cells.slice(width).some((cell) => cell.trim() !== ''))
    return 'it has more cells than the first line: put amounts with a comma in quotes';
  const cell = (name: Column) => cells[at[name]] ?? '';
  const title = oneLine(plainOf(cell('title')));
  if (title === '') return 'it has no name';
  if (title.length > 80) return `its name has ${title.length} characters; up to 80 fit`;
  if (renews(cell)) return 'it is a subscription or membership, which isn’t sold as a product here';
  const currency = cell('currency').trim().toUpperCase();
  if (!['', '$', 'USD', 'US$'].includes(currency))
    return `it is priced in ${shortened(currency)}; the hub sells in US dollars`;
  const price = readPrice(cell, areCents);
  if (typeof price === 'string') return price;
  const id = slugOf(plainOf(cell('address')).split('/').filter(Boolean).at(-1) ?? '') || slugOf(title);
  if (id === '') return 'no address can be made from its name; put one into a column Permalink';
  const page = plainOf(cell('page'));
  return {
    id,
    title,
    cents: price.cents,
    note: price.note,
    summary: summaryOf(oneLine(plainOf(cell('summary'))), oneLine(page), title),
    tags: [
      ...new Set(
        cell('tags')
          .split(/[,;|]/)
          .map((tag) => slugOf(tag)),
      ),
    ]
      .filter(Boolean)
      .slice(0, 8),
    page,
  };
}

const isYes = (text: string): boolean => /^(?:true|yes|1)$/i.test(text.trim());

const renews = (cell: (name: Column) => string): boolean =>
  isYes(cell('isSubscription')) ||
  /subscription|membership/i.test(cell('kind')) ||
  !/^(?:|once|one[ -]?time|none|null|false|no|0)$/i.test(cell('billing').trim());

function readPrice(
  cell: (name: Column) => string,
  areCents: boolean,
): { cents: number; note: string } | string {
  const inCents = cell('cents').trim();
  const typed = inCents || cell('price').trim();
  const shown = JSON.stringify(shortened(typed));
  if (typed === '') return 'it has no price; a free product says 0';
  // A shop writes $10+ where buyers choose what they pay.
  const isLeast = inCents === '' && /\d\s*\+$/.test(typed);
  const price = typed.replace(/\+$/, '').trim();
  const isWhole = /^\d{1,9}$/.test(price);
  if (inCents !== '' && !isWhole) return `${shown} is not a number of cents`;
  const isHundredths = inCents !== '' || (areCents && isWhole);
  const read = /^free$/i.test(price)
    ? { cents: 0 }
    : isHundredths
      ? { cents: Number(price) }
      : readDollars(price);
  if ('words' in read) return `its price can’t be read: ${read.words}`;
  const { cents } = read;
  if ((cents > 0 && cents < 50) || cents > 99_999_999)
    return `its price, ${shown}, isn’t 0 for free, or from $0.50 to $999,999.99`;
  return { cents, note: isLeast ? 'buyers chose what they paid; here it has this price' : '' };
}

/** The first sentence of what is said about it, at most as long as a summary may be. */
function summaryOf(said: string, page: string, title: string): string {
  const text = said || (/^.*?[.!?](?=\s|$)/u.exec(page)?.[0] ?? page);
  if (text === '') return title;
  if (text.length <= 200) return text;
  const cut = text.slice(0, 199);
  const end = cut.lastIndexOf(' ');
  return `${(end > 100 ? cut.slice(0, end) : cut).toWellFormed().replace(/\uFFFD$/u, '')}…`;
}
