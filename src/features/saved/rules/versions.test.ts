import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { days } from '#base/clock.ts';
import { versionBounds, versionsToDrop, versionsToMakeWay } from './versions.ts';

/** Some months of versions, the newest first. */
const history = fc
  .array(fc.record({ gap: fc.integer({ min: 0, max: days(4) }), isNamed: fc.boolean() }), { maxLength: 700 })
  .map((made) => {
    let at = 0;
    return made
      .map(({ gap, isNamed }, index) => ({
        version: index + 1,
        at: new Date((at += gap)),
        bytes: 10,
        isNamed,
      }))
      .reverse();
  });

test('named versions and the newest 200 stay; of each older day the last one, and never two', () => {
  fc.assert(
    fc.property(history, (list) => {
      const gone = new Set(versionsToDrop(list));
      const unnamed = list.filter(({ isNamed }) => !isNamed);
      const newest = unnamed.slice(0, versionBounds.newest);
      const older = unnamed.slice(versionBounds.newest);
      expect(list.filter(({ isNamed, version }) => isNamed && gone.has(version))).toEqual([]);
      expect(newest.filter(({ version }) => gone.has(version))).toEqual([]);
      const kept = older.filter(({ version }) => !gone.has(version));
      const dayOf = ({ at }: { at: Date }) => Math.floor(at.getTime() / days(1));
      expect(new Set(kept.map(dayOf)).size).toBe(kept.length);
      expect(kept.length).toBeLessThanOrEqual(versionBounds.oldDays);
      for (const one of kept) expect(older.find((other) => dayOf(other) === dayOf(one))).toBe(one);
      // What stays stays: a second tidying finds nothing.
      expect(versionsToDrop(list.filter(({ version }) => !gone.has(version)))).toEqual([]);
    }),
  );
});

test('the oldest make way, only as many as are needed, and named ones never', () => {
  fc.assert(
    fc.property(history, fc.nat(3000), (list, bytes) => {
      const oldestFirst = list.toReversed();
      const gone = versionsToMakeWay(oldestFirst, bytes);
      const unnamed = oldestFirst.filter(({ isNamed }) => !isNamed);
      expect(gone).toEqual(unnamed.slice(0, Math.min(unnamed.length, Math.ceil(bytes / 10))));
    }),
  );
});
