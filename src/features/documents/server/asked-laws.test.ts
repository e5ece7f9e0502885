import { expect, test } from 'vitest';
import { formalitiesOf } from '#features/documents/rules/answers/review.ts';
import { sampleAnswers } from '#features/documents/rules/answers/sample-answers.ts';
import { allFields, type Template } from '#features/documents/rules/template/template.ts';
import { documentLibrary } from '#testing/document-library.ts';
import { sampleFindings, sampleText } from '#testing/sample-text.ts';

const library = documentLibrary();
const union = ['ireland', 'germany', 'netherlands', 'france', 'spain'];
const kingdom = ['england', 'scotland'];
const states = ['newyork', 'delaware', 'california', 'texas'];
const laws = [...union, ...kingdom, ...states, 'ontario', 'australia'];
const uses = (reason: string) => ({ uses: [{ purpose: 'News', data: 'Email', reason, kept: '1 year' }] });

/** Which laws object to what, in the documents about an invoice and about data. */
test.each<[slug: string, answers: object, field: string, laws: string[]]>([
  ['invoice', { taxName: 'Sales tax' }, 'taxName', [...union, ...kingdom]],
  ['quote', { taxName: 'Sales tax' }, 'taxName', [...union, ...kingdom]],
  ['invoice', { taxName: 'VAT' }, 'taxName', ['newyork', 'california', 'texas', 'ontario', 'australia']],
  ['quote', { taxName: 'TVA' }, 'taxName', ['newyork', 'california', 'texas', 'ontario', 'australia']],
  ['invoice', { taxName: 'GST', supplied: '' }, 'supplied', ['germany', ...kingdom]],
  ['invoice', { taxMode: 'reverse', supplied: '' }, 'supplied', ['germany']],
  ['invoice', { taxMode: 'none', taxNote: '§ 19 UStG', supplied: '' }, 'supplied', []],
  ['invoice', { taxMode: 'none', taxNote: '§ 19 UStG', sellerTax: '' }, 'sellerTax', ['germany']],
  ['privacy-policy', { representative: 'Halden GmbH, Hamburg' }, 'representative', union],
  ['privacy-policy', { ukRepresentative: 'Kite Ltd, Leeds' }, 'ukRepresentative', kingdom],
  ['privacy-policy', { transfers: 'home' }, 'transfers', union],
  ['privacy-policy', { transfers: 'none' }, 'transfers', [...kingdom, ...states, 'ontario', 'australia']],
  ['privacy-policy', { transfers: 'uk' }, 'transfers', [...states, 'ontario', 'australia']],
  ['privacy-policy', { transfers: 'clauses', children: '13', ...uses('consent') }, 'children', union],
  [
    'privacy-policy',
    { transfers: 'clauses', children: '15', ...uses('consent') },
    'children',
    ['ireland', 'germany', 'netherlands'],
  ],
  ['privacy-policy', { transfers: 'clauses', children: '13', ...uses('contract') }, 'children', []],
])('[GEN-1] %s with %o: the laws that object name %s', (slug, answers, field, objecting) => {
  const named = laws.filter((law) =>
    sampleFindings(slug, { ...answers, law }).some(
      (finding) => finding.field === field && finding.kind === 'conflict' && finding.source !== undefined,
    ),
  );
  expect(named.toSorted()).toEqual(objecting.toSorted());
});

test('a law is asked where it changes something, and nobody has to answer', () => {
  for (const slug of ['invoice', 'privacy-policy', 'amendment']) {
    const law = allFields(library.get(slug) as Template).find(({ name }) => name === 'law');
    expect([slug, law?.required]).toEqual([slug, false]);
    for (const answers of [{ law: '' }, { law: 'Austria' }])
      expect([slug, sampleFindings(slug, answers)]).toEqual([slug, []]);
  }
});

const formsOf = (slug: string, answers: object): string => {
  const template = library.get(slug) as Template;
  return formalitiesOf(template, { ...sampleAnswers(template), ...answers }, '2026-11-23')
    .map(({ words, source }) => `${words} (${source})`)
    .join('\n');
};
const somebody = { kind: 'person', name: 'Lena Braun', address: '1 High Street, Leeds' };

