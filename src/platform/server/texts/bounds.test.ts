import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { days, hours, movableClock } from '#base/clock.ts';
import { useDatabase } from '#testing/database.ts';
import { forgetCounts, giveBack, mostADay, mostADayOfAll, takeOne, textsLeft } from './bounds.ts';
import { hubMonth, monthOf, nextMonth } from './month.ts';

const db = await useDatabase();
const empty = () => sql`truncate text_count, text_month`.execute(db.tables());
const owners = ['usr_ada', 'usr_ben', 'usr_cleo', 'usr_dan'];
const numbers = ['+436641111111', '+436642222222'];
const wide = { perMonth: 1_000_000, hubPerMonth: 1_000_000 };

/** What was counted, and surely left or may have. */
interface Taken {
  id: string;
  owner: string;
  to: string;
  parts: number;
  at: Date;
}
const sum = (all: readonly Taken[]) => all.reduce((parts, one) => parts + one.parts, 0);

test('[law] in whatever order things happen no bound is passed, and none refuses what has room', async () => {
  const step = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        do: fc.constant('take' as const),
        owner: fc.constantFrom(...owners),
        to: fc.constantFrom(...numbers),
        parts: fc.integer({ min: 1, max: 4 }),
        again: fc.boolean(),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('back' as const), nth: fc.nat(30) }) },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(1, 7, 25, 400) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('leave' as const), owner: fc.constantFrom(...owners) }),
    },
    { weight: 1, arbitrary: fc.constant({ do: 'tidy' as const }) },
  );
  const bounds = fc.record({
    perMonth: fc.integer({ min: 0, max: 30 }),
    hubPerMonth: fc.integer({ min: 0, max: 60 }),
  });
  await fc.assert(
    fc.asyncProperty(bounds, fc.array(step, { minLength: 1, maxLength: 40 }), async (most, history) => {
      await empty();
      const clock = movableClock('2026-11-21T12:00:00Z');
      let taken: Taken[] = [];
      /** Of members who left: nobody counts for them, and somebody has paid. */
      const left = new Set<string>();
      let n = 0;
      for (const one of history) {
        const now = clock.now();
        if (one.do === 'wait') clock.move(hours(one.hours));
        if (one.do === 'tidy') await forgetCounts(db, now);
        if (one.do === 'leave') {
          await sql`delete from text_count where owner_id = ${one.owner}`.execute(db.tables());
          for (const { id, owner } of taken) if (owner === one.owner) left.add(id);
        }
        if (one.do === 'back') {
          const gone = taken.filter(({ id }) => !left.has(id))[one.nth];
          if (!gone) continue;
          await giveBack(db, gone.id);
          taken = taken.filter(({ id }) => id !== gone.id);
        }
        if (one.do !== 'take') continue;
        const { owner, to, parts, again } = one;
        // The same one comes again after a process died with it: it is counted once.
        const last = taken.at(-1);
        const same = again && last && !left.has(last.id) ? last : null;
        const next = same ? { ...same, at: now } : { id: `m${(n += 1)}`, owner, to, parts, at: now };
        if (same) taken = taken.slice(0, -1);
        const known = taken.filter(({ id }) => !left.has(id));
        const ofMonth = (all: Taken[]) => sum(all.filter(({ at }) => at >= monthOf(now)));
        const ofDay = known.filter(
          ({ at, to: number }) => number === next.to && now.getTime() - at.getTime() < days(1),
        );
        const isFree =
          ofMonth(known.filter((each) => each.owner === next.owner)) + next.parts <= most.perMonth &&
          ofDay.filter((each) => each.owner === next.owner).length < mostADay &&
          ofDay.length < mostADayOfAll;
        const isRoom = ofMonth(taken) + next.parts <= most.hubPerMonth;
        const bounded = await takeOne(db, next, most, now);
        // Only the hub’s month lets somebody wait, and until it ends.
        expect(bounded && { until: bounded.until }).toEqual(
          isFree && isRoom ? null : { until: isFree ? nextMonth(now) : null },
        );
        if (bounded === null) taken.push(next);
        expect((await hubMonth(db.tables(), most.hubPerMonth, now)).sent).toBe(ofMonth(taken));
        expect(await textsLeft(db.tables(), next.owner, most.perMonth, now)).toBe(
          most.perMonth - ofMonth(taken.filter((each) => each.owner === next.owner && !left.has(each.id))),
        );
      }
    }),
    { numRuns: 60 },
  );
});

test('[law] from many at once the hub’s month is used to its last part, and never above', async () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const many = fc.array(
    fc.record({ owner: fc.constantFrom(...owners), parts: fc.integer({ min: 1, max: 4 }) }),
    { minLength: 1, maxLength: 40 },
  );
  await fc.assert(
    fc.asyncProperty(many, fc.integer({ min: 0, max: 50 }), async (all, hubPerMonth) => {
      await empty();
      const answers = await Promise.all(
        all.map(({ owner, parts }, n) =>
          takeOne(
            db,
            { id: `m${n}`, owner, to: `+4366411111${n + 10}`, parts },
            { ...wide, hubPerMonth },
            now,
          ),
        ),
      );
      const sent = all.filter((_, n) => answers[n] === null).reduce((parts, one) => parts + one.parts, 0);
      expect(sent).toBeLessThanOrEqual(hubPerMonth);
      expect((await hubMonth(db.tables(), hubPerMonth, now)).sent).toBe(sent);
      const refused = all.filter((_, n) => answers[n] !== null).map(({ parts }) => parts);
      expect(sent + Math.min(Infinity, ...refused)).toBeGreaterThan(refused.length > 0 ? hubPerMonth : -1);
    }),
    { numRuns: 25 },
  );
});

test('one member can’t use up what another may send to the same number', async () => {
  await empty();
  const now = new Date('2026-11-21T12:00:00Z');
  const to = '+436643333333';
  const take = (id: string, owner: string) => takeOne(db, { id, owner, to, parts: 1 }, wide, now);
  for (let n = 0; n < mostADay; n++) expect(await take(`a${n}`, 'usr_ada')).toBeNull();
  expect(await take('a9', 'usr_ada')).toMatchObject({
    reason: 'this number got 4 text messages from you within a day',
  });
  for (let n = 0; n < mostADay; n++) expect(await take(`b${n}`, 'usr_ben')).toBeNull();
  for (let n = 0; n < mostADay; n++) expect(await take(`c${n}`, 'usr_cleo')).toBeNull();
  expect(await take('d0', 'usr_dan')).toMatchObject({
    reason: 'this number got 12 text messages from this hub within a day',
  });
});

test('what a long text message costs is said, and what doesn’t fit uses nothing up', async () => {
  await empty();
  const now = new Date('2026-12-31T23:59:59Z');
  const take = (id: string, parts: number, bounds: object) =>
    takeOne(db, { id, owner: 'usr_ada', to: numbers[0] ?? '', parts }, { ...wide, ...bounds }, now);
  expect(await take('m1', 3, { perMonth: 5 })).toBeNull();
  expect(await take('m2', 3, { perMonth: 5 })).toEqual({
    reason: 'it takes more parts than the 2 of your 5 that are left this month',
    until: null,
  });
  expect(await take('m3', 2, { perMonth: 5 })).toBeNull();
  expect(await take('m4', 1, { perMonth: 5 })).toMatchObject({
    reason: 'your 5 text message parts of this month are used up',
  });
  expect(await take('m5', 1, { hubPerMonth: 5 })).toEqual({
    reason: 'waiting until January 1: this hub’s text messages of this month are used up',
    until: new Date('2027-01-01T00:00:00Z'),
  });
});
