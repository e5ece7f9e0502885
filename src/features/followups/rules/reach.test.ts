import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coldAllowance, mostColdADay, pausedBy, type SendingDay } from './reach.ts';

const day = fc
  .record({ handed: fc.nat(60_000), coldShare: fc.nat(100), back: fc.nat(100) })
  .map(({ handed, coldShare, back }): SendingDay => ({
    day: '2026-11-01',
    handed,
    cold: Math.floor((handed * coldShare) / 100),
    bounced: Math.floor((handed * back) / 100),
    forgiven: 0,
  }));

test('who sends well reaches twice as many each day, and a real list within two weeks', () => {
  const days: SendingDay[] = [];
  for (let n = 0; n < 9; n += 1) {
    const cold = coldAllowance(days, 200);
    expect(cold).toBe(Math.min(mostColdADay, 200 * 2 ** n));
    days.push({ day: `2026-11-0${n + 1}`, handed: cold, cold, bounced: 0, forgiven: 0 });
  }
  expect(coldAllowance(days, 200)).toBe(mostColdADay);
});

test('whatever happened, a day allows at least the first day’s number and at most the greatest', () => {
  fc.assert(
    fc.property(fc.array(day, { maxLength: 90 }), fc.integer({ min: 1, max: 1000 }), (days, first) => {
      const allowed = coldAllowance(days, first);
      expect(allowed).toBeGreaterThanOrEqual(Math.min(first, mostColdADay));
      expect(allowed).toBeLessThanOrEqual(mostColdADay);
    }),
  );
});

test('in n days nobody reaches more strangers than doubling each day gives', () => {
  fc.assert(
    fc.property(fc.array(day, { minLength: 1, maxLength: 8 }), (days) => {
      expect(coldAllowance(days, 200)).toBeLessThanOrEqual(200 * 2 ** days.length);
    }),
  );
});

test('a day on which much came back doubles nothing', () => {
  fc.assert(
    fc.property(fc.array(day, { maxLength: 20 }), fc.integer({ min: 200, max: 5000 }), (days, handed) => {
      const bad: SendingDay = {
        day: 'x',
        handed,
        cold: handed,
        bounced: Math.ceil(handed * 0.2),
        forgiven: 0,
      };
      expect(coldAllowance([...days, bad], 200)).toBeLessThanOrEqual(Math.max(200, coldAllowance(days, 200)));
    }),
  );
});

test('a storm of bounces pauses; a few among many, or few in all, don’t; what was seen counts no more', () => {
  const recent = (handed: number, bounced: number, forgiven = 0): SendingDay[] => [
    { day: 'x', handed, cold: 0, bounced, forgiven },
  ];
  expect(pausedBy(recent(1000, 200))).toBe('200 of your last 1000 emails came back');
  expect(pausedBy(recent(1000, 50))).toBeNull();
  expect(pausedBy(recent(40, 20))).toBeNull();
  expect(pausedBy(recent(60, 9))).toBeNull();
  expect(pausedBy(recent(1000, 200, 200))).toBeNull();
  expect(pausedBy([])).toBeNull();
});
