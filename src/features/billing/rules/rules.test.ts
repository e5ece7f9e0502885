import fc from 'fast-check';
import { expect, test } from 'vitest';
import { days } from '#base/clock.ts';
import { cents } from '#base/money.ts';
import { billingCycles } from '#features/plans/rules/plans.ts';
import { paidPlans } from '#features/plans/rules/capabilities.ts';
import { priceOf } from '#features/plans/rules/prices.ts';
import { type Choice, decideChange, type Paid, worthOfRest } from './change.ts';
import { nextTry } from './dunning.ts';
import { dueDate } from './periods.ts';

const at = (text: string) => new Date(text);
const day = (date: Date | null | undefined) => date?.toISOString().slice(0, 10);
const monthOfPro: Paid = {
  plan: 'PRO',
  cycle: 'monthly',
  from: at('2026-11-01T00:00:00Z'),
  until: at('2026-12-01T00:00:00Z'),
  paidCents: cents(2900),
  ends: false,
};

test('what began on the 31st is due on the last day of short months and on the 31st of long ones', () => {
  const first = at('2027-10-31T12:00:00Z');
  expect([1, 2, 3, 4, 5].map((n) => day(dueDate(first, 'monthly', n)))).toEqual([
    '2027-11-30',
    '2027-12-31',
    '2028-01-31',
    '2028-02-29',
    '2028-03-31',
  ]);
  expect([1, 2].map((n) => day(dueDate(at('2027-01-30T12:00:00Z'), 'monthly', n)))).toEqual([
    '2027-02-28',
    '2027-03-30',
  ]);
});

test('a leap day is due on the 28th in other years', () => {
  const first = at('2028-02-29T00:00:00Z');
  expect([1, 2, 3, 4].map((n) => day(dueDate(first, 'yearly', n)))).toEqual([
    '2029-02-28',
    '2030-02-28',
    '2031-02-28',
    '2032-02-29',
  ]);
});

test('a first plan is paid now, in full', () => {
  expect(decideChange(at('2026-11-21T10:00:00Z'), null, { plan: 'PRO', cycle: 'yearly' })).toMatchObject({
    when: 'now',
    kind: 'start',
    dueNowCents: 27800,
    creditCents: 0,
    nextPaymentAt: at('2027-11-21T10:00:00Z'),
  });
});

test('an upgrade in the middle of a month costs the new price less what half a month is worth', () => {
  expect(
    decideChange(at('2026-11-16T00:00:00Z'), monthOfPro, { plan: 'MULTI_CHANNEL', cycle: 'monthly' }),
  ).toMatchObject({
    when: 'now',
    kind: 'upgrade',
    creditCents: 1450,
    dueNowCents: 7900 - 1450,
    nextPaymentAt: at('2026-12-16T00:00:00Z'),
  });
});

test('a credit of more than the new price costs nothing now and buys as much longer', () => {
  const year: Paid = {
    ...monthOfPro,
    cycle: 'yearly',
    until: at('2027-11-01T00:00:00Z'),
    paidCents: cents(27800),
  };
  const change = decideChange(at('2026-11-01T00:00:00Z'), year, { plan: 'AI_CONTENT', cycle: 'monthly' });
  expect(change).toMatchObject({ when: 'now', dueNowCents: 0, creditCents: 27800 });
  const bought = (change!.nextPaymentAt.getTime() - at('2026-11-01T00:00:00Z').getTime()) / days(30);
  expect(bought).toBeCloseTo(278 / 49, 6);
});

test('less takes nothing away: it comes when the paid period is over, and costs nothing now', () => {
  const now = at('2026-11-16T00:00:00Z');
  const team: Paid = { ...monthOfPro, plan: 'MULTI_CHANNEL', paidCents: cents(7900) };
  expect(decideChange(now, team, { plan: 'PRO', cycle: 'monthly' })).toMatchObject({
    when: 'later',
    kind: 'downgrade',
    dueNowCents: 0,
    nextPaymentAt: team.until,
  });
  expect(
    decideChange(now, { ...team, cycle: 'yearly' }, { plan: 'MULTI_CHANNEL', cycle: 'monthly' }),
  ).toMatchObject({ when: 'later', kind: 'cycle' });
});

test('the same again is nothing to do, unless it was cancelled: then it goes on where it would have ended', () => {
  const now = at('2026-11-16T00:00:00Z');
  const same: Choice = { plan: 'PRO', cycle: 'monthly' };
  expect(decideChange(now, monthOfPro, same)).toBeNull();
  expect(decideChange(now, { ...monthOfPro, ends: true }, same)).toMatchObject({
    kind: 'resume',
    dueNowCents: 0,
    nextPaymentAt: monthOfPro.until,
  });
  expect(decideChange(at('2027-01-01T00:00:00Z'), { ...monthOfPro, ends: true }, same)).toMatchObject({
    kind: 'start',
    dueNowCents: 2900,
  });
});

test('whatever is chosen whenever: nobody pays below zero or above the price, and no paid day is lost', () => {
  const choice = fc.record({
    plan: fc.constantFrom(...paidPlans),
    cycle: fc.constantFrom(...billingCycles),
  });
  fc.assert(
    fc.property(choice, choice, fc.double({ min: 0, max: 1, noNaN: true }), (has, wants, share) => {
      const from = at('2027-12-31T08:00:00Z');
      const until = dueDate(from, has.cycle, 1);
      const now = new Date(from.getTime() + Math.floor((until.getTime() - from.getTime()) * share));
      const paid: Paid = { ...has, from, until, paidCents: priceOf(has.plan, has.cycle), ends: false };
      const change = decideChange(now, paid, wants);
      if (!change) return;
      const { dueNowCents, priceCents, creditCents, nextPaymentAt } = change;
      expect(dueNowCents).toBeGreaterThanOrEqual(0);
      expect(dueNowCents).toBeLessThanOrEqual(priceCents);
      expect(nextPaymentAt.getTime()).toBeGreaterThan(now.getTime() - 1);
      const isLater = change.when === 'later';
      expect(isLater ? [dueNowCents, nextPaymentAt] : [0, until]).toEqual([0, until]);
      expect(isLater || dueNowCents + creditCents >= priceCents).toBe(true);
    }),
  );
});

test('the worth of what is left falls from all of it to nothing, in whole cents', () => {
  expect(worthOfRest(monthOfPro.from, monthOfPro)).toBe(2900);
  expect(worthOfRest(monthOfPro.until, monthOfPro)).toBe(0);
  expect(worthOfRest(at('2026-10-01T00:00:00Z'), monthOfPro)).toBe(2900);
  expect(worthOfRest(at('2026-11-30T23:59:59Z'), monthOfPro)).toBe(0);
});

test('a failed renewal is tried again after 2, 5, 7 and 7 days, and then it is over', () => {
  let failedAt = at('2026-11-01T00:00:00Z');
  const tries: (string | undefined)[] = [];
  for (let failed = 1; ; failed++) {
    const next = nextTry(failedAt, failed);
    if (!next) break;
    tries.push(day(next));
    failedAt = next;
  }
  expect(tries).toEqual(['2026-11-03', '2026-11-08', '2026-11-15', '2026-11-22']);
});
