import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteCache } from './byte-cache.ts';

test('whatever is put in, it never exceeds its bytes, and the newest that fits is there', () => {
  const act = fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd', 'e'), bytes: fc.nat(4000) });
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
      const cache = new ByteCache<number>(8000);
      for (const { key, bytes } of acts) {
        cache.set(key, bytes, bytes);
        expect(cache.bytes).toBeLessThanOrEqual(8000);
        expect(cache.get(key)).toBe(bytes + 202 <= 2000 ? bytes : undefined);
      }
      for (const key of ['a', 'b', 'c', 'd', 'e']) cache.delete(key);
      expect(cache.bytes).toBe(0);
    }),
  );
});

test('the most recently used stays longest', () => {
  const cache = new ByteCache<string>(8000);
  for (const key of ['a', 'b', 'c', 'd']) cache.set(key, key, 1700);
  cache.get('a');
  cache.set('e', 'e', 1700);
  expect(['a', 'b', 'c', 'd', 'e'].filter((key) => cache.get(key))).toEqual(['a', 'c', 'd', 'e']);
});
