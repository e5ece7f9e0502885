import { expect, test } from 'vitest';
import { draftAnswers } from './write.ts';
import { shippedDocuments } from '#testing/document-finder.ts';

const library = shippedDocuments();
const drafted = (slug: string, request: string) => {
  const template = library.get(slug);
  if (!template) throw new Error(`no ${slug}`);
  return draftAnswers(template, request, '2026-11-21');
};

test.each<[string, string, Record<string, unknown>]>([
  [
    'contractor-agreement',
    'three milestones: audit 2k, build 9k, launch 3k',
    {
      milestones: [
        { what: 'Audit', amount: '2000' },
        { what: 'Build', amount: '9000' },
        { what: 'Launch', amount: '3000' },
      ],
    },
  ],
  [
    'contractor-agreement',
    'milestones: design 1,500 by 5 May, build 3,000 by 30 June',
    {
      milestones: [
        { what: 'Design', amount: '1500', due: '2027-05-05' },
        { what: 'Build', amount: '3000', due: '2027-06-30' },
      ],
    },
  ],
  [
    'invoice',
    'mowing 4 times at 35, hedge 120 and skip hire 90, total 350 pounds',
    {
      items: [
        { description: 'Mowing', quantity: '4', price: '35' },
        { description: 'Hedge', quantity: '1', price: '120' },
        { description: 'Skip hire', quantity: '1', price: '90' },
      ],
    },
  ],
  [
    'quote',
    '2 days labour at 400/day + 1,100 materials',
    {
      items: [
        { description: 'Labour', quantity: '2', price: '400' },
        { description: 'Materials', quantity: '1', price: '1100' },
      ],
    },
  ],
  [
    'proposal',
    'a booking page: phase one sketches, two weeks; phase two building it, six weeks. 7,200 dollars',
    {
      phases: [
        { what: 'Sketches', time: '2 weeks' },
        { what: 'Building it', time: '6 weeks' },
      ],
      options: [{ price: '7200' }],
    },
  ],
  [
    'proposal',
    'Option A basic site 3,000 EUR, option B with shop 5,500 EUR',
    {
      options: [
        { name: 'Basic site', price: '3000' },
        { name: 'Shop', price: '5500' },
      ],
    },
  ],
  [
    'statement-of-work',
    'they deliver the cleaned dataset by 5 May, the dashboard by 2 June, and a final report by 30 June',
    {
      deliverables: [
        { what: 'Cleaned dataset', due: '2027-05-05' },
        { what: 'Dashboard', due: '2027-06-02' },
        { what: 'Final report', due: '2027-06-30' },
      ],
    },
  ],
  [
    'data-processing-agreement',
    'subprocessors: AWS, Mailgun and Sentry. Breach within 24 hours',
    { subs: [{ name: 'AWS' }, { name: 'Mailgun' }, { name: 'Sentry' }] },
  ],
  ['invoice', 'bill Acme, 90 GBP', { items: [{ quantity: '1', price: '90' }] }],
])('[AI-1] the rows that are said are filled: %s, "%s"', (slug, request, rows) => {
  expect(drafted(slug, request)).toMatchObject(rows);
});

test.each([
  ['contractor-agreement', 'three milestones: audit 2k, build 9k, launch 3k'],
  ['statement-of-work', 'three milestones: audit 2k, build 9k, launch 3k'],
])('[AI-1] the price of a part is not the price of the whole: %s', (slug, request) => {
  const answers = drafted(slug, request);
  for (const name of ['fee', 'price', 'rate', 'cap']) expect(answers).not.toHaveProperty(name);
});

test('[AI-1] prices of different things, and one alone, are no rows of milestones', () => {
  const request = 'Contract with Ana Ruiz for 4,500 EUR, not more than 10,000 in all, pay in 30 days';
  expect(drafted('contractor-agreement', request)).not.toHaveProperty('milestones');
});
