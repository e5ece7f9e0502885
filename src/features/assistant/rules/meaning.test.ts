import { expect, test } from 'vitest';
import { shippedWords } from '#testing/shipped-words.ts';
import { nearnessToAll, readMeaning, writtenMeaning } from './meaning.ts';

test('a table that was written is read as it was, up to its rounding', () => {
  const words = shippedWords();
  const table = new Map([
    ['invoice', new Float32Array([1, -2, 0.5])],
    ['dog', new Float32Array([-300, 1, 2])],
  ]);
  const read = readMeaning(writtenMeaning(3, table));
  const place = read.placeOf('invoice', words);
  expect(place?.map((one) => Math.round(one * 20))).toEqual(
    new Float32Array([1, -2, 0.5]).map((one) => Math.round((one / Math.hypot(1, 2, 0.5)) * 20)),
  );
  expect(read.placeOf('nothing known', words)).toBeNull();
});

test('how near a place is to many is told one by one, whatever the width', () => {
  const place = new Float32Array([1, 0, 0, 0, 2]);
  const all = new Float32Array([1, 9, 9, 9, 0, 0, 0, 0, 0, 1]);
  expect([...nearnessToAll(place, all, 5)]).toEqual([1, 2]);
  expect([...nearnessToAll(null, all, 5)]).toEqual([0, 0]);
  expect([...nearnessToAll(null, new Float32Array(), 0)]).toEqual([]);
});
