import { expect, test } from 'vitest';
import { sampleFindings, sampleText } from '#testing/sample-text.ts';

/** Documents about data and software: what passed silently, and is named now. */
const place = (where: string) => ({ name: 'Big Cloud Inc', task: 'Hosting', where });
test.each<[slug: string, answers: object, field: string]>([
  ['data-processing-agreement', { place: 'eea', subs: [place('Ohio, United States')] }, 'place'],
  ['data-processing-agreement', { place: 'eea', subs: [place('London')] }, 'place'],
  ['data-processing-agreement', { place: 'uk', subs: [place('London'), place('US')] }, 'place'],
  [
    'data-processing-agreement',
    { place: 'eea', processor: { name: 'Wren Inc', address: '1 Main St, Austin, Texas' } },
    'place',
  ],
  ['data-processing-agreement', { kinds: 'names and sick leave' }, 'special'],
  ['privacy-policy', { recipients: [place('United States')] }, 'transfers'],
  ['privacy-policy', { recipients: [place('London, UK')] }, 'transfers'],
  ['privacy-policy', { transfers: 'uk', recipients: [place('India')] }, 'transfers'],
  ['privacy-policy', { controller: { name: 'Wren', address: 'Toronto, Canada' } }, 'transfers'],
  [
    'privacy-policy',
    { recipients: [{ name: 'Google Ireland Ltd', task: 'Google Ads', where: 'Ireland' }] },
    'ads',
  ],
  ['privacy-policy', { ads: 'yes' }, 'cookies'],
  [
    'privacy-policy',
    { uses: [{ purpose: 'Advice', data: 'Notes about your health', reason: 'contract', kept: '1 year' }] },
    'special',
  ],
  ['saas-agreement', { term: '6 months' }, 'period'],
  ['saas-agreement', { personal: 'no' }, 'personal'],
  ['saas-agreement', { exportDays: '14 days' }, 'exportDays'],
  ['saas-agreement', { switchNotice: '3 months' }, 'switchNotice'],
  ['saas-agreement', { function: 'A diary for patients' }, 'prohibited'],
])('[GEN-1] %s: a contradiction that passed silently is named: %o', (slug, answers, field) => {
  expect(sampleFindings(slug, answers)).toMatchObject([{ field, kind: 'conflict' }]);
});

test('what does not contradict itself is left alone', () => {
  for (const [slug, answers] of [
    ['data-processing-agreement', { place: 'eea', subs: [place('Sweden')] }],
    ['data-processing-agreement', { place: 'safe', subs: [place('United States')] }],
    ['data-processing-agreement', { place: 'uk', subs: [place('London')] }],
    ['data-processing-agreement', { special: 'yes', kinds: 'sick leave', specialKinds: 'Encrypted' }],
    ['privacy-policy', { transfers: 'clauses', recipients: [place('United States')] }],
    [
      'privacy-policy',
      { law: 'ontario', transfers: 'home', controller: { name: 'Wren', address: 'Toronto, Canada' } },
    ],
    ['privacy-policy', { ads: 'yes', cookies: 'asked' }],
    ['saas-agreement', { switching: 'no', exportDays: '14 days', law: 'newyork' }],
    ['saas-agreement', { period: 'month', term: '6 months' }],
    ['saas-agreement', { personal: 'no', plan: 'flat' }],
  ] as const)
    expect([slug, answers, sampleFindings(slug, answers)]).toEqual([slug, answers, []]);
});

test('the annexes of a data processing agreement complete the standard clauses', () => {
  const text = sampleText('data-processing-agreement');
  for (const words of [
    'Controller, data exporter',
    'Clause 7 (docking)',
    'Option 2, general written authorisation, at least 30 days in advance',
    'data protection authority of Hamburg',
    'Option 1: the law of Germany; the courts of Germany',
    'Module Four',
    'version B1.0, issued under section 119A',
  ])
    expect(text).toContain(words);
  expect(sampleText('data-processing-agreement', { consent: 'specific' })).toContain(
    'Option 1, specific prior',
  );
  expect(sampleText('data-processing-agreement', { authority: '' })).toContain('under Articles 55 and 56');
  expect(sampleText('data-processing-agreement', { place: 'eea' })).not.toMatch(
    /Clause 7|data exporter|Module/,
  );
});

