import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planAsTold } from './compare.ts';
import { gate } from './gate.ts';
import { plansKnowledge } from './knowledge.ts';
import { monthsAhead, nextBillingDate } from './months.ts';
import { countedFeatures, flagFeatures, type PlanId, planIds, plans, unlimited } from './plans.ts';
import { priceOf, yearlyDiscount } from './prices.ts';
import { firstSubscription, upgraded } from './subscription.ts';
import { counted, meterOf, noUsage, reset, rolledOver, usageKeys, usagePercent } from './usage.ts';

test('[PLAN-1] the five plans, their prices and limits', () => {
  const table = planIds.map((id) => {
    const { price, limits } = plans[id];
    return [
      id,
      price,
      ...countedFeatures.map((each) => limits[each]),
      ...flagFeatures.filter((each) => limits[each]),
    ];
  });
  expect(table).toEqual([
    ['FREE', 0, 5, 3, 2, 5],
    ['PRO', 29, 50, 25, 15, 25, 'customDiscounts'],
    ['AI_CONTENT', 49, 100, 100, 50, 100, 'customDiscounts'],
    ['MULTI_CHANNEL', 79, 250, 250, 100, 250, 'customDiscounts', 'multiChannel', 'apiAccess'],
    ['ENTERPRISE', 199, -1, -1, -1, -1, 'customDiscounts', 'multiChannel', 'apiAccess'],
  ]);
});

test('[PLAN-7] a plan has a name, a monthly price, a billing cycle, limits and a list of features', () => {
  for (const id of planIds) {
    const { name, price, billingCycle, limits, features } = planAsTold(id);
    expect(name).toBeTruthy();
    expect(Number.isInteger(price)).toBe(true);
    expect(billingCycle).toBe('monthly');
    expect(Object.keys(limits).sort()).toEqual([...countedFeatures, ...flagFeatures].sort());
    expect(features.length).toBeGreaterThanOrEqual(4);
  }
  expect(planAsTold('PRO').features).toEqual([
    '50 abandoned carts a month',
    '25 AI emails a month',
    '15 generated drafts a month',
    '25 saved templates',
    'Custom discounts',
  ]);
});

test('of a plan one number is told, and it is the one that stops: of FREE, three generated drafts', () => {
  expect(planAsTold('FREE').features[2]).toBe('3 generated drafts a month');
  expect(plansKnowledge.map(({ text }) => text).join()).toContain(
    'FREE: free; 5 abandoned carts a month, 3 AI emails a month, 3 generated drafts a month',
  );
  for (const id of planIds)
    for (const feature of countedFeatures) {
      const { counter, limit } = meterOf(id, feature);
      expect(planAsTold(id).limits[feature]).toBe(limit);
      if (counter === null || limit === unlimited) continue;
      const month = { year: 2026, index: 10 };
      const used = { ...noUsage(), aiTemplateUsage: 0 };
      expect(gate(id, feature, { ...used, [counter]: limit - 1 }, month).allowed).toBe(true);
      expect(gate(id, feature, { ...used, [counter]: limit }, month).allowed).toBe(false);
    }
});

const anyPlan = fc.constantFrom(...planIds);

/** As the hub decides, with so many used of everything. */
const isAllowed = (plan: PlanId, feature: string, used = 0) => {
  const all = Object.fromEntries([...countedFeatures, 'aiTemplateUsage'].map((name) => [name, used]));
  return gate(plan, feature, { ...noUsage(), aiTemplateUsage: 0, ...all }, { year: 2026, index: 10 }).allowed;
};

test('[PLAN-4] a counted feature is allowed exactly while it is below its limit', () => {
  fc.assert(
    fc.property(anyPlan, fc.constantFrom(...countedFeatures), fc.nat(400), (plan, feature, used) => {
      const { limit } = meterOf(plan, feature);
      // Only the drafts of who pays nothing go by the allowance of the month (AI-2).
      const isAllowance = plan === 'FREE' && feature === 'aiTemplates';
      expect(isAllowance ? plans[plan].limits[feature] : limit).toBe(plans[plan].limits[feature]);
      expect(isAllowed(plan, feature, used)).toBe(limit === unlimited || used < limit);
    }),
  );
});

test('[PLAN-4] flags decide by themselves, and any other name is denied', () => {
  expect(isAllowed('FREE', 'customDiscounts')).toBe(false);
  expect(isAllowed('PRO', 'customDiscounts')).toBe(true);
  expect(isAllowed('AI_CONTENT', 'multiChannel')).toBe(false);
  expect(isAllowed('MULTI_CHANNEL', 'apiAccess')).toBe(true);
  for (const name of ['toString', '__proto__', 'limits', 'price', '', 'APIACCESS'])
    expect(isAllowed('ENTERPRISE', name)).toBe(false);
  fc.assert(
    fc.property(anyPlan, fc.string(), (plan, name) => {
      const known: string[] = [...countedFeatures, ...flagFeatures];
      fc.pre(!known.includes(name));
      expect(isAllowed(plan, name)).toBe(false);
    }),
  );
});

