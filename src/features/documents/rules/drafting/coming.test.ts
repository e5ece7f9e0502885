import { expect, test } from 'vitest';
import { drawAnswers } from '#testing/drawn-answers.ts';
import { shippedDocuments } from '#testing/document-finder.ts';
import { isBlankAnswer } from '../answers/interview.ts';
import type { Answers } from '../answers/values.ts';
import { assemble } from '../assembly/assemble.ts';
import { editsOf, merged, remaining, without } from './coming.ts';

test('[AI-1] what somebody made of the facts is what the draft is written from, whatever they changed', () => {
  let seed = 3;
  const below = (n: number) => (seed = (seed * 48_271) % 2_147_483_647) % n;
  const filled = (answers: Answers): Answers =>
    Object.fromEntries(Object.entries(answers).filter(([, value]) => !isBlankAnswer(value)));
  for (const template of shippedDocuments().values())
    for (let round = 0; round < 20; round++) {
      const found = filled(drawAnswers(template, below));
      const other = filled(drawAnswers(template, below));
      // Some stay, some are put otherwise, some are taken out, some are new.
      const facts: Record<string, unknown> = {};
      for (const name of new Set([...Object.keys(found), ...Object.keys(other)])) {
        const value = [found[name], other[name], undefined][below(3)];
        if (value !== undefined) facts[name] = value;
      }
      const { answers, dropped } = editsOf(found, facts);
      expect(merged(without(found, dropped), answers)).toEqual(facts);
      expect(editsOf(found, found)).toEqual({ answers: {}, dropped: [] });
    }
});

test('[AI-1] a fact that was emptied is taken out', () => {
  const found = { client: { name: 'Acme', address: 'Cork' }, fee: '900' };
  expect(editsOf(found, { client: { name: '' }, fee: '900' })).toEqual({ answers: {}, dropped: ['client'] });
});

test('[AI-1] a share that was taken out is none; what is no share keeps the document’s usual figure', () => {
  const template = shippedDocuments().get('contractor-agreement')!;
  const found = { fee: '1800', deposit: '50', revisions: '3' };
  expect(remaining(template, found, ['deposit', 'fee', 'revisions'])).toEqual({ deposit: '0' });
  const date = '2026-11-23';
  const answers = { billing: 'fixed', fee: '1800', ...remaining(template, {}, ['deposit']) };
  expect(JSON.stringify(assemble(template, answers, { date }).blocks)).not.toContain('540');
  expect(JSON.stringify(assemble(template, { ...answers, deposit: '' }, { date }).blocks)).toContain('540');
});
