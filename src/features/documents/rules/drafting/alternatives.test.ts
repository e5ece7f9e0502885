import { expect, test } from 'vitest';
import { documentLibrary } from '#testing/document-library.ts';
import { alternativesOf, bareWords, reasonsByWords } from './alternatives.ts';
import { assemble } from '../assembly/assemble.ts';
import { linesOf } from '../assembly/doc.ts';
import { sampleAnswers } from '../answers/sample-answers.ts';
import { toHtml } from '../formats/html.ts';
import { readHtml } from '../formats/read-html.ts';
import type { Template } from '../template/template.ts';

const library = documentLibrary();
const nda = library.get('mutual-nda') as Template;
const options = { date: '2026-11-21' };

test('[GEN-1] what other answers would have brought can be put in, said in the words of the questions', () => {
  const answers = { ...sampleAnswers(nda), noPoaching: 'no' };
  const found = alternativesOf(nda, answers, options);
  const clause = found.find(({ words }) => words.startsWith('No hiring away: '));
  expect(clause?.when).toBe("Agree not to hire away each other's people: yes");
  expect(clause?.html).toMatch(/^<h2 id="[a-z-]+" data-why="Added by hand, meant for: Agree not/);
  expect(found.map(({ when }) => when)).toContainEqual(
    expect.stringMatching(/^Where disputes are decided: By (?!.*\bnot\b)/),
  );
  const now = alternativesOf(nda, { ...answers, noPoaching: 'yes' }, options);
  expect(now.some(({ words }) => words.startsWith('No hiring away: '))).toBe(false);
});

test('[GEN-1] each part left out of a document has words, a place that is there, and no template in it', () => {
  let count = 0;
  for (const template of library.values()) {
    const doc = assemble(template, sampleAnswers(template), options);
    const clauses = doc.blocks.flatMap((block) => (block.b === 'clause' ? [block.id] : []));
    for (const { when, words, html, after } of alternativesOf(template, sampleAnswers(template), options)) {
      count += 1;
      expect(when, template.slug).toMatch(/\S/);
      expect(words + html, template.slug).not.toMatch(/[\ue000\ue001]|\{\{|undefined|\[object/);
      expect([...clauses, null], template.slug).toContain(after);
      expect(readHtml(html, { slug: 'x', title: 'x' }).blocks.length).toBeGreaterThan(0);
    }
  }
  expect(count).toBeGreaterThan(60);
});

test('[GEN-1] a text that was saved without its reasons is given them again, line by line', () => {
  const saved = readHtml(toHtml(assemble(nda, sampleAnswers(nda), options)), { slug: 'x', title: 'x' });
  const lines = new Set([...linesOf(saved.blocks)].map(bareWords));
  const reasons = reasonsByWords(nda, sampleAnswers(nda), options);
  expect(reasons.size).toBeGreaterThan(1);
  for (const words of reasons.keys()) expect(lines).toContain(words);
});
