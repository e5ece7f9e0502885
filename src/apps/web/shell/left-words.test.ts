import { expect, test } from 'vitest';
import { saidOf } from './left-words.ts';

const left = (noun: readonly [string, string], count: number) => ({
  owner: 'guest',
  noun,
  names: Array.from({ length: count }, (_, n) => `${n}`),
});
const doc = ['document', 'documents'] as const;

test('what was left is described in words, grouped by kind', () => {
  expect(saidOf([left(doc, 1), left(['cart', 'carts'], 1), left(doc, 1)]).title).toBe(
    'Two documents and a cart were left on this device',
  );
  expect(saidOf([left(doc, 1)])).toEqual({
    title: 'A document was left on this device',
    stays: 'A document couldn’t be added, because you already have one. It stays on this device.',
    isMany: false,
  });
  expect(saidOf([left(['generated draft', 'generated drafts'], 1)]).title).toBe(
    'A generated draft was left on this device',
  );
  expect(saidOf([left(doc, 12)]).title).toBe('12 documents were left on this device');
});
