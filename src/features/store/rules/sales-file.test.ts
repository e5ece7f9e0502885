import { expect, test } from 'vitest';
import { readSales } from './sales-file.ts';

const gumroad =
  'Purchase ID,Item Name,Purchase Email,Buyer Email,Purchase Date,Purchase Time (UTC timezone),Subtotal ($),Sale Price ($),Refunded?,Partial Refund ($),Fully Refunded?,Disputed?,Dispute Won?,Product ID,Item Price ($)';
const sale = (changes: Record<number, string> = {}) =>
  [
    'g1',
    'Kit',
    'a@example.com',
    '',
    '2025-03-01',
    '2025-03-01 10:30:00 UTC',
    '19',
    '19.0',
    '0',
    '0.0',
    '0',
    '0',
    '0',
    'kit',
    '15',
  ]
    .map((cell, at) => changes[at] ?? cell)
    .join(',');
const read = (...rows: string[]) => readSales('gumroad', [gumroad, ...rows].join('\r\n'));
const firstOf = (changes: Record<number, string>) => read(sale(changes)).sales[0];

test('a sale of Gumroad’s own file is what was paid, when, and by whom', () => {
  expect(read(sale())).toEqual({
    sales: [
      {
        line: 2,
        id: 'g1',
        email: 'a@example.com',
        product: 'Kit',
        permalink: 'kit',
        cents: 1900,
        refundedCents: 0,
        at: new Date('2025-03-01T10:30:00Z'),
      },
    ],
    leftOut: [],
  });
});

test('part of it given back leaves the rest paid; all of it, or a dispute that was lost, does not', () => {
  expect(firstOf({ 8: '1', 9: '4.50' })?.refundedCents).toBe(450);
  expect(firstOf({ 8: '1', 10: '1' })?.refundedCents).toBe(1900);
  expect(firstOf({ 11: '1' })?.refundedCents).toBe(1900);
  expect(firstOf({ 11: '1', 12: '1' })?.refundedCents).toBe(0);
});

test('the sums at the end are no sale; blank lines and lines within a cell are counted as an editor does', () => {
  const { sales, leftOut } = read(sale({ 1: '"Kit\r\nof two"' }), '', sale({ 0: '' }), 'Totals,,,,,,38');
  expect(sales.map(({ line, product }) => [line, product])).toEqual([[2, 'Kit\nof two']]);
  expect(leftOut).toEqual([{ line: 5, why: 'it has no order number' }]);
});

test.each([
  [7, ''],
  [7, '"1,250"'],
  [9, 'some'],
  [7, '-5'],
  [7, '1e3'],
  [7, 'NaN'],
  [7, '"19,00,00"'],
  [5, '2025-02-31 10:00:00 UTC'],
  [5, '5'],
  [5, '03/04/2025'],
  [2, 'a@example.com b@example.com'],
  [2, ''],
])('a line whose cell %i says %j is left out with what is wrong, never guessed at', (cell, said) => {
  const { sales, leftOut } = read(sale({ [cell]: said }));
  expect(sales).toEqual([]);
  expect(leftOut[0]?.line).toBe(2);
  expect(leftOut[0]?.why).toContain(said.replaceAll('"', ''));
});

test('prices are read with their sign and thousands', () => {
  expect(firstOf({ 7: '"$1,250.00"' })?.cents).toBe(125_000);
  expect(firstOf({ 7: '"12,50"' })?.cents).toBe(1250);
  // Without its quotes it would be twelve dollars, and fifty in the next column.
  expect(read(sale({ 7: '12,50' })).leftOut[0]?.why).toContain('in quotes');
  expect(firstOf({ 7: '0' })?.cents).toBe(0);
});

test('what Lemon Squeezy says is not paid is no purchase', () => {
  const head = 'identifier,user_email,product_name,total_usd,created_at,status,refunded_amount_usd';
  const row = (id: string, status: string, back = '') =>
    `${id},a@example.com,Kit,19.00,2025-03-01T10:30:00.000000Z,${status},${back}`;
  const rows = [row('1', 'paid'), row('2', 'pending'), row('3', 'failed'), row('4', 'refunded')];
  const { sales, leftOut } = readSales(
    'lemonsqueezy',
    [head, ...rows, row('5', 'partial_refund', '4')].join('\n'),
  );
  expect(sales.map(({ id, refundedCents }) => [id, refundedCents])).toEqual([
    ['1', 0],
    ['4', 1900],
    ['5', 400],
  ]);
  expect(leftOut).toEqual([
    { line: 3, why: 'it is pending, not paid' },
    { line: 4, why: 'it is failed, not paid' },
  ]);
});

test('a file that is no such export says so before anything is read', () => {
  expect(() => readSales('gumroad', '')).toThrow('no column for id, email, product, total, date');
  expect(() => readSales('gumroad', `${gumroad}\n"g1,Kit\n${sale()}`)).toThrow('Line 2 opens a quote');
});
