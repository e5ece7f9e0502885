import { expect, test } from 'vitest';
import { sampleFindings, sampleText } from '#testing/sample-text.ts';

/** Letters, bills and changes: what passed silently, and is named now. */
test.each<[slug: string, answers: object, field: string]>([
  ['invoice', { sellerTax: '' }, 'sellerTax'],
  ['invoice', { taxMode: 'none', taxNote: '' }, 'taxNote'],
  ['invoice', { taxRate: '0' }, 'taxRate'],
  ['invoice', { prepaid: '20000' }, 'prepaid'],
  ['payment-reminder', { reminded: '2026-10-01' }, 'reminded'],
  ['payment-reminder', { reminded: '2026-12-01' }, 'reminded'],
  ['payment-reminder', { more: [{ number: '7', due: '2026-12-24', amount: '5' }] }, 'more'],
  ['offer-letter', { expires: '3 months' }, 'expires'],
  ['offer-letter', { probationNotice: '3 months' }, 'probationNotice'],
  ['offer-letter', { ending: 'will', law: 'spain' }, 'ending'],
  ['offer-letter', { ending: 'will', law: 'texas', limit: 'fixed', lastDay: '2029-01-01' }, 'limit'],
  [
    'offer-letter',
    { law: 'newyork', per: 'hour', pay: '52', paidOn: 'two', overtimePay: 'exempt' },
    'overtimePay',
  ],
  ['mutual-nda', { prior: 'yes', priorDate: '2027-01-01' }, 'priorDate'],
])('[GEN-1] %s: a contradiction that passed silently is named: %o', (slug, answers, field) => {
  const found = sampleFindings(slug, answers).filter(({ kind }) => kind !== 'missing');
  expect(found).toMatchObject([{ field, kind: 'conflict' }]);
});

test('what does not contradict itself is left alone', () => {
  for (const [slug, answers] of [
    ['invoice', { law: 'texas', sellerTax: '', taxName: 'Sales tax' }],
    ['invoice', { sellerTax: '', taxMode: 'outside' }],
    ['invoice', { sellerTax: '', taxMode: 'none' }],
    ['invoice', { prepaid: '12915' }],
    ['payment-reminder', { tone: 'friendly', reminded: '2026-12-01' }],
    ['offer-letter', { ending: 'will', law: 'texas' }],
    ['offer-letter', { law: 'newyork', overtimePay: 'exempt' }],
    ['mutual-nda', { prior: 'yes', priorDate: '2025-01-01' }],
  ] as const)
    expect([slug, answers, sampleFindings(slug, answers)]).toEqual([slug, answers, []]);
});

test('a new agreement does not end the protection of what was shared under an old one', () => {
  const silent = sampleText('mutual-nda', { earlier: 'no' });
  expect(silent).toContain('disclosed earlier under another agreement continue to apply');
  expect(silent).not.toMatch(/replaces (?:their|what)/);
  const kept = sampleText('mutual-nda', { earlier: 'no', prior: 'yes', priorDate: '2025-03-01' });
  expect(kept).toContain('dated 1 March 2025 continues to apply to information disclosed under it before');
  const taken = sampleText('mutual-nda', { earlier: 'yes', prior: 'yes', priorDate: '2025-03-01' });
  expect(taken).toContain(
    'It replaces their non-disclosure agreement dated 1 March 2025; information disclosed',
  );
  expect(taken).toContain('without a gap');
  expect(sampleText('one-way-nda')).toContain('disclosed earlier under another agreement continue to apply');
});

test('confidentiality has no end where that was chosen, arbitration has rules, notices have an address', () => {
  expect(sampleText('mutual-nda', { forever: 'yes' })).toContain('continue without limit in time');
  expect(sampleText('mutual-nda', { forever: 'yes' })).not.toContain('three years');
  const arbitrated = sampleText('mutual-nda', {
    disputes: 'arbitration',
    arbitration: 'lcia',
    language: 'French',
  });
  expect(arbitrated).toContain('finally settled under the LCIA Arbitration Rules');
  expect(arbitrated).toContain('The seat of the arbitration is Dublin and the language is French.');
  const side = { name: 'Wren Studio Ltd', address: '12 Quay Street', email: 'law@wren.example' };
  expect(sampleText('mutual-nda', { sideA: side })).toContain('email law@wren.example; and');
  expect(sampleText('one-way-nda')).toContain('Notices must be in writing');
  expect(sampleText('one-way-nda')).toContain('until six months after that day');
  expect(sampleText('one-way-nda', { window: '' })).not.toContain('after that day');
});

test('terms that the two add stand in the agreement and prevail', () => {
  for (const slug of ['mutual-nda', 'one-way-nda']) {
    expect(sampleText(slug, { modifications: 'Clause 6 does not apply.' })).toContain(
      'prevails over the other provisions of this agreement: Clause 6 does not apply.',
    );
    expect(sampleText(slug)).not.toContain('prevails over the other');
  }
});

