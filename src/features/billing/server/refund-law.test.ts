import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minutes } from '#base/clock.ts';
import { Problem } from '#base/problem.ts';
import { Unanswered } from '#platform/server/desk.ts';
import { billingHub } from '#testing/billing-hub.ts';
import { useDatabase } from '#testing/database.ts';

const db = await useDatabase();
const number = async (sql: string): Promise<number> =>
  Number((await db.pool.query<{ n: string }>(sql)).rows[0]?.n);

/** What a press of "Refund" ended as: the cents that it says went or will go, or words. */
const pressed = (hub: Awaited<ReturnType<typeof billingHub>>, sale: string, cents: number) =>
  hub.command('subscriptions', 'refund', sale, (cents / 100).toFixed(2)).then(
    ([words = '']) => ({ said: Math.round(Number(/^\$([\d.]+) /.exec(words)?.[1]) * 100), cents }),
    (error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      return { said: error instanceof Unanswered ? cents : 0, cents };
    },
  );

type Step =
  | { press: number[] }
  | { wire: 'up' | 'no request' | 'no answer' }
  | { hear: number }
  | { retry: true };
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      press: fc.array(fc.integer({ min: 1, max: 1800 }), { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ wire: fc.constantFrom('up', 'no request', 'no answer') }) },
  fc.record({ hear: fc.constantFrom(1, 2) }),
  fc.record({ retry: fc.constant(true as const) }),
);

test('what is said to go back is what is moved, booked and credited, whatever is lost and pressed when', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async (steps) => {
      const hub = await billingHub(db);
      const { there } = await hub.choose(await hub.member(), 'PRO');
      const sale = there.sales()[0]?.id ?? '';
      const answers: { said: number; cents: number }[] = [];
      for (const each of steps) {
        if ('wire' in each) {
          hub.setAway(each.wire === 'no request');
          hub.setLosing(each.wire === 'no answer');
        } else if ('hear' in each) await hub.hear({ times: each.hear });
        else if ('retry' in each) {
          hub.clock.move(minutes(2));
          await hub.retry();
        } else answers.push(...(await Promise.all(each.press.map((cents) => pressed(hub, sale, cents)))));
      }
      for (const answer of answers) expect([0, answer.cents]).toContain(answer.said);
      const said = answers.reduce((sum, answer) => sum + answer.said, 0);
      hub.setAway(false);
      hub.setLosing(false);
      hub.clock.move(minutes(2));
      await hub.retry();
      await hub.hear();
      expect(there.sales()[0]?.refundedCents).toBe(said);
      expect(await number('select refunded_cents as n from billing_payment')).toBe(said);
      expect(await number('select coalesce(sum(cents), 0) as n from billing_credit_note')).toBe(said);
    }),
    { numRuns: 15 },
  );
}, 120_000);

test('a refund without an answer is told in words, and the next one is told of it', async () => {
  const hub = await billingHub(db);
  const { there } = await hub.choose(await hub.member(), 'PRO');
  const sale = there.sales()[0]?.id ?? '';
  hub.setLosing(true);
  await expect(hub.command('subscriptions', 'refund', sale, '3')).rejects.toThrow('will be retried');
  await hub.hear();
  await expect(hub.command('subscriptions', 'refund', sale, '7')).rejects.toThrow(
    /^Nothing was refunded by this\. A refund of \$3, asked for at 2026-11-01 09:00 UTC, is still waiting/,
  );
  hub.setLosing(false);
  await expect(hub.command('subscriptions', 'refund', sale, '3')).rejects.toThrow('has gone through now');
  expect(there.sales()[0]?.refundedCents).toBe(300);
  await hub.command('subscriptions', 'refund', sale, '7');
  expect(there.sales()[0]?.refundedCents).toBe(1000);
});

test('all that is left goes back by itself after a refund by hand that was never answered', async () => {
  const hub = await billingHub(db);
  const ada = await hub.member();
  const { there } = await hub.choose(ada, 'PRO', 'monthly', 'DE');
  const sale = there.sales()[0]?.id ?? '';
  hub.setLosing(true);
  await expect(hub.command('subscriptions', 'refund', sale, '3')).rejects.toThrow('will be retried');
  hub.setLosing(false);
  expect((await hub.post('/api/billing/withdraw', undefined, ada)).status).toBe(200);
  await hub.deliver();
  hub.clock.move(minutes(10));
  await hub.deliver();
  expect(there.sales()[0]?.refundedCents).toBe(3451);
  expect(await number('select sum(cents) as n from billing_credit_note')).toBe(3451);
});
