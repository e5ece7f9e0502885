import { expect, test } from 'vitest';
import { assemble } from '#features/documents/rules/assembly/assemble.ts';
import { sampleAnswers } from '#features/documents/rules/answers/sample-answers.ts';
import { partsAsked } from '#features/documents/rules/answers/interview.ts';
import { questions, review } from '#features/documents/rules/answers/review.ts';
import type { Field, Template } from '#features/documents/rules/template/template.ts';
import { toText } from '#features/documents/rules/formats/text.ts';
import { readLibrary } from './library.ts';

const library = readLibrary('content/documents', 'nowhere');
const date = '2026-11-21';

/** Answers that contradict each other, each with the question that the review sends back to. */
test.each<[slug: string, answers: Record<string, unknown>, field: string]>([
  ['contractor-agreement', { notice: '9 months' }, 'notice'],
  ['contractor-agreement', { start: '2027-01-01' }, 'milestones'],
  ['contractor-agreement', { lastDay: '2027-03-01' }, 'milestones'],
  ['statement-of-work', { finish: '2027-03-01' }, 'deliverables'],
  ['statement-of-work', { start: '2027-01-01' }, 'deliverables'],
  ['retainer', { notice: '7 months' }, 'notice'],
  ['saas-agreement', { noticeRenewal: '2 years' }, 'noticeRenewal'],
  ['founder-agreement', { cliff: '5 years' }, 'cliff'],
  ['founder-agreement', { by: '2026-11-30' }, 'by'],
  ['founder-agreement', { shareB: '31' }, 'shareA'],
  ['offer-letter', { ending: 'will' }, 'ending'],
  ['offer-letter', { limit: 'fixed', lastDay: '2027-02-01', notice: '2 weeks', equity: 'none' }, 'probation'],
  ['offer-letter', { cliff: '5 years' }, 'cliff'],
  ['invoice', { taxMode: 'reverse', buyerTax: '' }, 'buyerTax'],
  ['invoice', { discount: '99999' }, 'discount'],
  ['invoice', { items: [{ quantity: '1000000000', price: '999999999.99' }] }, 'items'],
  ['mutual-nda', { sideB: { name: 'WREN Studio  Ltd.', address: 'Cork' } }, 'sideB'],
])('[GEN-1] %s: a contradiction is named where it can be mended: %o', (slug, answers, field) => {
  const template = library.get(slug) as Template;
  const found = review(template, { ...sampleAnswers(template), ...answers }, date);
  expect(found.filter(({ kind }) => kind !== 'missing')).toMatchObject([{ field, kind: 'conflict' }]);
});

test('what is not answered contradicts nothing, and what can only be a person is asked for no register', () => {
  for (const template of library.values())
    expect(review(template, {}, date).filter(({ kind }) => kind === 'conflict')).toEqual([]);
  const asked = (slug: string, party: string, answers = {}) => {
    const of = library.get(slug) as Template;
    const fields = questions(of, answers, date).flatMap((step) => step.fields);
    return partsAsked(of, fields.find(({ name }) => name === party) as Field);
  };
  expect(asked('offer-letter', 'person')).toEqual(['name', 'address']);
  expect(asked('contributor-licence-agreement', 'contributor')).toEqual(['name', 'address']);
  expect(asked('contributor-licence-agreement', 'contributor', { kind: 'company' })).toContain(
    'representative',
  );
  const template = library.get('mutual-nda') as Template;
  const sideB = { ...(sampleAnswers(template)['sideB'] as object), kind: 'person' };
  const text = toText(assemble(template, { ...sampleAnswers(template), sideB }, { date }));
  expect(text).not.toMatch(/HRB 118 402|Managing Director/);
});

test.each([
  ['fa-IR', 'December 1, 2026'],
  ['ja-JP', 'December 1, 2026'],
  ['fr', '1 December 2026'],
  ['de-AT', '1 December 2026'],
  ['no locale', 'December 1, 2026'],
])('a text in English has its days and figures in English, whoever reads it: %s', (locale, day) => {
  const template = library.get('contractor-agreement') as Template;
  const answers = sampleAnswers(template);
  const text = toText(assemble(template, { ...answers, law: 'the laws of Elbonia' }, { date, locale }));
  const irish = toText(assemble(template, answers, { date, locale }));
  expect(irish).toContain('1\u00a0December\u00a02026');
  // A day is never divided between two lines.
  expect(text).toContain(day.replaceAll(' ', '\u00a0'));
  expect(text).toMatch(/€\s?18[.,\s\u00a0’]?000\.?,?00/);
  expect(text).not.toMatch(/[^\p{Script=Latin}\p{Script=Common}]/u);
});

test('one of a unit is in the singular, none of a part is not spoken of', () => {
  const says = (slug: string, answers: object) => {
    const template = library.get(slug) as Template;
    const doc = assemble(template, { ...sampleAnswers(template), ...answers }, { date });
    return toText(doc).replaceAll('\u00a0', ' ');
  };
  expect(says('saas-agreement', { start: '2027-02-01', term: '1 month' })).toContain(
    'one month, to the end of 28 February 2027.',
  );
  expect(says('saas-agreement', { users: '1' })).toContain('by up to 1 user, each');
  expect(says('data-processing-agreement', { audits: '1' })).toContain('happen at most once a year');
  expect(says('data-processing-agreement', { audits: '2' })).toContain('happen at most 2 times a year');
  const fixed = { billing: 'fixed', fee: '900' };
  expect(says('contractor-agreement', { ...fixed, deposit: '0' })).not.toMatch(/0%|€0\.00|the rest/);
  expect(says('contractor-agreement', { ...fixed, deposit: '100' })).not.toContain('the rest when');
  expect(says('offer-letter', { tasks: 'You write code' })).toContain('You write code. You report to');
  expect(says('termination-notice', { kind: 'breach', breach: 'No pay' })).not.toMatch(
    /by that day|Until it ends/,
  );
  expect(says('founder-agreement', { compete: 'no' })).not.toContain('six months after');
});
