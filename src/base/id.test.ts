import { expect, test } from 'vitest';
import { newId, randomText } from './id.ts';

test('an ID shows its kind, and no two are equal over many draws', () => {
  const ids = Array.from({ length: 5000 }, () => newId('order'));
  expect(ids.every((id) => /^ord_[0-9a-hjkmnp-tv-z]{20}$/.test(id))).toBe(true);
  expect(new Set(ids).size).toBe(5000);
});

test('random text has the requested length, and its characters are evenly distributed', () => {
  const text = Array.from({ length: 1000 }, () => randomText(32)).join('');
  expect(text).toHaveLength(32_000);
  const counts = Object.values(Object.groupBy([...text], (character) => character)).map(
    (all) => all?.length ?? 0,
  );
  expect(counts).toHaveLength(32);
  expect(Math.min(...counts)).toBeGreaterThan(800);
  expect(Math.max(...counts)).toBeLessThan(1200);
});