test('[PLAN-5] the percentage is 0 without a limit, 100 where nothing is allowed, else rounded', () => {
  expect(usagePercent(70, -1)).toBe(0);
  expect(usagePercent(0, 0)).toBe(100);
  expect(usagePercent(1, 3)).toBe(33);
  expect(usagePercent(2, 3)).toBe(67);
  fc.assert(
    fc.property(fc.nat(1000), fc.integer({ min: 1, max: 1000 }), (used, limit) => {
      const percent = usagePercent(used, limit);
      expect(Math.abs(percent - (used / limit) * 100)).toBeLessThanOrEqual(0.5);
      expect(percent >= 100).toBe(Math.round((used / limit) * 100) >= 100);
    }),
  );
});

test('[PLAN-5] counters go up by one, and go back to 0 alone or together', () => {
  const once = counted(counted(noUsage(), 'aiEmails'), 'savedTemplates');
  expect(once).toEqual({ ...noUsage(), aiEmails: 1, savedTemplates: 1 });
  expect(reset(once, 'aiEmails')).toEqual({ ...noUsage(), savedTemplates: 1 });
  expect(reset(once)).toEqual(noUsage());
  expect(Object.keys(noUsage())).toEqual([
    'monthlyRecoveries',
    'aiEmails',
    'customDiscounts',
    'multiChannel',
    'aiTemplates',
    'savedTemplates',
  ]);
});

test('a new month leaves only what is stored', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(300), { minLength: 6, maxLength: 6 }), (numbers) => {
      const usage = Object.fromEntries(usageKeys.map((key, at) => [key, numbers[at]])) as ReturnType<
        typeof noUsage
      >;
      expect(rolledOver(usage)).toEqual({ ...noUsage(), savedTemplates: usage.savedTemplates });
    }),
  );
});

test('[PLAN-6] a year saves 0, 70, 118, 190 and 478 US dollars', () => {
  expect(planIds.map((id) => yearlyDiscount(plans[id].price))).toEqual([0, 70, 118, 190, 478]);
  expect(planIds.map((id) => priceOf(id, 'yearly'))).toEqual([0, 278_00, 470_00, 758_00, 1910_00]);
});

test('[PLAN-3] an upgrade sets the plan and is billed a month ahead; an unknown plan changes nothing', () => {
  const now = new Date('2026-11-21T10:00:00.000Z');
  const state = { ...firstSubscription(), usage: { ...noUsage(), aiEmails: 3 } };
  expect(upgraded(state, 'PRO', now)).toEqual({
    ...state,
    currentPlan: 'PRO',
    nextBillingDate: '2026-12-21T10:00:00.000Z',
  });
  for (const unknown of ['pro', 'GOLD', '', 'toString', '__proto__'])
    expect(upgraded(state, unknown, now)).toBe(state);
});

test.each([
  ['2026-11-21', '2026-12-21'],
  ['2026-01-31', '2026-02-28'],
  ['2028-01-31', '2028-02-29'],
  ['2026-01-30', '2026-02-28'],
  ['2026-02-28', '2026-03-31'],
  ['2028-02-28', '2028-03-28'],
  ['2026-04-30', '2026-05-31'],
  ['2026-12-31', '2027-01-31'],
])('[PLAN-3] a month after %s is %s: the last day goes to the last day', (from, to) => {
  const at = (day: string) => new Date(`${day}T23:59:59.999Z`);
  expect(nextBillingDate(at(from))).toEqual(at(to));
});

test('a month ahead is always in the next month, at the same time of day', () => {
  const dates = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(dates, fc.integer({ min: -30, max: 30 }), (from, months) => {
      const ahead = monthsAhead(from, months);
      const monthsOf = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth();
      expect(monthsOf(ahead) - monthsOf(from)).toBe(months);
      expect(ahead.toISOString().slice(10)).toBe(from.toISOString().slice(10));
    }),
  );
});

test('plan names are compared in one file', () => {
  const src = fileURLToPath(new URL('../../../', import.meta.url));
  const names = planIds.join('|');
  const comparison = new RegExp(
    `[!=]==?\\s*['"](?:${names})['"]|['"](?:${names})['"]\\s*[!=]==?|case ['"](?:${names})['"]`,
  );
  expect(comparison.test("plan === 'FREE'")).toBe(true);
  const found = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) => comparison.test(readFileSync(join(src, file), 'utf8')));
  expect(found.filter((file) => file !== 'features/plans/rules/capabilities.ts')).toEqual([]);
});
