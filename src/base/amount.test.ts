import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centsSaid, centsTyped, isCalendarDay, readAmount, readDollars } from './amount.ts';

test.each([
  ['49.90', 4990],
  ['49,9', 4990],
  ['12,50', 1250],
  ['$1,234.56', 123_456],
  ['US$ 1,234.56', 123_456],
  ['1.234,56 EUR', 123_456],
  ['1 234,56 €', 123_456],
  ['1’234.50', 123_450],
  ['1,234,567', 123_456_700],
  ['1.234.567,89', 123_456_789],
  ['1234', 123_400],
  ['0,05', 5],
  ['7', 700],
])('%s is %i hundredths', (typed, cents) => {
  expect(readAmount(typed)).toEqual({ cents });
});

test.each([
  '',
  'ten',
  '-1',
  '1e9',
  '1.2.3',
  '12,34,56',
  '49.901x',
  '1,23.45',
  '1.234.56',
  '1,2345',
  '12.',
  '.5',
  '9'.repeat(20),
])('%j is rejected with a message', (typed) => {
  expect(readAmount(typed)).toHaveProperty('words');
});

test('ambiguous amounts are questioned, never guessed', () => {
  for (const typed of ['1,234', '1.234', '$12,500'])
    expect(readAmount(typed)).toMatchObject({ words: expect.stringMatching(/could mean .* or .*\. Write /) });
});

test('law: however people write an amount in any country, it is read as meant or rejected', () => {
  const styles = ['en-US', 'de-DE', 'fr-FR', 'de-CH', 'sv-SE', 'en-IN', 'es-ES'];
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 10 }),
      fc.constantFrom(...styles),
      fc.boolean(),
      (cents, style, isShort) => {
        const least = isShort && cents % 100 === 0 ? 0 : 2;
        const typed = new Intl.NumberFormat(style, {
          minimumFractionDigits: least,
          maximumFractionDigits: 2,
        }).format(cents / 100);
        const read = centsTyped(typed);
        const mayBeRefused = least === 0 || style === 'en-IN';
        expect(mayBeRefused ? [cents, null] : [cents]).toContain(read);
      },
    ),
  );
});

test('law: a program’s number with any decimals is rounded to hundredths, once', () => {
  expect(['12.3456', '12.345', '12.344', '1.2', '7', 19.99].map(centsSaid)).toEqual([
    1235, 1235, 1234, 120, 700, 1999,
  ]);
  for (const odd of ['', 'x', '-1', '1,5', '1e5', '1.', null, {}]) expect(centsSaid(odd)).toBeNull();
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 12n - 1n), fc.integer({ min: 0, max: 6 }), (digits, scale) => {
      const text = digits.toString().padStart(scale + 1, '0');
      const said = scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`;
      const unit = 10n ** BigInt(scale);
      expect(centsSaid(said)).toBe(Number((digits * 200n + unit) / (2n * unit)));
    }),
  );
});

test('impossible calendar days are rejected', () => {
  expect(['2026-02-28', '2028-02-29', '2026-12-31'].every(isCalendarDay)).toBe(true);
  expect(['2026-02-30', '2026-02-29', '2026-13-01', '2026-1-1', '', '2026-04-31'].some(isCalendarDay)).toBe(
    false,
  );
});

test('where dollars are asked for, another currency is told and never taken for dollars', () => {
  for (const typed of ['19', '$19', 'US$19', '19 USD', 'usd 19', '19$', ' 19.00 '])
    expect([typed, readDollars(typed)]).toEqual([typed, { cents: 1900 }]);
  for (const typed of ['€19', '19 €', '19 EUR', 'GBP 19', '£19', '¥19', 'CA$19', 'AU$ 19', '19 chf', '₹19'])
    expect([typed, readDollars(typed)]).toEqual([
      typed,
      { words: expect.stringContaining('is not in US dollars') },
    ]);
});
