import { expect, test } from 'vitest';
import type { Block, Doc, Run } from '#features/documents/rules/assembly/doc.ts';
import { withAgreed } from './carried.ts';
import { blanksOf, blockAt, placeOf, wordsOf } from './places.ts';

const text = (words: string): Run => ({ r: 'text', text: words });
const para = (...runs: Run[]): Block => ({ b: 'para', runs });
const clause = (number: string, ...blocks: Block[]): Block => ({
  b: 'clause',
  id: `c${number}`,
  number,
  heading: [text('Fee')],
  summary: [],
  blocks,
});
const doc = (...blocks: Block[]): Pick<Doc, 'blocks' | 'blanks'> => ({
  blocks,
  blanks: blanksOf({ blocks }),
});

const blank: Run = { r: 'blank', field: 'theirs.address', label: 'address' };
const filled: Run = { r: 'value', field: 'theirs.address', text: '1 Quay' };

test('what the other side filled in stays when the sender changes the text', () => {
  const newer = doc(para(text('A newer text for '), blank), para(text('Fee 200')));
  const { doc: next, kept } = withAgreed(newer, doc(para(text('For '), filled), para(text('Fee 100'))), {
    blanks: new Set(['theirs.address']),
    taken: [],
  });
  expect(next.blanks).toEqual([]);
  expect(wordsOf(next.blocks[0] as Block)).toBe('A newer text for 1 Quay');
  expect(kept).toEqual(['address: 1 Quay']);
});

test('an answer that its sender took out of the text again is not brought back', () => {
  const newer = doc(para(blank));
  const { doc: next, kept } = withAgreed(newer, doc(para(filled)), { blanks: new Set(), taken: [] });
  expect([next.blanks.length, kept]).toEqual([1, []]);
});

test('accepted words stay where the paragraph they were proposed for is still there', () => {
  const newer = doc(para(text('New first.')), clause('1', para(text('Paid in 30 days.'))));
  const taken = [
    { quote: 'Paid in 30 days.', words: 'Paid in 20 days.' },
    { quote: 'Paid in 20 days.', words: 'Paid in 14 days.' },
    { quote: 'No longer there.', words: 'Nowhere.' },
  ];
  const { doc: next, kept } = withAgreed(newer, newer, { blanks: new Set(), taken });
  expect(placeOf(next, 'Paid in 14 days.')).toBe('1.0');
  expect(wordsOf(blockAt(next, '1.0') as Block)).toBe('Paid in 14 days.');
  expect(kept).toEqual(['Paid in 20 days.', 'Paid in 14 days.']);
});

test('a paragraph is found by its way, also inside of a list', () => {
  const list: Block = {
    b: 'list',
    style: 'number',
    items: [0, 1].map((n) => ({ mark: '', runs: [], blocks: [para(text(`Item ${n}`))] })),
  };
  const it = doc(para(text('Before')), clause('1', list));
  const place = placeOf(it, 'Item 1') ?? '';
  expect(wordsOf(blockAt(it, place) as Block)).toBe('Item 1');
  expect(placeOf(it, 'Item 2')).toBeNull();
});
