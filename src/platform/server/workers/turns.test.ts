import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('six hundred of one caller keep another waiting for one turn, and what finds no place is refused', async () => {
  const turns = createTurns({ atOnce: 1, mostWaiting: 100 });
  let done = 0;
  const many = Promise.allSettled(
    Array.from({ length: 600 }, () => turns('greedy', async () => (await setTimeout(1), ++done))),
  );
  const before = await turns('ada', async () => done);
  expect(before).toBeLessThan(5);
  const outcomes = await many;
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(500);
  expect((refused[0] as PromiseRejectedResult).reason).toMatchObject({ code: 'unavailable' });
  expect(done).toBe(100);
});

test('what fails gives its turn on', async () => {
  const turns = createTurns({ atOnce: 1, mostWaiting: 10 });
  const failing = turns('ada', () => Promise.reject(new Error('broken')));
  const after = turns('bea', async () => 'made');
  await expect(failing).rejects.toThrow('broken');
  expect(await after).toBe('made');
});
