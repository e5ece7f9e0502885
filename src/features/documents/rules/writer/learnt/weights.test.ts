import { expect, test } from 'vitest';
import { both, mark, slotOf, slots } from './marks.ts';
import { likely, readWeights, step, written } from './weights.ts';

test('[AI-1] what was learnt is read as it was written, the heaviest and the farthest too', () => {
  const weights = new Int8Array(slots);
  const told = new Map([
    [0, 1],
    [1, -42],
    [28, 42],
    [90_000, -3],
    [slots - 1, 7],
  ]);
  for (const [slot, weight] of told) weights[slot] = weight;
  const text = written(weights);
  const read = readWeights(text);
  expect([...told.keys()].map((slot) => read[slot])).toEqual([...told.values()]);
  expect(read.reduce((count, weight) => count + (weight === 0 ? 0 : 1), 0)).toBe(told.size);
  expect(`${text.ways}${text.heavy}`).not.toMatch(/['\\]/);
});

test('[AI-1] the alternative with the heavier marks is likelier, and without any all are alike', () => {
  const word = both(mark('word'), mark('invoice'));
  const choice = { of: ['invoice', 'readme'], marks: [[word], [mark('other')]] };
  const weights = new Int8Array(slots);
  expect(likely(weights, choice)).toEqual([0.5, 0.5]);
  weights[slotOf(word)] = 2 / step;
  expect(likely(weights, choice)[0]).toBeCloseTo(Math.exp(2) / (Math.exp(2) + 1), 5);
});
