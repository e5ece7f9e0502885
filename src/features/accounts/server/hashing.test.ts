import { expect, test } from 'vitest';
import { createHashing, owaspCost } from './hashing.ts';

const cheap = { log2N: 4, r: 8, p: 1 };
const me = { caller: '192.0.2.1' };

test('the cost is one that OWASP calls enough for scrypt, and stands in the hash', async () => {
  const equals = { 17: 1, 16: 2, 15: 3, 14: 5, 13: 10 } as Record<number, number>;
  expect(owaspCost.r).toBe(8);
  expect(owaspCost.p).toBeGreaterThanOrEqual(equals[owaspCost.log2N] ?? Infinity);
  expect(await createHashing().hash('meadow-lantern-otter', me)).toMatch(
    /^scrypt\$15\$8\$3\$[\w-]{22}\$[\w-]{43}$/,
  );
});

test('a hash fits its password only, also after the cost was raised, and composed letters are one', async () => {
  const stored = await createHashing(cheap).hash('cafe\u0301 otter', me);
  const later = createHashing({ log2N: 5, r: 8, p: 1 });
  expect(await later.verify(stored, 'caf\u00e9 otter', me)).toBe(true);
  expect(await later.verify(stored, 'cafe otter', me)).toBe(false);
  expect(await later.verify('something else', 'cafe otter', me)).toBe(false);
  expect(await createHashing(cheap).hash('same', me)).not.toBe(await createHashing(cheap).hash('same', me));
});

const hashAs = (hashing: ReturnType<typeof createHashing>, caller: string, done: string[]) =>
  hashing.hash('meadow-lantern-otter', { caller }).then(
    () => void done.push(caller),
    (problem: unknown) => {
      expect(problem).toMatchObject({ code: 'too_many', details: { retryAfterSeconds: 1 } });
      done.push(`${caller} refused`);
    },
  );

test('over the bound the answer is at once that many are signing in, and whoever brings most gives way', async () => {
  const hashing = createHashing(cheap);
  const done: string[] = [];
  await Promise.all([
    ...Array.from({ length: 60 }, () => hashAs(hashing, 'greedy', done)),
    hashAs(hashing, 'ada', done),
  ]);
  expect(done).toContain('ada');
  // Two were at work, thirty waited, and one of those gave its place to Ada.
  expect(done.filter((one) => one === 'greedy refused')).toHaveLength(29);
});
