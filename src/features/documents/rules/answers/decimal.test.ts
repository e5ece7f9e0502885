import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centsOfProduct, taxIn, wholeCents } from './decimal.ts';
import { formatValue } from './format.ts';

const anyCents = fc.integer({ min: -99_999_999_999, max: 99_999_999_999 });
/** As a field takes it: at most four digits after the point. */
const tenThousandths = fc.integer({ min: -9_999_999_999, max: 9_999_999_999 });

/** Half away from zero, reckoned with whole numbers alone. */
function rounded(numerator: bigint, denominator: bigint): bigint {
  const size = numerator < 0n ? -numerator : numerator;
  const cents = (2n * size + denominator) / (2n * denominator);
  return numerator < 0n ? -cents : cents;
}

test('a price times a quantity, and a percentage of a price, are right to the cent, or no figure at all', () => {
  fc.assert(
    fc.property(anyCents, tenThousandths, (cents, quantity) => {
      for (const [found, due] of [
        [centsOfProduct(cents, quantity / 10_000), rounded(BigInt(cents) * BigInt(quantity), 10_000n)],
        [
          centsOfProduct(cents, quantity / 10_000, { percent: true }),
          rounded(BigInt(cents) * BigInt(quantity), 1_000_000n),
        ],
      ] as const)
        expect(Math.abs(found) === Infinity ? 'too large' : BigInt(found)).toBe(
          due > BigInt(Number.MAX_SAFE_INTEGER) || due < -BigInt(Number.MAX_SAFE_INTEGER) ? 'too large' : due,
        );
    }),
    { numRuns: 2000 },
  );
});

test('the tax in an amount is what, added to the rest at its rate, comes to that amount again', () => {
  expect([taxIn(11_900, 19), taxIn(500_000, 23), taxIn(10_550, 5.5), taxIn(500, 0)]).toEqual([
    1900, 93_496, 550, 0,
  ]);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), fc.integer({ min: 1, max: 100 }), (net, rate) => {
      const gross = net + centsOfProduct(net, rate, { percent: true });
      expect(Math.abs(gross - taxIn(gross, rate) - net)).toBeLessThanOrEqual(1);
    }),
  );
});

test('half a cent goes away from zero, however the number is kept', () => {
  expect([1.005 * 100, 0.5, -0.5, 1.4999, 4_503_599_627_370_495.5].map(wholeCents)).toEqual([
    100, 1, -1, 1, 4_503_599_627_370_496,
  ]);
  expect(centsOfProduct(100, 1.005)).toBe(101);
});

test('every amount is written to the cent', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (cents) => {
      const written = formatValue({ type: 'money', min: 0 }, cents, { locale: 'en-US', currency: 'USD' });
      expect(BigInt(written.replace(/[^\d-]/g, ''))).toBe(BigInt(cents));
    }),
  );
});
