import { expect, test } from 'vitest';
import { anyCart, type CartFacts, choose, type Condition, conditionWords, fits } from './condition.ts';
import { Condition as Shape } from './condition-shape.ts';
import { cutCsv } from './csv-records.ts';
import { readCarts } from '#testing/read-carts.ts';

const cart: CartFacts = {
  totalCents: 5000,
  currency: 'EUR',
  items: [{ id: 'g1', name: 'The Field Guide', tags: ['book'] }],
  source: 'shopify',
  country: 'DE',
  isReturning: false,
};

test('[AUTO-4] a campaign’s condition fits a cart only when every part of it does', () => {
  const cases: [Partial<Condition>, boolean][] = [
    [{}, true],
    [{ minCents: 5000, maxCents: 5000 }, true],
    [{ minCents: 5001 }, false],
    [{ maxCents: 4999 }, false],
    [{ currency: 'USD' }, false],
    [{ contains: 'field' }, true],
    [{ contains: 'G1' }, true],
    [{ contains: 'Book' }, true],
    [{ contains: 'boo' }, false],
    [{ sources: ['stripe', 'shopify'] }, true],
    [{ sources: ['csv'] }, false],
    [{ buyer: 'new' }, true],
    [{ buyer: 'returning' }, false],
    [{ countries: ['AT', 'DE'] }, true],
    [{ countries: ['AT'] }, false],
    [{ minCents: 1, currency: 'EUR', contains: 'guide', countries: ['CH'] }, false],
  ];
  for (const [part, expected] of cases)
    expect([part, fits({ ...anyCart(), ...part }, cart)]).toEqual([part, expected]);
  expect(fits({ ...anyCart(), countries: ['DE'] }, { ...cart, country: '' })).toBe(false);
});

test('[AUTO-4] the first campaign that is on and fits takes the cart; one switched on later does not', () => {
  const left = new Date('2026-11-21T12:00:00Z');
  const before = new Date('2026-11-20T12:00:00Z');
  const one = (id: string, onSince: Date | null, when: Partial<Condition> = {}) => ({
    id,
    onSince,
    when: { ...anyCart(), ...when },
  });
  const general = one('general', before);
  expect(choose([one('large', before, { minCents: 9000 }), general], cart, left)?.id).toBe('general');
  expect(choose([one('german', before, { countries: ['DE'] }), general], cart, left)?.id).toBe('german');
  expect(choose([one('off', null), general], cart, left)?.id).toBe('general');
  expect(choose([one('later', new Date(left.getTime() + 1)), general], cart, left)?.id).toBe('general');
  expect(choose([one('off', null)], cart, left)).toBeUndefined();
});

test('a condition reads as words, and bad ones are refused with words', () => {
  expect(conditionWords(anyCart())).toBe('every cart');
  expect(
    conditionWords({
      ...anyCart(),
      minCents: 5000,
      currency: 'EUR',
      contains: 'guide',
      sources: ['shopify'],
    }),
  ).toBe('from 50.00 EUR, with “guide”, from Shopify');
  expect(Shape.parse({})).toEqual(anyCart());
  expect(Shape.parse({ currency: 'eur', countries: ['de'] })).toMatchObject({
    currency: 'EUR',
    countries: ['DE'],
  });
  for (const bad of [
    { minCents: 5, maxCents: 4 },
    { currency: 'EURO' },
    { countries: ['Germany'] },
    { buyer: 'x' },
  ])
    expect(Shape.safeParse(bad).success).toBe(false);
});

test('a file in parts is the file: each part with its head, and every line under its own number', () => {
  const rows = Array.from({ length: 7 }, (_, n) => (n === 4 ? 'bad' : `c${n}@example.com,"${n}\n",yes`));
  const text = `\uFEFFemail,total,consent\r\n${rows.join('\r\n')}\r\n`;
  const parts = cutCsv(text, 3);
  expect(parts.map(({ upTo }) => upTo)).toEqual([3, 6, 7]);
  const whole = readCarts(text);
  const inParts = parts.map((part) => readCarts(part.text, part.firstLine));
  expect(inParts.flatMap(({ carts }) => carts)).toEqual(whole.carts);
  expect(inParts.flatMap(({ faults }) => faults)).toEqual(whole.faults);
  expect(whole.faults).toHaveLength(1);
  expect(cutCsv('', 3)).toEqual([]);
  expect(cutCsv('email,total', 3)).toEqual([{ text: 'email,total\n', firstLine: 2, upTo: 0 }]);
});
