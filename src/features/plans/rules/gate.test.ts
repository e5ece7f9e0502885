import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planChanges } from './compare.ts';
import { gate, nextPlanOffer, nextPlanWords } from './gate.ts';
import { countedFeatures, type Feature, flagFeatures, planIds, type PlanId } from './plans.ts';
import { type Counters, hasRoom, meterOf, noUsage } from './usage.ts';

const november = { year: 2026, index: 10 };
const counters = (used: Partial<Counters> = {}): Counters => ({ ...noUsage(), aiTemplateUsage: 0, ...used });
const refusal = (plan: PlanId, feature: string, used: Partial<Counters> = {}, wanted = 1) => {
  const decision = gate(plan, feature, counters(used), november, wanted);
  return decision.allowed ? null : decision.refusal;
};

test('a refusal says which limit, when it resets, and which plan lifts it for how much', () => {
  expect(refusal('FREE', 'aiTemplates', { aiTemplateUsage: 3 })).toEqual({
    feature: 'aiTemplates',
    plan: 'FREE',
    used: 3,
    limit: 3,
    freeAgain: '1 December',
    liftedBy: 'PRO',
    words: '3 of 3 generated drafts used. Resets on 1 December; PRO includes 15 a month for $29.',
    advice: 'Resets on 1 December; PRO includes 15 a month for $29.',
  });
  expect(refusal('MULTI_CHANNEL', 'aiEmails', { aiEmails: 250 })?.words).toBe(
    '250 of 250 AI emails used. Resets on 1 December; ENTERPRISE is unlimited for $199 a month.',
  );
  expect(refusal('FREE', 'apiAccess')?.words).toBe(
    'FREE doesn’t include API access; MULTI-CHANNEL includes it for $79 a month.',
  );
});

test('in December it is free again in January', () => {
  const decision = gate('FREE', 'aiEmails', counters({ aiEmails: 3 }), { year: 2026, index: 11 });
  expect(!decision.allowed && decision.refusal.freeAgain).toBe('1 January');
});

test('after a downgrade nothing is deleted, new use waits, and the plan named is one that really lifts it', () => {
  expect(refusal('FREE', 'savedTemplates', { savedTemplates: 30 })).toMatchObject({
    liftedBy: 'AI_CONTENT',
    freeAgain: null,
    words:
      '30 of 5 saved templates used. Nothing is deleted. Make room to add new ones; AI CONTENT includes 100 for $49 a month.',
  });
});

test('several at once need room for all of them', () => {
  expect(gate('FREE', 'monthlyRecoveries', counters({ monthlyRecoveries: 3 }), november, 2)).toEqual({
    allowed: true,
    left: 2,
  });
  expect(refusal('FREE', 'monthlyRecoveries', { monthlyRecoveries: 3 }, 4)?.words).toBe(
    '3 of 5 abandoned carts received, and this needs 4. Resets on 1 December; PRO includes 50 a month for $29.',
  );
});

test('[PLAN-4] a name that no plan knows is refused, whatever it is', () => {
  fc.assert(
    fc.property(fc.constantFrom(...planIds), fc.string(), (plan, name) => {
      fc.pre(!([...countedFeatures, ...flagFeatures] as string[]).includes(name));
      expect(gate(plan, name, counters(), november).allowed).toBe(false);
    }),
  );
  expect(gate('ENTERPRISE', '__proto__', counters(), november).allowed).toBe(false);
});

test('[AI-2] on FREE the month’s three drafts decide, on a paid plan its own counter', () => {
  fc.assert(
    fc.property(fc.nat(200), fc.nat(200), (allowance, drafts) => {
      const used = counters({ aiTemplateUsage: allowance, aiTemplates: drafts });
      expect(gate('FREE', 'aiTemplates', used, november).allowed).toBe(allowance < 3);
      expect(gate('PRO', 'aiTemplates', used, november).allowed).toBe(drafts < 15);
      expect(gate('ENTERPRISE', 'aiTemplates', used, november)).toEqual({ allowed: true, left: null });
    }),
  );
});

const anyFeature = fc.constantFrom<Feature>(...countedFeatures, ...flagFeatures);
const anyUsage = fc.record({
  monthlyRecoveries: fc.nat(300),
  aiEmails: fc.nat(300),
  customDiscounts: fc.nat(300),
  multiChannel: fc.nat(300),
  aiTemplates: fc.nat(300),
  savedTemplates: fc.nat(300),
  aiTemplateUsage: fc.nat(9),
});

test('whoever follows the advice of a refusal is let through, and no cheaper plan would have done', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...planIds),
      anyFeature,
      anyUsage,
      fc.integer({ min: 1, max: 40 }),
      (plan, feature, used, wanted) => {
        const decision = gate(plan, feature, used, november, wanted);
        if (decision.allowed) return;
        const { liftedBy, words } = decision.refusal;
        expect(words).toMatch(/\.$/);
        expect(liftedBy).not.toBeNull();
        for (const other of planIds.slice(planIds.indexOf(plan) + 1)) {
          const isAllowed = gate(other, feature, used, november, wanted).allowed;
          expect(isAllowed).toBe(other === liftedBy);
          if (isAllowed) break;
        }
      },
    ),
  );
});

test('counting up to the refusal uses exactly the limit', () => {
  fc.assert(
    fc.property(fc.constantFrom(...planIds), fc.constantFrom(...countedFeatures), (plan, feature) => {
      const { counter, limit } = meterOf(plan, feature);
      fc.pre(limit >= 0 && counter !== null);
      const used = counters();
      while (counter && gate(plan, feature, used, november).allowed) used[counter] += 1;
      expect(counter && used[counter]).toBe(limit);
      expect(hasRoom(limit, limit)).toBe(false);
    }),
  );
});

test('beside a bar stands what the next plan would give', () => {
  expect(nextPlanWords('FREE', 'aiTemplates')).toBe('PRO includes 15 a month for $29.');
  expect(nextPlanWords('FREE', 'savedTemplates')).toBe('PRO includes 25 for $29 a month.');
  expect(nextPlanWords('ENTERPRISE', 'aiTemplates')).toBeNull();
});

test('a comparison names what differs, and what really is given', () => {
  expect(planChanges('FREE', 'PRO').map(({ words }) => words)).toEqual([
    '50 abandoned carts a month instead of 5',
    '25 AI emails a month instead of 3',
    '15 generated drafts a month instead of 3',
    '25 saved templates instead of 5',
    'with custom discounts',
  ]);
  expect(planChanges('PRO', 'FREE').at(-1)?.words).toBe('without custom discounts');
  for (const plan of planIds) expect(planChanges(plan, plan)).toEqual([]);
});

test('the next plan is offered with all its counts, and with what it has that this one has not', () => {
  expect(nextPlanOffer('FREE')).toBe(
    'PRO, $29 a month: 50 abandoned carts, 25 AI emails, 15 generated drafts, 25 saved templates, and custom discounts.',
  );
  expect(nextPlanOffer('MULTI_CHANNEL')).toBe(
    'ENTERPRISE, $199 a month: unlimited abandoned carts, unlimited AI emails, unlimited generated drafts, and unlimited saved templates.',
  );
  expect(nextPlanOffer('ENTERPRISE')).toBeNull();
});
