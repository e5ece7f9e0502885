import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plansAbove, rankOf } from './capabilities.ts';
import { countedFeatures, planIds } from './plans.ts';
import { recommended, usedOf } from './recommend.ts';
import { type Counters, hasRoom, meterOf, noUsage } from './usage.ts';

const none: Counters = { ...noUsage(), aiTemplateUsage: 0 };
const hasRoomFor = (plan: (typeof planIds)[number], counters: Counters) =>
  countedFeatures.every((feature) => hasRoom(meterOf(plan, feature).limit, usedOf(counters, feature)));

test.each([
  [null, null, 'PRO', /^Start on FREE\. PRO, for \$29 a month,/],
  ['FREE', none, 'FREE', /^FREE covers what you use/],
  ['FREE', { ...none, savedTemplates: 5 }, 'PRO', /^You use 5 of 5 saved templates\. PRO is the cheapest/],
  ['FREE', { ...none, aiTemplateUsage: 3 }, 'PRO', /^You use 3 of 3 generated drafts\./],
  ['PRO', { ...none, monthlyRecoveries: 100 }, 'MULTI_CHANNEL', /^You received 100 of 50 abandoned carts\./],
  ['AI_CONTENT', none, 'AI_CONTENT', /covers what you use/],
] as const)('%s with %o: %s', (present, counters, plan, why) => {
  const found = recommended(present, counters);
  expect(found.plan).toBe(plan);
  expect(found.why).toMatch(why);
});

test('[PLAN-4] of any numbers: the cheapest plan with room for more of each, never below one’s own', () => {
  const counters = fc.record(
    Object.fromEntries(Object.keys(none).map((key) => [key, fc.nat(400)])) as Record<
      keyof Counters,
      fc.Arbitrary<number>
    >,
  );
  fc.assert(
    fc.property(fc.constantFrom(...planIds), counters, (present, used) => {
      const { plan } = recommended(present, used);
      expect(rankOf(plan)).toBeGreaterThanOrEqual(rankOf(present));
      expect(hasRoomFor(plan, used)).toBe(true);
      const cheaper = [present, ...plansAbove(present)].filter((id) => rankOf(id) < rankOf(plan));
      expect(cheaper.filter((id) => hasRoomFor(id, used))).toEqual([]);
    }),
  );
});
