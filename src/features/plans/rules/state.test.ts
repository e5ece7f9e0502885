import fc from 'fast-check';
import { expect, test } from 'vitest';
import { budgetDay, microDollars } from './ai-budget.ts';
import { mayDraftLocally, oneMoreDraft, readAiUsage } from './ai-usage.ts';
import { localMonth, monthKey, utcMonth } from './months.ts';
import { isPlanId } from './plans.ts';
import { firstSubscription, readSubscription, subscriptionKey } from './subscription.ts';

test('[PLAN-2] the subscription state has its fields, defaults and key', () => {
  expect(subscriptionKey).toBe('subscriptionData');
  expect(firstSubscription()).toEqual({
    currentPlan: 'FREE',
    usage: {
      monthlyRecoveries: 0,
      aiEmails: 0,
      customDiscounts: 0,
      multiChannel: 0,
      aiTemplates: 0,
      savedTemplates: 0,
    },
    billingCycle: 'monthly',
    paymentMethod: null,
    nextBillingDate: null,
  });
});

test('[PLAN-2] what was stored is read back as it was', () => {
  const state = {
    ...firstSubscription(),
    currentPlan: 'AI_CONTENT' as const,
    usage: { ...firstSubscription().usage, aiEmails: 7 },
    billingCycle: 'yearly' as const,
    paymentMethod: 'paypal',
    nextBillingDate: '2026-12-21T10:00:00.000Z',
  };
  expect(readSubscription(JSON.stringify(state))).toEqual(state);
});

test.each(['', '{', 'null', '[]', '"PRO"', '7', 'undefined', '{"currentPlan":'])(
  '[PLAN-2] %j is no state at all',
  (stored) => {
    expect(readSubscription(stored)).toBeNull();
  },
);

test('[PLAN-2] a tampered field gets its default, the others stay, and nothing foreign comes in', () => {
  const tampered = {
    currentPlan: 'GOD_MODE',
    usage: {
      aiEmails: -5,
      aiTemplates: 'none',
      savedTemplates: 4,
      monthlyRecoveries: 1e300,
      aiTemplateUsage: 9,
    },
    billingCycle: 'never',
    paymentMethod: { card: '4242' },
    nextBillingDate: 'tomorrow',
    isAdmin: true,
  };
  const usage = { ...firstSubscription().usage, savedTemplates: 4 };
  expect(readSubscription(JSON.stringify(tampered))).toEqual({ ...firstSubscription(), usage });
  expect(readSubscription('{"currentPlan":"__proto__","usage":[1,2]}')).toEqual(firstSubscription());
});

test('[PLAN-2] whatever is stored, what is read is a state or nothing', () => {
  const half = fc.record(
    {
      currentPlan: fc.anything(),
      usage: fc.anything(),
      billingCycle: fc.anything(),
      paymentMethod: fc.anything(),
      nextBillingDate: fc.anything(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json(),
        fc.string(),
        half.map((value) =>
          JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner)),
        ),
      ),
      (stored) => {
        const state = readSubscription(stored);
        if (state === null) return;
        expect(Object.keys(state).sort()).toEqual(Object.keys(firstSubscription()).sort());
        expect(isPlanId(state.currentPlan)).toBe(true);
        for (const used of Object.values(state.usage)) expect(used).toBeGreaterThanOrEqual(0);
        expect(readSubscription(JSON.stringify(state))).toEqual(state);
      },
    ),
  );
});

test('[AI-2] drafts are counted for a month index, and start anew when another month is stored', () => {
  expect(readAiUsage('{"count":2,"month":10}', 10)).toEqual({ count: 2, month: 10 });
  expect(readAiUsage('{"count":2,"month":10}', 11)).toEqual({ count: 0, month: 11 });
  expect(readAiUsage('{"count":2,"month":10}', 0)).toEqual({ count: 0, month: 0 });
  for (const broken of [
    null,
    '{',
    '[]',
    'null',
    '{"count":-1,"month":10}',
    '{"count":"2","month":10}',
    '{"month":10}',
  ])
    expect(readAiUsage(broken, 10)).toEqual({ count: 0, month: 10 });
});

test('[AI-2] a guest makes three drafts a month on this device, and who is offline as many as they like', () => {
  let usage = readAiUsage(null, 10);
  const made: number[] = [];
  while (mayDraftLocally('guest', usage)) {
    usage = oneMoreDraft(usage);
    made.push(usage.count);
  }
  expect(made).toEqual([1, 2, 3]);
  expect(mayDraftLocally('offline', { count: 300, month: 10 })).toBe(true);
});

test('[AI-2] from UTC-12 to UTC+14 the month is the one on the wall; the server’s is UTC, with its year', () => {
  const newYear = new Date('2026-12-31T23:30:00Z');
  expect(localMonth(newYear, -14 * 60)).toEqual({ year: 2027, index: 0 });
  expect(localMonth(newYear, 0)).toEqual({ year: 2026, index: 11 });
  expect(localMonth(new Date('2027-01-01T11:59:00Z'), 12 * 60)).toEqual({ year: 2026, index: 11 });
  expect(localMonth(new Date('2027-01-01T12:00:00Z'), 12 * 60)).toEqual({ year: 2027, index: 0 });
  const dates = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(dates, fc.integer({ min: -14 * 60, max: 12 * 60 }), (now, offset) => {
      const wall = new Date(now.getTime() - offset * 60_000).toISOString().slice(0, 7);
      expect(monthKey(localMonth(now, offset))).toBe(wall);
      expect(monthKey(utcMonth(now))).toBe(now.toISOString().slice(0, 7));
    }),
  );
});

test('a clock that jumps 40 days is always in another month', () => {
  const dates = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(dates, (now) => {
      const later = new Date(now.getTime() + 40 * 86_400_000);
      expect(monthKey(utcMonth(later)) > monthKey(utcMonth(now))).toBe(true);
      expect(
        readAiUsage(JSON.stringify({ count: 3, month: utcMonth(now).index }), utcMonth(later).index).count,
      ).toBe(0);
    }),
  );
});

test('a budget is whole millionths of a dollar, never a hair off what was said', () => {
  expect(microDollars(0.07)).toBe(70_000);
  expect(microDollars(2.5)).toBe(2_500_000);
  expect(microDollars(0.0000001)).toBe(1);
  expect(() => microDollars(-1)).toThrow(RangeError);
  expect(() => microDollars(Number.NaN)).toThrow(RangeError);
  expect(budgetDay({ now: () => new Date('2026-11-21T23:59:59.999Z') })).toBe('2026-11-21');
});
