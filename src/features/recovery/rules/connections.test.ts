import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Connection,
  connectSteps,
  type Heard,
  isVerified,
  momentsOf,
  nothingHeard,
  signsItself,
  unsignedOf,
  ways,
} from './connections.ts';
import { missingFor, type ReadyFacts } from './readiness.ts';

const heard = fc.constantFrom<Heard>('unsigned', 'ours', 'theirs', 'news');

test('[law] verified is only what has its secret and was signed by the shop; tests of ours never do', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ways), fc.array(heard), fc.boolean(), (way, calls, hasSecret) => {
      let connection: Connection = nothingHeard(way);
      for (const [index, call] of calls.entries())
        for (const moment of momentsOf(call))
          connection = { ...connection, [moment]: new Date(index * 60_000).toISOString() };
      const isSigned = calls.some((call) => call === 'theirs' || call === 'news');
      expect(isVerified(connection, hasSecret)).toBe(isSigned && (hasSecret || !signsItself(way)));
      const steps = connectSteps(connection, hasSecret);
      expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length);
      const last = calls.findLastIndex((call) => call === 'unsigned');
      const isFollowed = calls.slice(last + 1).some((call) => call === 'theirs' || call === 'news');
      expect(unsignedOf(connection) !== null).toBe(last >= 0 && !isFollowed);
    }),
  );
});

test('[law] what anybody can send ticks no step, wherever it falls among signed calls', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ways), fc.array(heard), fc.boolean(), (way, calls, hasSecret) => {
      const stepsAfter = (all: readonly Heard[]) => {
        let connection: Connection = nothingHeard(way);
        for (const call of all)
          for (const moment of momentsOf(call)) connection = { ...connection, [moment]: 'some day' };
        return connectSteps(connection, hasSecret);
      };
      expect(stepsAfter(calls)).toEqual(stepsAfter(calls.filter((call) => call !== 'unsigned')));
    }),
  );
});

const ready: ReadyFacts = {
  isMember: true,
  mayReach: true,
  canSend: true,
  shopName: 'Birch Press',
  postalAddress: '1 Mill Lane, York',
  autoRecovery: true,
  hasWayIn: true,
  refusal: null,
};

test('what is missing before switching on is named one by one, each with the way to it', () => {
  expect(missingFor(ready)).toEqual([]);
  const ids = (facts: Partial<ReadyFacts>) => missingFor({ ...ready, ...facts }).map(({ id }) => id);
  expect(ids({ isMember: false, mayReach: false, hasWayIn: false })).toEqual(['account']);
  expect(ids({ shopName: ' ', postalAddress: '' })).toEqual(['name', 'address']);
  expect(ids({ canSend: false, mayReach: false, autoRecovery: false })).toEqual(['mail', 'confirm', 'off']);
  expect(ids({ hasWayIn: false, refusal: '5 of 5 abandoned carts received.' })).toEqual(['shop', 'plan']);
  const all = missingFor({ ...ready, shopName: '', postalAddress: '', autoRecovery: false, hasWayIn: false });
  expect(all.every(({ fix }) => fix !== null)).toBe(true);
});
