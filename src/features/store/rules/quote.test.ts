import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quoteRequest } from './contract.ts';
import { isPayable, quote, type Sold } from './quote.ts';

const shop: Record<string, Sold> = {
  pack: { title: 'Pack', priceCents: 2400, image: null },
  icons: { title: 'Icons', priceCents: 1550, image: null },
  free: { title: 'Free', priceCents: 0, image: null },
};
const sold = (id: string) => (Object.hasOwn(shop, id) ? shop[id] : undefined);

test('a cart costs what the server says, whatever the buyer claims to have seen', () => {
  const { lines, totalCents } = quote(
    [
      { id: 'pack', quantity: 2, seenCents: 1 },
      { id: 'icons', quantity: 1, seenCents: 1550 },
      { id: 'free', quantity: 3 },
    ],
    sold,
  );
  expect(totalCents).toBe(2 * 2400 + 1550);
  expect(lines.map(({ state, unitCents, lineCents }) => [state, unitCents, lineCents])).toEqual([
    ['changed', 2400, 4800],
    ['ok', 1550, 1550],
    ['ok', 0, 0],
  ]);
});

test('what is not sold any more is marked, costs nothing, and holds up payment', () => {
  const both = quote(
    [
      { id: 'pack', quantity: 1 },
      { id: 'constructor', quantity: 9 },
    ],
    sold,
  );
  expect(both.lines[1]).toMatchObject({ state: 'gone', title: null, lineCents: 0 });
  expect(both.totalCents).toBe(2400);
  expect(isPayable(both)).toBe(false);
  expect(isPayable(quote([{ id: 'pack', quantity: 1, seenCents: 2400 }], sold))).toBe(true);
  expect(isPayable(quote([{ id: 'pack', quantity: 1, seenCents: 2300 }], sold))).toBe(false);
  expect(isPayable(quote([], sold))).toBe(false);
});

test('a total is the exact sum of its lines', () => {
  const item = fc.record({
    id: fc.constantFrom('pack', 'icons', 'free', 'gone'),
    quantity: fc.integer({ min: 1, max: 999 }),
  });
  fc.assert(
    fc.property(fc.uniqueArray(item, { selector: ({ id }) => id }), (items) => {
      const { lines, totalCents } = quote(items, sold);
      expect(totalCents).toBe(lines.reduce((sum, { lineCents }) => sum + lineCents, 0));
      expect(lines).toHaveLength(items.length);
    }),
  );
});

test('a request is whole quantities from 1 to 999 of known shapes, each product once', () => {
  const taken = (items: unknown) => quoteRequest.safeParse({ items }).success;
  expect(taken([{ id: 'pack', quantity: 1 }])).toBe(true);
  expect(taken([])).toBe(true);
  for (const quantity of [
    -1,
    0,
    1e9,
    1.5,
    Number.NaN,
    Infinity,
    '1',
    null,
    undefined,
    [1],
    { valueOf: 1 },
    1000,
    -0.5,
  ]) {
    expect(taken([{ id: 'pack', quantity }]), String(quantity)).toBe(false);
  }
  for (const seenCents of [-1, 1.5, '100', Number.NaN, 1e300])
    expect(taken([{ id: 'pack', quantity: 1, seenCents }]), String(seenCents)).toBe(false);
  for (const id of ['', 'A', '../x', 'a b', 'x'.repeat(61), 7, null])
    expect(taken([{ id, quantity: 1 }]), String(id)).toBe(false);
  expect(
    taken([
      { id: 'pack', quantity: 1 },
      { id: 'pack', quantity: 2 },
    ]),
  ).toBe(false);
  expect(taken([{ id: 'pack', quantity: 1, unitCents: 1 }])).toBe(false);
  expect(taken(Array.from({ length: 101 }, (_, n) => ({ id: `p-${n}`, quantity: 1 })))).toBe(false);
});
