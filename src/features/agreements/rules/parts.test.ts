import { expect, test } from 'vitest';
import { partsOf } from './parts.ts';

const runs = (text: string) => [{ r: 'text' as const, text }];
const para = (text: string) => ({ b: 'para' as const, runs: runs(text) });
const doc = {
  blocks: [
    { b: 'title' as const, id: 'title', runs: runs('NDA') },
    {
      b: 'clause' as const,
      id: 'fee',
      number: '1',
      heading: runs('Fees'),
      summary: [],
      blocks: [
        para('The fee is 4,000.'),
        { b: 'sub' as const, id: '', number: '1.1', runs: runs('Within 30 days.'), blocks: [para('Net.')] },
        {
          b: 'list' as const,
          style: 'bullet' as never,
          items: [{ mark: '•', runs: runs('one'), blocks: [para('Deep.')] }],
        },
      ],
    },
  ],
};

test('a clause offers itself and each of its paragraphs by the place that the server finds them at', () => {
  expect(partsOf(doc, '1').map(({ place, label }) => [place, label])).toEqual([
    ['1', 'Whole clause: 1 Fees'],
    ['1.0', 'The fee is 4,000.'],
    ['1.1', '1.1 Within 30 days.'],
    ['1.1.0', 'Net.'],
    ['1.2.0.0', 'Deep.'],
  ]);
});

test('a paragraph that was chosen, and the whole document, are one part each', () => {
  expect(partsOf(doc, '1.0')).toHaveLength(1);
  expect(partsOf(doc, '')).toEqual([{ place: '', label: 'The whole document' }]);
});
