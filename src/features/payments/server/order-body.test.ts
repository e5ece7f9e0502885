import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assertOrder } from '#emulators/paypal/order-rules.ts';
import { orderBody } from './order-body.ts';

const line = fc.record({
  name: fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
  quantity: fc.integer({ min: 1, max: 999 }),
  unitCents: fc.integer({ min: 0, max: 5_000_000 }),
});

test('law: whatever is sold under whatever names, PayPal’s own checks of an order let it pass', () => {
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 8 }),
      fc.integer({ min: 1, max: 10 ** 9 }),
      fc.boolean(),
      (lines, other, adds) => {
        const sum = lines.reduce((total, { quantity, unitCents }) => total + quantity * unitCents, 0);
        const totalCents = adds && sum > 0 ? sum : other;
        const payment = {
          kind: 'store',
          reference: 'ord_1',
          totalCents,
          shownCents: totalCents,
          currency: 'USD' as const,
          description:
            lines
              .map(({ name }) => name)
              .join(', ')
              .slice(0, 120) || 'A thing',
          lines,
        };
        const body = JSON.parse(JSON.stringify(orderBody(payment, 1, '🌳'.repeat(100)))) as Record<
          string,
          unknown
        >;
        expect(() => assertOrder(body)).not.toThrow();
      },
    ),
  );
});
