import { expect, test } from 'vitest';
import { documentLibrary } from '#testing/document-library.ts';
import { assemble } from './assemble.ts';
import { changesOf } from './changes.ts';
import { runsText } from './doc.ts';
import { sampleAnswers } from '../answers/sample-answers.ts';
import type { Template } from '../template/template.ts';

const template = documentLibrary().get('contractor-agreement') as Template;
const made = (answers: object) =>
  assemble(template, { ...sampleAnswers(template), ...answers }, { date: '2026-11-21' }).blocks;
const words = (lines: ReadonlySet<Parameters<typeof runsText>[0]>) => [...lines].map(runsText).join('\n');

test('of two documents with the same answers every part is the same object, and no line is another', () => {
  const before = made({});
  const { blocks, lines } = changesOf(before, made({}));
  expect(blocks).toBe(before);
  expect(lines.size).toBe(0);
});

test('a changed choice is found in the lines that it words, and the rest stays the same object', () => {
  const before = made({ billing: 'hour', rate: '95' });
  const { blocks, lines } = changesOf(before, made({ billing: 'hour', rate: '96' }));
  expect(words(lines)).toContain('€96.00');
  expect(words(lines)).not.toContain('Confidential');
  const fresh = blocks.filter((block, index) => block !== before[index]);
  expect(fresh.length).toBeGreaterThan(0);
  expect(fresh.length).toBeLessThan(4);
});

test('clauses that only have other numbers, and references to them, are not taken for changed words', () => {
  const { lines } = changesOf(made({ insured: 'no' }), made({ insured: 'yes' }));
  expect(words(lines)).toMatch(/insur/i);
  expect(lines.size).toBeLessThan(6);
});
