import { expect, test } from 'vitest';
import { formalitiesOf } from '#features/documents/rules/answers/review.ts';
import { sampleAnswers } from '#features/documents/rules/answers/sample-answers.ts';
import type { Template } from '#features/documents/rules/template/template.ts';
import { documentLibrary } from '#testing/document-library.ts';
import { sampleFindings } from '#testing/sample-text.ts';

const library = documentLibrary();
const laws = ['england', 'scotland', 'ireland', 'germany', 'france', 'netherlands', 'spain'];
const inEurope = laws.slice(2);

/** An offer that no law of these objects to. */
const lawful = {
  hours: '38',
  holidays: '30',
  notice: '3 months',
  probation: '2 months',
  probationNotice: '1 month',
};
const fixed = { limit: 'fixed', start: '2027-01-11' };

test.each<[slug: string, answers: object, field: string, laws: string[]]>([
  ['offer-letter', { ...lawful, hours: '50' }, 'hours', laws],
  ['offer-letter', { ...lawful, hours: '44' }, 'hours', ['spain']],
  ['offer-letter', { ...lawful, holidays: '15' }, 'holidays', laws],
  ['offer-letter', { ...lawful, holidays: '21' }, 'holidays', ['france', 'spain']],
  [
    'offer-letter',
    { ...lawful, probation: '7 months' },
    'probation',
    ['ireland', 'germany', 'france', 'netherlands', 'spain'],
  ],
  ['offer-letter', { ...lawful, probation: '5 months' }, 'probation', ['france', 'netherlands']],
  [
    'offer-letter',
    { ...lawful, notice: '3 weeks', probationNotice: '2 weeks' },
    'notice',
    ['germany', 'netherlands'],
  ],
  ['offer-letter', { ...lawful, probationNotice: '1 week' }, 'probationNotice', ['germany']],
  [
    'offer-letter',
    { ...lawful, right: 'no' },
    'right',
    ['england', 'scotland', 'germany', 'france', 'netherlands'],
  ],
  // A fixed term of five months with a probation of two, and one of three years.
  [
    'offer-letter',
    { ...lawful, ...fixed, notice: '1 month', lastDay: '2027-06-11', early: 'no' },
    'probation',
    ['france', 'netherlands', 'spain'],
  ],
  [
    'offer-letter',
    { ...lawful, ...fixed, lastDay: '2030-01-11', early: 'no', probation: '' },
    'lastDay',
    ['germany', 'france'],
  ],
  [
    'offer-letter',
    { ...lawful, ...fixed, lastDay: '2028-01-11', early: 'yes', probation: '' },
    'early',
    ['france'],
  ],
  ['saas-agreement', { payDays: '90 days' }, 'payDays', laws],
  ['contractor-agreement', { reviewDays: '45 days' }, 'reviewDays', ['germany', 'france', 'spain']],
  ['saas-agreement', { switching: 'no' }, 'switching', inEurope],
  ['website-terms', { appealTime: '1 week' }, 'appealTime', inEurope],
  ['mutual-nda', { forever: 'yes' }, 'forever', ['france']],
])(
  '[GEN-1] %s with %o: %s is named under the laws that object, and under no other',
  (slug, answers, field, objecting) => {
    const named = laws.filter((law) =>
      sampleFindings(slug, { ...answers, law }).some(
        (finding) => finding.field === field && finding.kind === 'conflict',
      ),
    );
    expect(named).toEqual(objecting);
  },
);

test('what the laws object to carries its source; lawful answers and other laws are left alone', () => {
  for (const law of [...laws, 'newyork', 'Austria']) {
    expect([law, sampleFindings('offer-letter', { ...lawful, law })]).toEqual([law, []]);
    for (const slug of [
      'mutual-nda',
      'one-way-nda',
      'saas-agreement',
      'website-terms',
      'data-processing-agreement',
      'payment-reminder',
    ])
      expect([law, slug, sampleFindings(slug, { law })]).toEqual([law, slug, []]);
  }
  expect(sampleFindings('offer-letter', { ...lawful, holidays: '15', law: 'germany' })).toEqual([
    expect.objectContaining({ field: 'holidays', source: '§ 3 BUrlG' }),
  ]);
});

