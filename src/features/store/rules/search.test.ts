import { expect, test } from 'vitest';
import { createSearchIndex, type Searchable } from './search.ts';

const product = (id: string, more: Partial<Searchable> = {}): Searchable => ({
  id,
  title: id,
  summary: '',
  kind: 'guide',
  tags: [],
  priceCents: 0,
  updated: '2026-01-01',
  words: '',
  ...more,
});

const shop = createSearchIndex([
  product('starter', {
    title: 'API starter',
    kind: 'code',
    tags: ['node', 'api'],
    priceCents: 3900,
    updated: '2026-03-01',
    words: 'sends an invoice',
  }),
  product('invoices', {
    title: 'Invoice and proposal pack',
    kind: 'templates',
    tags: ['freelance', 'money'],
    priceCents: 2400,
    updated: '2026-02-01',
  }),
  product('pricing', {
    title: 'Pricing calculator',
    kind: 'spreadsheet',
    tags: ['freelance', 'money'],
    priceCents: 1900,
    summary: 'From invoiced hours to a day rate',
    updated: '2026-04-01',
  }),
  product('cafe', { title: 'Menü für Cafés', kind: 'templates', tags: ['food'], priceCents: 0 }),
]);

const find = (more: Partial<Parameters<typeof shop.find>[0]> = {}) =>
  shop.find({ q: '', kind: null, tag: null, sort: 'featured', ...more });
const search = (q: string) => find({ q, sort: 'relevance' }).ids;

test('a search finds the beginnings of words, the title before the summary before the rest', () => {
  expect(search('invo')).toEqual(['invoices', 'pricing', 'starter']);
});

test('every word must be found, wherever it stands', () => {
  expect(search('freelance calculator')).toEqual(['pricing']);
  expect(search('freelance yacht')).toEqual([]);
  expect(search('proposal pack invoice')).toEqual(['invoices']);
});

test('accents, case and signs do not matter', () => {
  for (const q of ['CAFE', 'cafés', 'menu', 'Menü!', '"fur" cafes']) expect(search(q), q).toEqual(['cafe']);
});

test('a kind is found by its name', () => {
  expect(search('spreadsheets')).toEqual(['pricing']);
});

test('a typing error that finds nothing is answered with what was probably meant, and only then', () => {
  expect(find({ q: 'invioce', sort: 'relevance' })).toMatchObject({ ids: [], meant: 'invoice' });
  expect(find({ q: 'invoice', sort: 'relevance' }).meant).toBeNull();
  expect(find({ q: 'zzzzzzzzzz', sort: 'relevance' }).meant).toBeNull();
});

test('signs alone find nothing, nothing at all finds everything', () => {
  expect(search('???')).toEqual([]);
  expect(find().ids).toEqual(['starter', 'invoices', 'pricing', 'cafe']);
});

test('kind and tag narrow together, and each counts what choosing it would show', () => {
  const found = find({ kind: 'templates', tag: 'money' });
  expect(found.ids).toEqual(['invoices']);
  expect(found.kinds).toEqual([
    { kind: 'templates', count: 1 },
    { kind: 'spreadsheet', count: 1 },
  ]);
  expect(found.tags).toEqual([
    { tag: 'food', count: 1 },
    { tag: 'freelance', count: 1 },
    { tag: 'money', count: 1 },
  ]);
});

test('orders are by price, day or name, and what is equal stays in the operator’s order', () => {
  expect(find({ sort: 'price' }).ids).toEqual(['cafe', 'pricing', 'invoices', 'starter']);
  expect(find({ sort: 'price-high' }).ids).toEqual(['starter', 'invoices', 'pricing', 'cafe']);
  expect(find({ sort: 'newest' }).ids).toEqual(['pricing', 'starter', 'invoices', 'cafe']);
  expect(find({ sort: 'name' }).ids).toEqual(['starter', 'invoices', 'cafe', 'pricing']);
});

test('a name that means something to the language is a word like any other', () => {
  const odd = createSearchIndex([product('one', { title: 'constructor __proto__', tags: ['constructor'] })]);
  expect(odd.find({ q: 'constructor', kind: null, tag: null, sort: 'relevance' }).ids).toEqual(['one']);
  expect(odd.find({ q: 'proto', kind: null, tag: 'constructor', sort: 'relevance' }).ids).toEqual(['one']);
});

test('ten thousand products are searched by their index, not one by one', () => {
  const many = createSearchIndex(
    Array.from({ length: 10_000 }, (_, n) =>
      product(`p-${n}`, { title: `Product number${n}`, tags: [`tag-${n % 50}`] }),
    ),
  );
  expect(many.find({ q: 'number777', kind: null, tag: null, sort: 'name' }).ids).toHaveLength(11);
  expect(many.find({ q: '', kind: null, tag: 'tag-7', sort: 'price' }).ids).toHaveLength(200);
});