test.each<[slug: string, answers: object, words: RegExp]>([
  ['amendment', { law: 'england' }, /sign it as a deed.*Foakes v Beer/],
  ['amendment', { law: 'ontario' }, /under seal.*Gilbert Steel/],
  ['amendment', { law: 'germany' }, /a notary.*§ 311b BGB/],
  ['invoice', { law: 'france', taxMode: 'reverse' }, /Autoliquidation/],
  ['invoice', { law: 'germany' }, /until the end of 2026.*§ 27 \(38\) UStG/],
  ['invoice', { law: 'australia' }, /your ABN/],
  ['privacy-policy', { law: 'texas', transfers: 'home' }, /in the European Union.*27/],
  ['privacy-policy', { law: 'ireland' }, /in the United Kingdom.*UK GDPR/],
  ['privacy-policy', { law: 'california', california: 'no' }, /1798\.140\(d\)/],
  ['master-services-agreement', { law: 'england', client: somebody }, /If this person is a consumer.*2015/],
  ['saas-agreement', { law: 'germany', customer: somebody }, /If this person is a consumer.*§ 309/],
  ['contractor-agreement', { law: 'france', client: somebody }, /If this person is a consumer.*R\. 212-1/],
  ['website-terms', { law: 'spain', accounts: 'yes', age: '13' }, /under 14.*3\/2018/],
  ['offer-letter', { law: 'california', place: 'remote', equipment: 'no' }, /2802/],
  ['offer-letter', { law: 'france', hours: '39' }, /above 35 a week is overtime/],
  ['ip-assignment', { law: 'england', paid: 'earlier', promise: 'the fee of 2024' }, /Roscorla v Thomas/],
])('%s with %o says what the paper needs', (slug, answers, words) => {
  expect(formsOf(slug, answers)).toMatch(words);
  expect(formsOf(slug, { ...answers, law: 'Austria' })).toBe('');
});

test('a form that hangs on an answer is not asked for without it', () => {
  expect(formsOf('amendment', { law: 'england', consideration: 'One pound' })).not.toContain('deed');
  expect(formsOf('master-services-agreement', { law: 'england' })).not.toContain('consumer');
  expect(
    formsOf('contractor-agreement', { law: 'france', client: somebody, liability: 'none' }),
  ).not.toContain('consumer');
  expect(formsOf('website-terms', { law: 'spain', accounts: 'yes', age: '14' })).not.toContain('under 14');
  expect(formsOf('offer-letter', { law: 'france', hours: '35' })).not.toContain('overtime');
});

test('an invoice says what is owed late where a statute does, and only to a business', () => {
  expect(sampleText('invoice', { law: 'england' })).toContain('eight percentage points above the official');
  expect(sampleText('invoice', { law: 'france' })).toContain('40 euros for the costs of recovery');
  expect(sampleText('invoice', { law: 'germany' })).not.toContain('40 euros');
  for (const answers of [
    { law: '' },
    { law: 'Austria' },
    { law: 'newyork' },
    { law: 'england', buyer: somebody },
  ])
    expect(sampleText('invoice', answers)).not.toContain('paid late');
  expect(sampleText('invoice', { law: 'australia', taxName: 'GST' })).toContain('TAX INVOICE 2026-041');
  expect(sampleText('invoice', { law: 'australia', taxMode: 'outside' })).not.toContain('TAX INVOICE');
});

test('a privacy policy from the United Kingdom rests on its law', () => {
  const of = (law: string, transfers: string) => sampleText('privacy-policy', { law, transfers });
  expect(of('england', 'clauses')).toContain('the international data transfer agreement');
  expect(of('scotland', 'adequate')).toContain('that the United Kingdom has approved by regulations');
  expect(of('england', 'uk')).toContain('Article 6 (1) of the UK General Data Protection Regulation and');
  for (const transfers of ['clauses', 'adequate', 'uk']) {
    expect(of('ireland', transfers)).not.toMatch(/transfer agreement|approved by regulations|the UK General/);
    expect(of('', transfers)).toBe(of('Austria', transfers));
  }
});
