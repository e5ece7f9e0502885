import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minutes } from '#base/clock.ts';
import { Problem } from '#base/problem.ts';
import { Unanswered } from '#platform/server/desk.ts';
import { useDatabase } from '#testing/database.ts';
import { paymentsHub } from '#testing/payments-hub.ts';

const db = await useDatabase();
const hub = await paymentsHub(db);
const { paypal, clock } = hub;

const movedOf = (orderId: string): number =>
  (paypal.orders.find(orderId).purchase_units[0]?.payments?.refunds ?? []).reduce(
    (sum, { amount }) => sum + Math.round(Number(amount.value) * 100),
    0,
  );
const bookedOf = async (reference: string): Promise<number> =>
  Number(
    (
      await db.pool.query<{ n: string }>(
        `select coalesce(sum(cents), 0) as n from payment_refund where state = 'done'
         and payment_id = (select id from payment where reference = $1)`,
        [reference],
      )
    ).rows[0]?.n,
  );

/** The cents that a press says went, or will go. */
const pressed = (reference: string, cents: number | null) =>
  hub.payments.refund(reference, cents, 'asked for').then(
    ({ refundedCents }) => refundedCents,
    (error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      return error instanceof Unanswered ? Number(/\$(\d+(?:\.\d\d)?)/.exec(error.message)?.[1]) * 100 : 0;
    },
  );

type Step =
  | { press: number[] }
  | { wire: 'up' | 'no request' | 'no answer' }
  | { notices: 'lose' | 'deliver' }
  | { retry: true };
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      press: fc.array(fc.integer({ min: 1, max: 1600 }), { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ wire: fc.constantFrom('up', 'no request', 'no answer') }) },
  fc.record({ notices: fc.constantFrom('lose', 'deliver') }),
  fc.record({ retry: fc.constant(true as const) }),
);

test('[PAY-3] what a press says went back is what moved and is booked, whatever is lost and pressed when', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async (steps) => {
      paypal.webhooks.setMode('lose');
      const { orderId, reference } = await hub.approved();
      await hub.capture(orderId);
      let said = 0;
      for (const each of steps) {
        if ('wire' in each)
          Object.assign(paypal.faults, {
            loseRequests: each.wire === 'no request' ? 1 : 0,
            loseAnswers: each.wire === 'no answer' ? 1 : 0,
          });
        else if ('notices' in each) paypal.webhooks.setMode(each.notices);
        else if ('retry' in each) {
          clock.move(minutes(2));
          await hub.payments.retryRefunds();
        } else
          for (const one of await Promise.all(each.press.map((cents) => pressed(reference, cents))))
            said += Math.round(one);
      }
      Object.assign(paypal.faults, { loseRequests: 0, loseAnswers: 0 });
      clock.move(minutes(2));
      await hub.payments.retryRefunds();
      await paypal.webhooks.settled();
      expect(movedOf(orderId)).toBe(said);
      expect(await bookedOf(reference)).toBe(said);
    }),
    { numRuns: 15 },
  );
  expect(hub.unexpected).toEqual([]);
}, 120_000);

test('[PAY-3] a refund of another amount is refused while one is open, and says which, when and by whom', async () => {
  paypal.webhooks.setMode('lose');
  const { orderId, reference } = await hub.approved();
  await hub.capture(orderId);
  paypal.faults.loseRequests = 1;
  await expect(hub.payments.refund(reference, 1500, '', 'Ada')).rejects.toThrow('will be retried');
  await expect(hub.payments.refund(reference, 100, '', 'Ben')).rejects.toThrow(
    /^Nothing was refunded by this\. A refund of \$15, asked for at .* UTC by Ada, is still waiting/,
  );
  paypal.faults.loseRequests = 0;
  await expect(hub.payments.refund(reference, 100, '', 'Ben')).rejects.toThrow('has gone through now');
  expect(movedOf(orderId)).toBe(1500);
  await hub.payments.refund(reference, 100, '', 'Ben');
  expect(movedOf(orderId)).toBe(1600);
});
