import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import type { OddTask } from '#testing/odd-thread.ts';
import { FairQueue } from './fair-queue.ts';
import { createFairWorker } from './fair-worker.ts';

const reports: string[] = [];
const words = { full: 'full', overrun: 'overrun', tooMuch: 'too much', failed: 'failed' };
const open = (mostMilliseconds: number) =>
  createFairWorker<OddTask, string>({
    file: new URL('../../../../testing/odd-thread.ts', import.meta.url),
    mostWaiting: 10,
    mostMilliseconds,
    memory: 64,
    words,
    report: (fault) => reports.push(fault),
  });
const worker = open(3000);
const patient = open(30_000);
afterAll(() => Promise.all([worker.close(), patient.close()]));

test('a caller with much work only delays themselves: a later caller is next in turn', async () => {
  const done: string[] = [];
  const run = (caller: string, word: string) =>
    worker.run(caller, { as: 'answer', word, milliseconds: 20 }).then((answer) => done.push(answer));
  await Promise.all([
    ...[1, 2, 3, 4, 5, 6].map((n) => run('greedy', `greedy ${n}`)),
    run('ada', 'ada 1'),
    run('bea', 'bea 1'),
  ]);
  expect(done.slice(0, 4)).toEqual(['greedy 1', 'greedy 2', 'ada 1', 'bea 1']);
});

test('an endless task is terminated, only its caller gets an error, and the rest continue', async () => {
  const hanging = worker.run('greedy', { as: 'hang' });
  const waiting = worker.run('ada', { as: 'answer', word: 'here' });
  await expect(hanging).rejects.toMatchObject({ code: 'unavailable', message: 'overrun' });
  expect(await waiting).toBe('here');
  expect(reports.splice(0)).toEqual(['no response within 3000 ms']);
});

test('a task that exhausts memory only kills its own thread', async () => {
  const filling = patient.run('greedy', { as: 'fill' });
  const waiting = patient.run('ada', { as: 'answer', word: 'here' });
  await expect(filling).rejects.toMatchObject({ code: 'too_large', message: 'too much' });
  expect(await waiting).toBe('here');
});

test('a Problem keeps its message; any other error gets ours and is reported', async () => {
  await expect(worker.run('ada', { as: 'refuse', word: 'not so' })).rejects.toMatchObject({
    code: 'bad_request',
    message: 'not so',
  });
  await expect(worker.run('ada', { as: 'break', word: 'inner words' })).rejects.toMatchObject({
    code: 'internal',
    message: 'failed',
  });
  expect(reports.splice(0)).toEqual(['inner words']);
});

test('in a full queue, only the caller with the most gives way to one with few', async () => {
  const settled = Array.from({ length: 12 }, (_, n) =>
    worker.run('greedy', { as: 'answer', word: String(n), milliseconds: 5 }).then(
      () => 'done',
      (problem: Error) => problem.message,
    ),
  );
  const ada = worker.run('ada', { as: 'answer', word: 'ada' });
  expect(await ada).toBe('ada');
  const outcomes = await Promise.all(settled);
  // One runs, ten wait: the twelfth doesn't fit, and the eleventh gives its place to Ada.
  expect(outcomes.filter((outcome) => outcome === 'full')).toHaveLength(2);
  expect(outcomes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'done'));
});

test('turns alternate: no one waits for two tasks of the same caller', () => {
  const caller = fc.constantFrom('a', 'b', 'c', 'd');
  fc.assert(
    fc.property(fc.array(fc.option(caller, { nil: null, freq: 2 }), { maxLength: 60 }), (acts) => {
      const queue = new FairQueue<string>(1000);
      const refused: unknown[] = [];
      /** For everyone waiting: how much work, and whose turns came in between. */
      const waiting = new Map<string, { items: number; turnsOfOthers: string[] }>();
      for (const act of acts) {
        if (act !== null) {
          refused.push(queue.add(act, act));
          const { items, turnsOfOthers } = waiting.get(act) ?? { items: 0, turnsOfOthers: [] };
          waiting.set(act, { items: items + 1, turnsOfOthers });
          continue;
        }
        const next = queue.next();
        expect(next === undefined).toBe(waiting.size === 0);
        if (next === undefined) continue;
        const left = (waiting.get(next)?.items ?? 0) - 1;
        waiting.delete(next);
        for (const { turnsOfOthers } of waiting.values()) {
          turnsOfOthers.push(next);
          expect(new Set(turnsOfOthers).size).toBe(turnsOfOthers.length);
        }
        if (left > 0) waiting.set(next, { items: left, turnsOfOthers: [] });
      }
      expect(refused.filter((one) => one !== undefined)).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

test('a queue never exceeds its limit, and what is pushed out is told', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 40 }),
      fc.integer({ min: 1, max: 8 }),
      (callers, most) => {
        const queue = new FairQueue<number>(most);
        const out = callers.flatMap((caller, n) => queue.add(caller, n) ?? []);
        expect(queue.size).toBeLessThanOrEqual(most);
        expect([...out, ...queue.empty()].toSorted((one, other) => one - other)).toEqual(
          callers.map((_, n) => n),
        );
      },
    ),
  );
});

test('all addresses of an IPv6 network wait as one caller, with one caller’s share', () => {
  const queue = new FairQueue<string>(40);
  for (let n = 1; n <= 30; n++) queue.add(`2001:db8:7:1::${n.toString(16)}`, 'network');
  queue.add('2001:db8:7:2::1', 'neighbour');
  expect([queue.next(), queue.next()]).toEqual(['network', 'neighbour']);
});