test('every duty of confidentiality leaves reports to authorities free, and American law has its notice', () => {
  for (const slug of ['mutual-nda', 'one-way-nda', 'saas-agreement', 'offer-letter']) {
    expect([slug, sampleText(slug)]).toEqual([
      slug,
      expect.stringMatching(/prevents (?:anyone|you) from .{0,60}reporting a suspected breach/),
    ]);
    expect(sampleText(slug)).not.toContain('1833');
    for (const law of ['california', 'newyork', 'delaware', 'texas'])
      expect(sampleText(slug, { law })).toContain('18 U.S.C. § 1833(b)');
  }
});

test('an offer says what the directive asks for, under European law', () => {
  const text = sampleText('offer-letter');
  for (const words of [
    'given back as time off',
    'If you are ill:',
    'Training:',
    'Collective agreements:',
    'Discipline',
  ])
    expect(text).toContain(words);
  expect(sampleText('offer-letter', { law: 'newyork', ending: 'will' })).not.toMatch(
    /Training:|Collective agreements/,
  );
});

test('an American offer is exempt or not, names protected rights, and keeps inventions as the state says', () => {
  const us = (law: string, answers = {}) => sampleText('offer-letter', { law, ending: 'will', ...answers });
  expect(us('newyork')).toContain('Your position is non-exempt');
  expect(us('newyork', { overtimePay: 'exempt' })).toContain('Your position is exempt from overtime pay');
  expect(us('texas')).toContain('29 U.S.C. § 157');
  expect(us('california')).toContain('section 2870 of the California Labor Code');
  expect(us('delaware')).toContain('title 19, section 805 of the Delaware Code');
  expect(us('newyork')).toContain('section 203-f');
  expect(us('texas')).not.toMatch(/2870|203-f|section 805/);
  expect(us('california')).toContain('you hereby assign them');
});

test('a fixed term that may not end early has no notice, and an offer promises only what was asked', () => {
  const fixed = { limit: 'fixed', lastDay: '2028-01-10' };
  expect(sampleText('offer-letter', { ...fixed, early: 'no' })).not.toContain('by notice in writing');
  expect(sampleText('offer-letter', { ...fixed, early: 'no' })).toContain('as the law provides');
  expect(sampleText('offer-letter', fixed)).toContain('by notice in writing of two months');
  expect(sampleText('offer-letter', { equipment: 'no' })).not.toContain('equipment');
  expect(sampleText('offer-letter')).not.toMatch(/once a year|reference if you/);
});

test('an amendment replaces words, adds or deletes; what is not replaced in whole keeps its rest', () => {
  const text = sampleText('amendment');
  expect(text).toContain('The words “31 December 2026” are replaced by the words “30 June 2027”.');
  expect(text).toContain('The following is added: “Wren Studio Ltd may name');
  expect(text).toContain('The whole provision is replaced by the following: “The rate per hour');
  const change = (how: object) =>
    sampleText('amendment', { changes: [{ where: 'Clause 4', words: 'Ten', ...how }] });
  expect(change({ how: 'remove' })).toContain('This provision is deleted.');
  expect(change({})).toContain('in place of what this provision says on the same point: “Ten”');
  expect(text).toContain('the rest of the provision named remains unchanged');
});

test('an amendment takes effect when both have signed, for what was agreed in return', () => {
  expect(sampleText('amendment')).toContain('takes effect when both sides have signed it');
  expect(sampleText('amendment', { consideration: 'The supplier pays 50 euros.' })).toContain(
    'In return for these changes the two sides agree the following: The supplier pays 50 euros.',
  );
});

test('an invoice shows units, what was paid before and a page for paying, and its sums are read again', () => {
  const text = sampleText('invoice', { prepaid: '2915.00' });
  expect(text).toContain('62 hours');
  expect(text).toMatch(/Total €12,915\.00 Already paid – €2,915\.00 Total due €10,000\.00/);
  expect(text).toMatch(/€10,000\.00 .*by 7 December 2026|€10,000\.00 Wren/);
  expect(text).toContain('online: wrenstudio.example/pay/2026-041');
  expect(sampleText('invoice')).not.toContain('Already paid');
  expect(sampleText('invoice', { taxMode: 'outside', prepaid: '500' })).toContain('Total due €10,000.00');
});

test('a reminder works out the interest that it asks for, and adds up several invoices', () => {
  const text = sampleText('payment-reminder');
  // 12,915.00 at 10.15 % for 35 days is 125.70; 40.00 of costs on top.
  expect(text).toMatch(/10\.15% a year for 35 (?:days )?€125\.70/);
  expect(text).toContain('To pay now €13,080.70');
  expect(text).toContain('We reminded you on 2 November 2026');
  const more = [{ number: '2026-044', dated: '2026-10-12', due: '2026-10-26', amount: '1000' }];
  expect(sampleText('payment-reminder', { more })).toContain('To pay now €14,080.70');
  expect(sampleText('payment-reminder', { more, tone: 'friendly' })).toMatch(
    /Please pay To Stating [ -]+€13,915\.00/,
  );
  const none = sampleText('payment-reminder', { yearlyRate: '0', extra: '0' });
  expect(none).not.toMatch(/Interest|To pay now|accrues/);
  expect(none).toMatch(/Please pay To Stating [ -]+€12,915\.00/);
  expect(sampleText('payment-reminder', { received: '1000' })).toContain(
    'We have received €1,000.00 towards it',
  );
});
