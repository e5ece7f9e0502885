import fc from 'fast-check';
import { expect, test } from 'vitest';
import { creditByLine, creditOf } from './credit.ts';

const order = fc
  .record({
    lines: fc.array(fc.integer({ min: 0, max: 500_000 }), { minLength: 1, maxLength: 6 }),
    rate: fc.constantFrom(0, 700, 1900, 2000, 2550),
  })
  .map(({ lines, rate }) => {
    const net = lines.reduce((sum, line) => sum + line, 0);
    const taxCents = Math.round((net * rate) / 10_000);
    return { lines: lines.map((netCents) => ({ netCents })), net, taxCents, cents: net + taxCents };
  })
  .filter(({ cents }) => cents > 0);

test('law: however an order is refunded piece by piece, its credit notes add up to its invoice', () => {
  fc.assert(
    fc.property(
      order,
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }),
      (paid, cuts) => {
        let before = 0;
        let net = 0;
        let tax = 0;
        for (const cut of [...cuts, 1]) {
          const back = Math.ceil((paid.cents - before) * cut);
          if (back === 0) continue;
          const credit = creditOf(back, before, paid);
          expect(credit.net + credit.tax).toBe(back);
          expect(Math.min(credit.net, credit.tax)).toBeGreaterThanOrEqual(0);
          before += back;
          net += credit.net;
          tax += credit.tax;
          const byLine = creditByLine(net, paid.lines);
          expect(byLine.reduce<number>((sum, line) => sum + line, 0)).toBe(net);
          expect(
            byLine.every((share, at) => share >= 0 && share <= (paid.lines[at]?.netCents ?? 0) + 1),
          ).toBe(true);
        }
        expect([before, net, tax]).toEqual([paid.cents, paid.net, paid.taxCents]);
        expect(creditByLine(net, paid.lines)).toEqual(paid.lines.map(({ netCents }) => netCents));
      },
    ),
  );
});

test('three refunds of a third each give back every cent of the tax', () => {
  const paid = { cents: 1000, taxCents: 160 };
  const taxes = [333, 333, 334].map((back, at) => creditOf(back, at * 333, paid).tax);
  expect(taxes.reduce<number>((sum, tax) => sum + tax, 0)).toBe(160);
});
