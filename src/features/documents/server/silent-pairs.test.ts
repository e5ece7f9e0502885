import { expect, test } from 'vitest';
import { sampleFindings, sampleText } from '#testing/sample-text.ts';

const person = (party: string) => ({ [party]: { kind: 'person', name: 'Lena Braun', address: 'Leeds' } });
const change = (row: object) => ({ changes: [{ where: 'Clause 2', ...row }] });
const recipient = (name: string, where: string) => ({ recipients: [{ name, task: 'Hosting', where }] });
const fixed = { limit: 'fixed', start: '2027-01-11', lastDay: '2027-07-11', probation: '' };
const equity = { equity: 'options', units: '900', vesting: '4 years', cliff: '12 months' };
const special = { special: 'Explicit consent' };

/** What the reading of the silent pairs found: each passed without a word before, and is named now. */
const found: [slug: string, answers: object, field: string][] = [
  ['amendment', change({ how: 'part', words: 'June', old: '' }), 'changes'],
  ['amendment', change({ how: 'remove', words: 'June' }), 'changes'],
  ['amendment', change({ how: 'add', words: '' }), 'changes'],
  ['master-services-agreement', { reviewDays: '6 months', law: 'newyork' }, 'reviewDays'],
  ['statement-of-work', { reviewDays: '6 months', invoiced: 'end' }, 'reviewDays'],
  [
    'proposal',
    { planFor: 'A', planOthers: 'Less', options: [{ name: 'A', content: 'All', price: '9' }] },
    'planOthers',
  ],
  ['retainer', { term: '2 weeks', notice: '1 week', pause: 'no' }, 'term'],
  ['retainer', { term: '1 month', renews: 'ends', pause: 'no', rollover: 'one' }, 'rollover'],
  ['retainer', { response: '2 months' }, 'response'],
  ['retainer', { ...person('supplier'), hours: '160' }, 'hours'],
  [
    'data-processing-agreement',
    { place: 'safe', mechanism: 'adequacy', subs: [{ name: 'A', task: 'Help', where: 'India' }] },
    'mechanism',
  ],
  ['data-processing-agreement', { announce: '1 day' }, 'announce'],
  ['data-processing-agreement', { auditNotice: '1 year' }, 'auditNotice'],
  ['data-processing-agreement', { endDays: '5 years' }, 'endDays'],
  ['data-processing-agreement', { backupDays: '5 years' }, 'backupDays'],
  ['privacy-policy', { transfers: 'adequate', ...recipient('Help Ltd', 'Mumbai') }, 'transfers'],
  ['privacy-policy', { cookies: 'needed', ...recipient('Google Analytics', 'Ireland') }, 'cookies'],
  [
    'privacy-policy',
    {
      controller: { name: 'Kite', address: 'London' },
      ukRepresentative: 'Kite, Leeds',
      transfers: 'uk',
      recipients: '',
    },
    'ukRepresentative',
  ],
  ['privacy-policy', { ...special, california: 'yes', caSensitive: 'none' }, 'caSensitive'],
  [
    'privacy-policy',
    { california: 'yes', children: '13', ads: 'yes', cookies: 'asked', optOut: 'here' },
    'children',
  ],
  [
    'privacy-policy',
    { automatic: 'yes', automaticHow: 'A score', uses: [{ purpose: 'Sales', reason: 'interest' }] },
    'automatic',
  ],
  ['saas-agreement', { period: 'month', term: '1 week', noticeRenewal: '1 day' }, 'term'],
  ['saas-agreement', { switching: 'yes', customer: { name: 'Kite', address: 'London' } }, 'switching'],
  ['website-terms', { idle: '3 days' }, 'idle'],
  ['offer-letter', { place: 'both', officeDays: '5' }, 'officeDays'],
  ['offer-letter', { ...person('employer'), ...equity }, 'equity'],
  ['offer-letter', { ...fixed, ...equity }, 'cliff'],
  ['offer-letter', { probation: '18 months', law: 'newyork' }, 'probation'],
  ['offer-letter', { per: 'hour', pay: '52000', paidOn: 'two' }, 'per'],
  ['offer-letter', { per: 'year', pay: '25' }, 'per'],
  ['founder-agreement', { stage: 'now', ...person('entity') }, 'entity'],
  [
    'founder-agreement',
    { founders: 'three', time: 'full', shareA: '50', shareB: '50', shareC: '0' },
    'shareC',
  ],
  ['contractor-agreement', { law: 'spain', reviewDays: '45 days' }, 'reviewDays'],
  ['master-services-agreement', { law: 'france', reviewDays: '45 days' }, 'reviewDays'],
  ['payment-reminder', { law: 'texas', yearlyRate: '24' }, 'yearlyRate'],
  ['payment-reminder', { law: 'ontario', yearlyRate: '40' }, 'yearlyRate'],
  ['offer-letter', { law: 'texas', currency: 'USD', per: 'hour', pay: '5', paidOn: 'two' }, 'pay'],
  ['offer-letter', { law: 'delaware', currency: 'USD', pay: '20000', overtimePay: 'exempt' }, 'overtimePay'],
];

test.each(found)('[GEN-1] %s: a pair that passed in silence is named: %o', (slug, answers, field) => {
  const named = sampleFindings(slug, answers).filter(({ kind }) => kind === 'conflict');
  expect(named.map((finding) => finding.field)).toEqual([field]);
});

test('what is next to those pairs and no contradiction is left alone', () => {
  const conflicts = (slug: string, answers: object) =>
    sampleFindings(slug, answers).filter(({ kind }) => kind === 'conflict');
  for (const [slug, answers] of [
    ['amendment', change({ how: 'part', words: 'June', old: 'May' })],
    ['amendment', change({ how: 'remove', words: '' })],
    ['amendment', { changes: [{}] }],
    ['statement-of-work', { reviewDays: '6 months', invoiced: 'monthly', instalments: '4' }],
    ['retainer', { hours: '160' }],
    ['data-processing-agreement', { announce: '1 day', consent: 'specific' }],
    ['privacy-policy', { transfers: 'clauses', ...recipient('Help Ltd', 'Mumbai') }],
    ['privacy-policy', { cookies: 'asked', ...recipient('Google Analytics', 'Ireland') }],
    ['saas-agreement', { switching: '', customer: { name: 'Kite', address: 'London' } }],
    ['offer-letter', { per: 'hour', pay: '52', paidOn: 'two' }],
    ['offer-letter', { law: 'delaware', currency: 'USD', pay: '90000', overtimePay: 'exempt' }],
  ] as const)
    expect([slug, answers, conflicts(slug, answers)]).toEqual([slug, answers, []]);
});

test('a customer outside of the European Union is not promised its right to switch unasked', () => {
  const of = (address: string) =>
    sampleText('saas-agreement', { switching: '', customer: { name: 'K', address } });
  expect(of('1 Main St, Austin, Texas')).not.toContain('switch to another provider');
  expect(of('Lyon, France')).toContain('switch to another provider');
});

test('an invoice that has been paid in full asks for no payment', () => {
  const invoice = {
    items: [{ description: 'Work', quantity: '1', price: '100' }],
    discount: '0',
    taxRate: '23',
  };
  expect(sampleText('invoice', { ...invoice, prepaid: '123' })).toMatch(/paid in full. Nothing is left/);
  expect(sampleText('invoice', { ...invoice, prepaid: '123' })).not.toContain('Please pay');
  expect(sampleText('invoice', { ...invoice, prepaid: '122.99' })).toContain('Please pay');
});
