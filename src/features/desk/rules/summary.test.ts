import fc from 'fast-check';
import { expect, test } from 'vitest';
import { days, hours } from '#base/clock.ts';
import { wallOf } from '#base/time-zone.ts';
import { nextSummary, type SummaryPlan } from './summary.ts';

const plans = fc.record<SummaryPlan>({
  cadence: fc.constantFrom('daily', 'weekly'),
  weekday: fc.integer({ min: 0, max: 6 }),
  hour: fc.integer({ min: 0, max: 23 }),
  zone: fc.constantFrom(
    'UTC',
    'Europe/Vienna',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Pacific/Auckland',
    'America/Santiago',
    'Africa/Casablanca',
  ),
});
const starts = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });

test('[law] a summary comes once each day or week, at its hour, in any zone and summer time', () => {
  fc.assert(
    fc.property(plans, starts, (plan, start) => {
      let at = start;
      const shown: number[] = [];
      for (let n = 0; n < (plan.cadence === 'daily' ? 400 : 60); n++) {
        const next = nextSummary(plan, at) ?? new Date(Number.NaN);
        expect(next.getTime()).toBeGreaterThan(at.getTime());
        shown.push(wallOf(plan.zone, next.getTime()));
        at = next;
      }
      const dates = shown.map((wall) => Math.floor(wall / days(1)));
      const step = plan.cadence === 'daily' ? 1 : 7;
      expect(dates.slice(1).every((date, n) => date - (dates[n] ?? 0) === step)).toBe(true);
      // An hour that summer time leaves out is later by as much; every other is the hour itself.
      expect(shown.every((wall) => (wall % days(1)) / hours(1) - plan.hour <= 1)).toBe(true);
      expect(shown.every((wall) => (wall % days(1)) / hours(1) >= plan.hour)).toBe(true);
      expect(shown.filter((wall) => wall % days(1) !== hours(plan.hour)).length).toBeLessThan(4);
      expect(plan.cadence === 'daily' || dates.every((date) => (date + 4) % 7 === plan.weekday)).toBe(true);
    }),
    { numRuns: 30 },
  );
});

test('never is never', () => {
  const plan = { cadence: 'never', weekday: 1, hour: 8, zone: 'UTC' } as const;
  expect(nextSummary(plan, new Date('2026-11-28'))).toBeNull();
});