const person = { name: 'Lena Braun', address: '1 High Street, Leeds', kind: 'person' };
test('a final reminder to a person gives the thirty days of the English protocol, and not in Scotland', () => {
  const found = (answers: object) =>
    sampleFindings('payment-reminder', { tone: 'final', debtor: person, law: 'england', ...answers }).map(
      ({ field }) => field,
    );
  expect(found({ grace: '7 days' })).toEqual(['grace']);
  for (const answers of [
    { grace: '30 days' },
    { tone: 'firm' },
    { law: 'scotland' },
    { debtor: { ...person, kind: 'company' } },
  ])
    expect(found({ grace: '7 days', ...answers })).toEqual([]);
});

const formsOf = (slug: string, answers: object): string =>
  formalitiesOf(
    library.get(slug) as Template,
    { ...sampleAnswers(library.get(slug) as Template), ...answers },
    '2026-11-23',
  )
    .map(({ words, source }) => `${words} (${source})`)
    .join('\n');

test.each<[slug: string, answers: object, words: RegExp]>([
  [
    'offer-letter',
    { law: 'germany', limit: 'fixed', lastDay: '2028-01-01' },
    /on paper, both of you.*§ 14 \(4\) and § 16 TzBfG/,
  ],
  [
    'offer-letter',
    { law: 'france', limit: 'fixed', lastDay: '2028-01-01' },
    /one of the reasons of the law.*L\. 1242-12/,
  ],
  ['offer-letter', { law: 'ireland' }, /within five days/],
  ['offer-letter', { law: 'england' }, /no later than the first day/],
  ['payment-reminder', { law: 'england', tone: 'final', debtor: person }, /reply form/],
  ['payment-reminder', { law: 'germany', debtor: person }, /flat sum of 40 euros is not owed/],
  ['mutual-nda', { law: 'germany', noPoaching: 'yes' }, /§ 75f HGB/],
  ['mutual-nda', { law: 'scotland' }, /one witness/],
  ['ip-assignment', { law: 'netherlands' }, /signed deed/],
  ['website-terms', { law: 'germany' }, /§ 5 DDG/],
  ['website-terms', { law: 'netherlands', paid: 'yes' }, /function for withdrawing/],
  ['saas-agreement', { law: 'england' }, /233B/],
  ['consulting-agreement', { law: 'germany', consultant: person }, /only between merchants.*§ 38/],
  ['subcontractor-agreement', { law: 'newyork' }, /one person counts as a freelancer.*1410/],
  ['freelance-project', { law: 'france' }, /counts as not written.*article 48/],
  ['retainer', { law: 'germany', supplier: person }, /only between merchants.*§ 38/],
  ['ip-assignment', { law: 'france', assignor: person }, /counts as not written.*article 48/],
  ['offer-letter', { law: 'california' }, /unlawful acts.*12964\.5/],
  ['loan-note', { law: 'france', rate: '6' }, /taux effectif global.*L\. 314-5/],
  ['confidentiality-and-inventions', { law: 'england' }, /only in a deed.*Powers of Attorney Act 1971/],
  ['confidentiality-and-inventions', { law: 'california' }, /unlawful acts.*12964\.5/],
  [
    'loan-note',
    { law: 'delaware', conversion: 'yes', early: 'consent', accredited: 'no' },
    /at most 35 of them.*506\(b\)\(2\)/,
  ],
])('%s with %o says what the paper needs', (slug, answers, words) => {
  expect(formsOf(slug, answers)).toMatch(words);
  expect(formsOf(slug, { ...answers, law: 'Austria' })).toBe('');
});

test('a form that hangs on an answer is not asked for without it', () => {
  expect(formsOf('offer-letter', { law: 'germany', limit: 'open' })).not.toContain('on paper, both');
  expect(formsOf('mutual-nda', { law: 'germany', noPoaching: 'no' })).toBe('');
  expect(formsOf('website-terms', { law: 'germany', paid: 'no' })).not.toContain('withdrawing');
  expect(formsOf('payment-reminder', { law: 'germany', tone: 'friendly', debtor: person })).toBe('');
});