test('a processor may be the customer, and California has its terms', () => {
  const text = sampleText('data-processing-agreement', { acts: 'processor', ccpa: 'yes' });
  expect(text).toContain('the Processor is its subprocessor');
  expect(text).toContain('Processor for its own customers, data exporter');
  expect(text).toMatch(/must not a\) sell or share|must not .{0,6}sell or share Personal Data/);
  expect(text).toContain('within five business days');
  expect(sampleText('data-processing-agreement')).not.toContain('California');
});

test('a privacy policy promises only what was asked', () => {
  const plain = sampleText('privacy-policy', { safety: 'locks on our doors' });
  expect(plain).toContain('by the following measures: locks on our doors.');
  expect(plain).not.toMatch(/[Ee]ncrypt/);
  expect(plain).toContain('We do not sell personal data.');
  const sold = sampleText('privacy-policy', {
    sells: 'yes',
    ads: 'yes',
    cookies: 'asked',
    california: 'yes',
  });
  expect(sold).not.toMatch(/do not sell/);
  expect(sold).toContain('We have sold and shared personal information');
  expect(sold).toContain('Global Privacy Control');
  expect(sampleText('privacy-policy', { california: 'yes', ads: 'yes', cookies: 'asked' })).toContain(
    'We have shared personal information in the last twelve months for cross-context',
  );
});

test('a privacy policy names sources, categories, the right to object and both representatives', () => {
  const text = sampleText('privacy-policy', {
    representative: 'Halden GmbH, Hamburg',
    ukRepresentative: 'Kite Ltd, Leeds',
    california: 'yes',
  });
  for (const words of [
    'They give us the following data: name, business email address and role.',
    'you have the right to object under clause 6.2',
    'Our representative in the United Kingdom is Kite Ltd, Leeds.',
    'identifiers, such as name and email address',
    'You may object at any time',
  ])
    expect(text).toContain(words);
});

test('one number for breaches: that of the data processing agreement where there is one', () => {
  const personal = sampleText('saas-agreement');
  expect(personal).toContain('within the period stated there');
  expect(personal).not.toMatch(/no later than \d+ hours/);
  expect(personal).toContain('which is attached to this agreement');
  const none = sampleText('saas-agreement', { personal: 'no', plan: 'flat', breach: '48' });
  expect(none).toContain('no later than 48 hours after becoming aware');
  expect(none).not.toContain('data processing agreement');
});

test('customers in the European Union can switch, others get no such clause', () => {
  const text = sampleText('saas-agreement');
  for (const words of [
    'with notice in writing of two months, switch to another provider',
    'within 30 calendar days',
    'within 14 working days',
    'no more than seven months',
    'The following data can be exported: all Customer Data',
    'The Provider charges nothing for switching.',
  ])
    expect(text).toContain(words);
  expect(sampleText('saas-agreement', { switching: 'no' })).not.toMatch(/Switching|14 working days/);
});

test('what a subscription promises was asked, and events beyond control excuse no payment', () => {
  const text = sampleText('saas-agreement', {
    maintenance: '0',
    protection: 'a lock',
    chronic: 'no',
    credit: '0',
    beta: 'no',
  });
  expect(text).not.toMatch(
    /fail-?over|tests of restoring|without interruption|planned maintenance|three out of six|beta/,
  );
  expect(text).toContain('at least by the following: a lock');
  expect(text).toContain('This does not excuse the payment of fees.');
  expect(text).toContain(
    'for all events in a contract year is limited to the fees payable for that contract year',
  );
  expect(text).toContain('extrapolated to twelve months');
});

test('the German formula of liability stands under German law only', () => {
  for (const slug of ['website-terms', 'saas-agreement']) {
    expect(sampleText(slug, { law: 'germany' })).toContain('slight negligence');
    for (const law of ['ireland', 'england', 'newyork', 'Austria'])
      expect(sampleText(slug, { law })).not.toContain('slight negligence');
  }
});

test('website terms: language, agent and courts are those that were answered', () => {
  expect(sampleText('website-terms')).toContain('in English or German.');
  expect(sampleText('website-terms')).not.toContain('512');
  expect(sampleText('website-terms', { agent: 'Kite LLC, 1 Main St' })).toContain(
    'registered agent: Kite LLC',
  );
  expect(sampleText('website-terms')).toContain('the courts of Dublin have exclusive jurisdiction');
  expect(sampleText('website-terms', { place: '' })).not.toContain('jurisdiction');
  expect(sampleText('website-terms')).toContain(
    'withdraw from a contract that you made online within 14 days',
  );
});
