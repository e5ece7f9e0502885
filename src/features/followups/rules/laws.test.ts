import fc from 'fast-check';
import { expect, test } from 'vitest';
import { simulate } from './simulate.ts';
import { allSteps, type Step, Steps } from './steps.ts';
import { addDays, momentIn, movedPlaces, programOf } from './walk.ts';
import { plainText } from './words.ts';

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Pacific/Auckland',
  'Pacific/Apia',
];
const clockOf = (zone: string, at: Date) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(at);

/** Whether the clocks there change within a day of it. */
const jumps = (zone: string, at: Date): boolean => {
  const shift = (time: number) =>
    Date.parse(`${clockOf(zone, new Date(time)).replace(' ', 'T')}:00Z`) - Math.floor(time / 60_000) * 60_000;
  return shift(at.getTime() - 86_400_000) !== shift(at.getTime() + 86_400_000);
};

test('an hour of a day somewhere is that hour on the clock there, or the first after the clocks jumped', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: 3650 }),
      fc.integer({ min: 0, max: 23 }),
      (zone, ahead, hour) => {
        const day = addDays('2024-01-01', ahead);
        const at = momentIn(zone, day, hour);
        const shown = clockOf(zone, at);
        const wanted = `${day} ${String(hour).padStart(2, '0')}:00`;
        // Where the clocks jump over that hour (or, once, over a whole day) it is at most a day later.
        const late =
          Date.parse(`${shown.replace(' ', 'T')}:00Z`) - Date.parse(`${wanted.replace(' ', 'T')}:00Z`);
        expect(late === 0 || (Math.abs(late) <= 3_600_000 && jumps(zone, at))).toBe(true);
      },
    ),
  );
});

let made = 0;
const id = () => `step_${made++}`;
const plain: fc.Arbitrary<Step> = fc.oneof(
  fc.integer({ min: 1, max: 200 }).map((hours): Step => ({ id: id(), kind: 'wait', hours })),
  fc.integer({ min: 0, max: 23 }).map((hour): Step => ({ id: id(), kind: 'until', days: [1, 4], hour })),
  fc.constant(null).map((): Step => ({
    id: id(),
    kind: 'mail',
    subject: 'S',
    blocks: plainText('Hello, this is one.'),
  })),
  fc.constantFrom('a', 'b').map((tag): Step => ({ id: id(), kind: 'tag', add: true, tag })),
);
const listOf = (depth: number): fc.Arbitrary<Step[]> =>
  fc.array(
    depth === 0 ? plain : fc.oneof({ weight: 4, arbitrary: plain }, { weight: 1, arbitrary: branch(depth) }),
    {
      maxLength: 5,
    },
  );
const branch = (depth: number): fc.Arbitrary<Step> =>
  fc.tuple(listOf(depth - 1), listOf(depth - 1), fc.constantFrom('a', 'b')).map(([yes, no, tag]): Step => ({
    id: id(),
    kind: 'branch',
    when: { is: 'tag', tag },
    yes,
    no,
  }));
const sequences = listOf(2).filter((steps) => steps.length > 0 && allSteps(steps).length <= 50);

test('whoever goes through a sequence comes to an end, meets no step twice, and time never runs back', () => {
  fc.assert(
    fc.property(sequences, fc.integer({ min: 0, max: 72 }), (steps, capHours) => {
      expect(Steps.safeParse(steps).success).toBe(true);
      const lines = simulate(
        { steps, stopsOnPurchase: true },
        {
          startedAt: new Date('2026-03-28T10:00:00Z'),
          timeZone: 'Europe/Berlin',
          tags: [],
          fields: {},
          source: '',
          hasBought: false,
          buysAfter: null,
          clicks: false,
        },
        { timeZone: 'UTC', quietFrom: 22, quietTo: 8, capHours },
      );
      expect(lines.at(-1)?.kind).toBe('end');
      const ids = lines.flatMap(({ stepId }) => stepId ?? []);
      expect(new Set(ids).size).toBe(ids.length);
      const times = lines.map(({ at }) => at.getTime());
      expect([...times].sort((a, b) => a - b)).toEqual(times);
      const mails = lines.filter(({ kind }) => kind === 'mail').map(({ at }) => at.getTime());
      const gaps = mails.slice(1).map((at, n) => at - (mails[n] ?? 0));
      expect(Math.min(capHours * 3_600_000, ...gaps)).toBe(capHours * 3_600_000);
    }),
  );
});

test('nobody is lost by a change: they stay, or go on with the next step that is left, or it was the last', () => {
  fc.assert(
    fc.property(sequences, fc.func(fc.boolean()), (steps, stays) => {
      const thin = (list: readonly Step[]): Step[] =>
        list
          .filter((step) => stays(step.id))
          .map((step) =>
            step.kind === 'branch' ? { ...step, yes: thin(step.yes), no: thin(step.no) } : step,
          );
      const after = thin(steps);
      const old = programOf(steps);
      const kept = new Set(allSteps(after).map((step) => step.id));
      for (const [from, to] of movedPlaces(steps, after)) {
        expect(kept.has(from)).toBe(false);
        expect(to === null || kept.has(to)).toBe(true);
        // Nothing that is still there lies between.
        const passed: string[] = [];
        for (
          let at = old.places.get(from)?.next ?? null;
          at !== to && at !== null;
          at = old.places.get(at)?.next ?? null
        )
          passed.push(at);
        expect(passed.filter((step) => kept.has(step))).toEqual([]);
      }
    }),
  );
});
