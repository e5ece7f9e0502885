import { expect, test } from 'vitest';
import { createHashing, owaspCost } from './hashing.ts';

const cheap = { log2N: 4, r: 8, p: 1 };

test('the cost is one that OWASP calls enough for scrypt, and stands in the hash', async () => {
  const equals = { 17: 1, 16: 2, 15: 3, 14: 5, 13: 10 } as Record<number, number>;
  expect(owaspCost.r).toBe(8);
  expect(owaspCost.p).toBeGreaterThanOrEqual(equals[owaspCost.log2N] ?? Infinity);
  expect(await createHashing().hash('meadow-lantern-otter')).toMatch(
    /^scrypt\$15\$8\$3\$[\w-]{22}\$[\w-]{43}$/,
  );
});

test('a hash fits its password only, also after the cost was raised, and composed letters are one', async () => {
  const stored = await createHashing(cheap).hash('cafe\u0301 otter');
  const later = createHashing({ log2N: 5, r: 8, p: 1 });
  expect(await later.verify(stored, 'caf\u00e9 otter')).toBe(true);
  expect(await later.verify(stored, 'cafe otter')).toBe(false);
  expect(await later.verify('something else', 'cafe otter')).toBe(false);
  expect(await createHashing(cheap).hash('same')).not.toBe(await createHashing(cheap).hash('same'));
});

test('two hash at once, six wait, and whoever comes then is told to come back in a second', async () => {
  const hashing = createHashing(cheap);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, () => hashing.hash('meadow-lantern-otter')),
  );
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused).toHaveLength(12);
  expect(refused[0]?.reason).toMatchObject({ code: 'too_many', details: { retryAfterSeconds: 1 } });
  await expect(hashing.hash('meadow-lantern-otter')).resolves.toMatch(/^scrypt/);
});
