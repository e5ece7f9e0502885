import { expect, test } from 'vitest';
import { shippedDocuments } from '#testing/document-finder.ts';
import type { Template } from '../template/template.ts';
import { draftAnswers } from './write.ts';

const drafted = (slug: string, ask: string) =>
  draftAnswers(shippedDocuments().get(slug) as Template, ask, '2026-11-23');

test.each<[slug: string, ask: string, answers: object]>([
  ['consulting-agreement', 'I advise Kestrel Bank for 1,100 pounds a day', { billing: 'day', rate: '1100' }],
  ['consulting-agreement', 'Beratung, Tagessatz 1.250 Euro', { billing: 'day', rate: '1250' }],
  ['consulting-agreement', 'conseil, 950 euros par jour', { billing: 'day', rate: '950' }],
  ['consulting-agreement', 'consultoría a 800 euros al día', { billing: 'day', rate: '800' }],
  ['consulting-agreement', 'advice for 180 dollars an hour', { billing: 'hour', rate: '180' }],
  ['consulting-agreement', 'advice, 3,000 dollars a month', { billing: 'month', fee: '3000' }],
  ['consulting-agreement', 'a report for 4,500 euros', { billing: 'fixed', fee: '4500' }],
  ['subcontractor-agreement', 'our sub gets 520 dollars a day', { billing: 'day', rate: '520' }],
  ['freelance-project', 'event film, day rate 850 euros', { billing: 'day', rate: '850' }],
])('%s, "%s": what is paid by the day is no fixed fee', (slug, ask, answers) => {
  expect(drafted(slug, ask)).toMatchObject(answers);
});

test('where a document knows no days, a sum a day is what it was', () => {
  expect(drafted('contractor-agreement', 'he paints for 300 euros a day')).not.toMatchObject({
    billing: 'day',
  });
});

test('New South Wales is not in Wales', () => {
  expect(drafted('consulting-agreement', 'advice for a mine, New South Wales law')).toMatchObject({
    law: 'australia',
  });
  expect(
    drafted('consulting-agreement', 'advice for a farm in Wales, law of England and Wales'),
  ).toMatchObject({
    law: 'england',
  });
});
