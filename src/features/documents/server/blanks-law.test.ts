import fc from 'fast-check';
import { expect, test } from 'vitest';
import { documentLibrary } from '#testing/document-library.ts';
import { drawAnswers, unusualAnswers } from '#testing/drawn-answers.ts';
import { questions, review } from '../rules/answers/review.ts';
import type { Answers } from '../rules/answers/values.ts';
import { assemble } from '../rules/assembly/assemble.ts';
import { blanksOf, fillsItself } from '../rules/assembly/blanks.ts';
import { allFields, type Template } from '../rules/template/template.ts';
import { openingOf } from './opening.ts';

const date = '2026-11-24';
const templates = [...documentLibrary().values()].map((template): [string, Template] => [
  template.slug,
  template,
]);

/** What the steps, the paper and the card say of these answers, each in its own way. */
function places(template: Template, answers: Answers) {
  const { blanks: marked } = assemble(template, answers, { date });
  const findings = review(template, answers, date, marked);
  const unread = new Set(findings.filter(({ kind }) => kind === 'wrong').map(({ field }) => field));
  const card = findings.filter(({ kind }) => kind === 'missing').map(({ field, at }) => at ?? field);
  const steps = questions(template, answers, date).flatMap(({ fields }) =>
    fields.flatMap(({ name }) => card.filter((place) => place.split('.')[0] === name)),
  );
  const paper = marked
    .map(({ field }) => field)
    .filter((place) => !fillsItself(template, place) && !unread.has(place.split('.')[0] ?? ''));
  return { card, steps, paper };
}

test.each(templates)('%s: the steps, the paper and the card count the same blanks', (_slug, template) => {
  const agree = (answers: Answers) => {
    const { card, steps, paper } = places(template, answers);
    expect(new Set(card).size).toBe(card.length);
    expect(steps).toEqual(card);
    expect(paper.toSorted()).toEqual(card.toSorted());
  };
  for (const [, answers] of unusualAnswers(template)) agree(answers);
  fc.assert(
    fc.property(fc.infiniteStream(fc.nat()), (numbers) =>
      agree(drawAnswers(template, (n) => (numbers.next().value ?? 0) % n)),
    ),
    { numRuns: 40 },
  );
});

test.each(templates)('%s: the form of the home page counts what its generator counts', (_slug, template) => {
  const opening = openingOf(template).blanks.map(({ field }) => field);
  expect(opening.toSorted()).toEqual(places(template, {}).card.toSorted());
  // Names that are typed there are gone from both.
  const parties = allFields(template).filter(({ kind }) => kind.type === 'party');
  const named = Object.fromEntries(parties.map(({ name }) => [name, { name: 'Wren Studio' }]));
  const left = opening.filter((place) => !parties.some(({ name }) => place === `${name}.name`));
  expect(left.toSorted()).toEqual(
    blanksOf(template, named, date)
      .map(({ place }) => place)
      .toSorted(),
  );
});
