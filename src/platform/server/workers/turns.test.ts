import { setImmediate, setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('six hundred tasks of one caller delay another by one turn; what doesn’t fit is rejected', async () => {
  const turns = createTurns({ atOnce: 1, mostWaiting: 100 });
  let done = 0;
  const many = Promise.allSettled(
    Array.from({ length: 600 }, () => turns({ caller: 'greedy' }, async () => (await setTimeout(1), ++done))),
  );
  const before = await turns({ caller: 'ada' }, async () => done);
  expect(before).toBeLessThan(5);
  const outcomes = await many;
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(500);
  expect((refused[0] as PromiseRejectedResult).reason).toMatchObject({ code: 'unavailable' });
  expect(done).toBe(100);
});

test('a failure passes its turn on', async () => {
  const turns = createTurns({ atOnce: 1, mostWaiting: 10 });
  const failing = turns({ caller: 'ada' }, () => Promise.reject(new Error('broken')));
  const after = turns({ caller: 'bea' }, async () => 'made');
  await expect(failing).rejects.toThrow('broken');
  expect(await after).toBe('made');
});

test('law: strangers delay others by at most one turn each, and known callers not at all', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 8 }),
      async (strangers, each) => {
        const turns = createTurns({ atOnce: 2, mostWaiting: 30 });
        const begun: string[] = [];
        const take = (caller: string, isKnown = false) =>
          turns({ caller, isKnown }, async () => {
            begun.push(caller);
            await setImmediate();
          });
        await Promise.allSettled([
          ...Array.from({ length: strangers * each }, (_, n) => take(`stranger ${n % strangers}`)),
          take('new'),
          take('known', true),
        ]);
        // Two were already running.
        expect([0, 1, 2]).toContain(begun.indexOf('known'));
        expect(begun).toContain('new');
        expect(begun.indexOf('new')).toBeLessThanOrEqual(strangers + 3);
      },
    ),
    { numRuns: 200 },
  );
});
