import { expect, test } from 'vitest';
import { shippedDocuments } from '#testing/document-finder.ts';
import { drawAnswers } from '#testing/drawn-answers.ts';
import { randomOf } from '#testing/random.ts';
import { assemble } from './assemble.ts';
import type { Inline } from '../template/template.ts';
import { type Block, linesOf, runsText } from './doc.ts';

test('law: a reference begins with a capital where it begins a sentence', () => {
  const random = randomOf(7);
  for (const template of shippedDocuments().values())
    for (let turn = 0; turn < 20; turn++) {
      const answers = drawAnswers(template, (n) => Math.floor(random() * n));
      const { blocks } = assemble(template, answers, { date: '2026-11-23' });
      for (const line of linesOf(blocks)) {
        // What somebody answered may end as it likes.
        const text = line
          .map((run) => (run.r === 'value' || run.r === 'blank' ? 'x' : runsText([run])))
          .join('');
        expect(text).not.toMatch(/(?:^|[.:] +)(?:clause|section)\u00a0\d/);
      }
    }
});

test('a reference begins with a capital after a part of its line that was left out', () => {
  const nda = shippedDocuments().get('mutual-nda')!;
  const said = (before: Inline[]) => {
    const words: Inline[] = [...before, { i: 'ref', id: 'general' }];
    const { blocks } = assemble({ ...nda, body: [...nda.body, { n: 'para', words }] }, {}, { date: '' });
    return runsText((blocks.at(-1) as Extract<Block, { b: 'para' }>).runs);
  };
  const space: Inline = { i: 'text', text: ' ' };
  const gone: Inline = { i: 'if', branches: [] };
  expect(said([{ i: 'text', text: 'It ends.' }, gone, space])).toMatch(/^It ends\. Clause\u00a0\d/);
  expect(said([{ i: 'text', text: 'as in' }, gone, space])).toMatch(/^as in clause\u00a0\d/);
  expect(said([gone])).toMatch(/^Clause\u00a0\d/);
});
