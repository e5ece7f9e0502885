import fc from 'fast-check';
import { expect, test } from 'vitest';
import { documentLibrary } from '#testing/document-library.ts';
import { drawAnswers } from '#testing/drawn-answers.ts';
import { assumedIn, assumedPlaces } from '../rules/answers/assumed.ts';
import { fallbacksOf } from '../rules/answers/interview.ts';
import { review } from '../rules/answers/review.ts';
import { sampleAnswers } from '../rules/answers/sample-answers.ts';
import { assemble } from '../rules/assembly/assemble.ts';
import { toHtml } from '../rules/formats/html.ts';
import type { Template } from '../rules/template/template.ts';

const date = '2026-11-24';
const library = documentLibrary();
const templates = [...library.values()].map((template): [string, Template] => [template.slug, template]);

test.each(templates)(
  '%s: to say what was assumed takes it from the list and changes no word',
  (_slug, template) => {
    const agree = (answers: Record<string, unknown>) => {
      const assumed = assumedIn(template, answers, date);
      const typed = fallbacksOf(template, answers, date);
      // What could not be read is to be put right: the form shows what somebody typed.
      const wrong = new Set(review(template, answers, date).map(({ field }) => field));
      const said = assumed.filter(({ field }) => typed[field] && !wrong.has(field));
      const all = { ...answers, ...Object.fromEntries(said.map(({ field }) => [field, typed[field]])) };
      const left = assumedIn(template, all, date).map(({ field }) => field);
      for (const { field } of said) expect(left).not.toContain(field);
      expect(toHtml(assemble(template, all, { date }))).toBe(toHtml(assemble(template, answers, { date })));
    };
    agree({});
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat()), (numbers) =>
        agree(drawAnswers(template, (n) => (numbers.next().value ?? 0) % n)),
      ),
      { numRuns: 10 },
    );
  },
);

test.each(templates)('%s: an answer that somebody gave is never called assumed', (_slug, template) => {
  const answers = sampleAnswers(template);
  const assumed = assumedIn(template, answers, date).map(({ field }) => field);
  for (const name of Object.keys(answers)) expect(assumed).not.toContain(name);
});

test('an agreement without an answer says which terms it takes for agreed, in words', () => {
  const nda = library.get('mutual-nda') as Template;
  const assumed = assumedIn(nda, { sideA: { name: 'Wren' } }, date);
  expect(assumed).toContainEqual({ field: 'effective', label: 'Effective date', words: 'November 24, 2026' });
  expect(assumed.every(({ label, words }) => label !== '' && words !== '')).toBe(true);
  expect(assumed.map(({ field }) => field)).not.toContain('sideA');
  expect(
    assumedPlaces(
      nda,
      assumed.map(({ field }) => field),
    ).has('law'),
  ).toBe(false);
});
