import { expect, test } from 'vitest';
import { sampleFindings, sampleText } from '#testing/sample-text.ts';

const full = { kind: 'full', amount: '9915' };
const shares = { conversion: 'yes', early: 'consent' };
const advance = { kind: 'advance', price: '20000' };

test.each<[slug: string, answers: object, field: string]>([
  ['receipt', { issued: '2026-12-01' }, 'issued'],
  ['receipt', { before: '13000' }, 'before'],
  ['receipt', { kind: 'full' }, 'kind'],
  ['receipt', { ...full, kind: 'part' }, 'kind'],
  ['receipt', { amount: '10000' }, 'amount'],
  ['receipt', { received: '2026-11-01' }, 'received'],
  ['receipt', { nextDue: '2026-11-01' }, 'nextDue'],
  ['receipt', { nextDue: '2026-12-01' }, 'nextDue'],
  ['receipt', { ...advance, price: '5000' }, 'price'],
  ['receipt', { ...advance, price: '4000' }, 'price'],
  ['receipt', { ...advance, taxRate: '0' }, 'taxRate'],
  ['receipt', { ...advance, payeeTax: '' }, 'payeeTax'],
  ['receipt', { ...advance, taxMode: 'none', taxNote: '' }, 'taxNote'],
  ['receipt', { ...advance, law: 'texas' }, 'taxName'],
  ['receipt', { method: 'cash', law: 'france' }, 'method'],
  ['receipt', { method: 'cash', law: 'spain', amount: '1000' }, 'method'],
  ['order-form', { mainDate: '2027-02-01' }, 'mainDate'],
  ['order-form', { offerUntil: '2027-02-01' }, 'offerUntil'],
  ['order-form', { offerUntil: '2026-11-01' }, 'offerUntil'],
  ['order-form', { noticeRenewal: '3 years' }, 'noticeRenewal'],
  ['order-form', { renewal: '1 month' }, 'noticeRenewal'],
  ['order-form', { optOut: '24 months' }, 'optOut'],
  ['order-form', { term: '6 months' }, 'period'],
  ['order-form', { term: '6 months', period: 'month' }, 'billing'],
  ['order-form', { items: [{ what: 'Seats', price: '20' }] }, 'items'],
  ['order-form', { items: [{ price: '20', quantity: '2' }] }, 'items'],
  ['order-form', { items: [{ what: 'Seats', price: '0', quantity: '2' }], once: [] }, 'items'],
  ['order-form', { discount: '100' }, 'discount'],
  ['order-form', { renews: 'ends', discountFor: 'always' }, 'discountFor'],
  ['order-form', { law: 'germany', payDays: '90 days' }, 'payDays'],
  ['safe', { company: { kind: 'person', name: 'Ada Moore', address: 'Austin' } }, 'company'],
  ['safe', { entity: 'llc' }, 'entity'],
  ['safe', { price: 'none' }, 'mfn'],
  ['safe', { cap: '200000' }, 'cap'],
  ['safe', { cap: '900000' }, 'cap'],
  ['safe', { round: '5000000' }, 'round'],
  ['safe', { round: '100000' }, 'round'],
  ['safe', { discount: '0' }, 'discount'],
  ['safe', { discount: '80' }, 'discount'],
  ['safe', { payBy: '3 months' }, 'payBy'],
  ['safe', { accredited: 'no', solicited: 'yes' }, 'solicited'],
  ['safe', { law: 'Austria' }, 'law'],
  ['loan-note', { maturity: '2026-11-01' }, 'maturity'],
  ['loan-note', { payout: 'done', payoutDate: '2027-01-01' }, 'payoutDate'],
  ['loan-note', { payoutDays: '3 years' }, 'payoutDays'],
  ['loan-note', { repay: 'instalments', amount: '50000' }, 'instalments'],
  ['loan-note', { repay: 'instalments', amount: '30000' }, 'instalments'],
  [
    'loan-note',
    { repay: 'instalments', instalments: [{ due: '2026-11-01', amount: '40000' }] },
    'instalments',
  ],
  ['loan-note', { repay: 'instalments', instalments: [{ amount: '40000' }] }, 'instalments'],
  ['order-form', { term: '1 month', renewal: '1 month', period: 'month', billing: 'month' }, 'rise'],
  ['loan-note', { repay: 'instalments', payoutDays: '1 year' }, 'instalments'],
  ['loan-note', { interest: 'year', maturity: '2027-05-01' }, 'interest'],
  ['loan-note', { repay: 'demand', early: 'consent' }, 'early'],
  ['loan-note', { rate: '50' }, 'rate'],
  ['loan-note', { late: '12' }, 'late'],
  ['loan-note', { grace: '1 year' }, 'grace'],
  ['loan-note', { ...shares, borrower: { kind: 'person', name: 'Ada', address: 'Cork' } }, 'conversion'],
  ['loan-note', { conversion: 'yes' }, 'early'],
  ['loan-note', { ...shares, discount: '0', cap: '', atEnd: 'repaid' }, 'discount'],
  ['loan-note', { ...shares, discount: '80' }, 'discount'],
  ['loan-note', { ...shares, cap: '30000' }, 'cap'],
  ['loan-note', { ...shares, qualified: '4000000' }, 'qualified'],
  ['loan-note', { law: 'texas', rate: '16', late: '5' }, 'rate'],
  ['safe', { minimum: '9000000' }, 'minimum'],
  ['loan-note', { ...shares, cap: '' }, 'atEnd'],
  ['loan-note', { ...shares, exit: 'double', rate: '16' }, 'exit'],
  ['loan-note', { law: 'newyork', rate: '26' }, 'rate'],
  ['loan-note', { law: 'texas', rate: '19' }, 'rate'],
  ['loan-note', { law: 'california', rate: '11' }, 'rate'],
  ['loan-note', { law: 'ontario', rate: '36' }, 'rate'],
])('%s with %o: what contradicts is named at %s', (slug, answers, field) => {
  expect(sampleFindings(slug, answers).map((one) => one.field)).toContain(field);
});

test('a receipt says what is left, what is paid in full, and which tax is in the amount', () => {
  expect(sampleText('receipt')).toContain('Left to pay €4,915.00');
  const all = sampleText('receipt', { ...full, method: 'card' });
  expect(all).toContain('Invoice 2026-041 of 23 November 2026 is thereby paid in full.');
  expect(all).toContain('If the payment is reversed or not honoured, the amount is owed again.');
  expect(sampleText('receipt', advance)).toContain('€4,065.04 €934.96 €5,000.00');
  expect(sampleText('receipt', advance)).toContain('Left to pay €12,000.00');
  const deposit = sampleText('receipt', { kind: 'security' });
  expect(deposit).toContain('It is no part of the price.');
  expect(deposit).not.toContain('in full payment');
});

test('an order form adds up, renews at a stated price, and prevails on what it orders only', () => {
  const text = sampleText('order-form');
  expect(text).toContain('€11,448.00');
  expect(text).toContain('to the end of 31 December 2028. It then renews for twelve months each time');
  expect(text).toContain('In all other respects the Terms prevail, and rights that they or the law give');
  expect(text).toContain('The Provider then refunds what was paid for the time after the notice');
  const plain = sampleText('order-form', { discount: '0', more: 'none', renews: 'ends', special: '' });
  expect(plain).not.toMatch(/discount|Special terms|For a renewed term|orders of more/);
  expect(plain).toContain('It then ends, unless the two sides extend it in writing.');
});

test('a SAFE converts at the better price, counts as a post-money cap, and is no loan', () => {
  const text = sampleText('safe');
  expect(text).toContain('the lower of (i) the Cap Price and (ii) the Financing Price less 15%');
  expect(text).toContain(
    'all SAFEs, convertible notes and other convertible securities, this SAFE among them',
  );
  expect(text).toContain('bears no interest and has no maturity');
  expect(text).toContain('rule 506(b) of Regulation D');
  expect(text).toContain('Jonas Keller');
  const bare = { price: 'none', mfn: 'yes', proRata: 'no' };
  expect(sampleText('safe', bare)).not.toMatch(/Cap Price|Liquidity Price|Fully Diluted Shares/);
  expect(sampleText('safe', { solicited: 'yes' })).toContain('in reliance on rule 506(c)');
});

test.each([
  'england',
  'scotland',
  'ireland',
  'germany',
  'netherlands',
  'france',
  'spain',
  'ontario',
  'australia',
])('a SAFE under the law of %s is sent to the instrument that fits there, once', (law) => {
  const found = sampleFindings('safe', { law });
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ field: 'law', kind: 'conflict' });
  expect(found[0]?.source).toBeTruthy();
});

test('usury depends on who borrows, and how much', () => {
  const named = (answers: object) => sampleFindings('loan-note', answers).length > 0;
  const ada = { kind: 'person', name: 'Ada Moore', address: 'Albany' };
  expect(named({ law: 'newyork', rate: '18' })).toBe(false);
  expect(named({ law: 'newyork', rate: '18', borrower: ada })).toBe(true);
  expect(named({ law: 'newyork', rate: '18', borrower: ada, currency: 'USD', amount: '300000' })).toBe(false);
  expect(named({ law: 'california', rate: '12', currency: 'USD', amount: '300000' })).toBe(false);
  expect(named({ law: 'ontario', rate: '40', currency: 'CAD' })).toBe(false);
});

test('a loan note says what is owed in the end, and never more than the law allows', () => {
  const text = sampleText('loan-note');
  expect(text).toContain('the interest is €4,800.00, and €44,800.00 is paid in all');
  expect(text).toContain('never owes more in interest and charges, of whatever name, than the law allows');
  expect(text).not.toContain('Equity Financing');
  expect(sampleText('loan-note', { law: 'texas' })).toMatch(/^PROMISSORY NOTE|^Promissory note/);
  expect(sampleText('loan-note', { rate: '0' })).toContain('The Principal bears no interest.');
  const note = sampleText('loan-note', { ...shares, law: 'delaware' });
  expect(note).toContain('registered under the securities law of the United States');
  expect(note).toContain('less 20% and (ii) the Cap Price');
  expect(note).toContain('that it is an accredited investor');
  expect(note).not.toContain('ordinary shares');
  expect(sampleText('loan-note', { ...shares, law: 'delaware', accredited: 'no' })).toContain(
    'that it is not an accredited investor in the sense of rule 501(a)',
  );
});

test('interest of a loan is paid with each instalment, and what waits for a bank is not overdue', () => {
  expect(sampleText('loan-note', { repay: 'instalments' })).toContain(
    'Interest is payable with each instalment, as far as it has accrued until then.',
  );
  expect(sampleText('loan-note', { repay: 'demand' })).toContain('and with a part of it on that part');
  expect(sampleText('loan-note', { rank: 'yes' })).toContain('falls due once it may be paid');
  expect(sampleText('loan-note')).toContain('the Borrower may withdraw from this note by notice');
});

test('whoever lends, invests or orders is not bound to what changed before the money or the service came', () => {
  const note = sampleText('loan-note', { conversion: 'yes', early: 'consent' });
  expect(note).toContain('need not pay it out if one of the events in clause 5.1 has occurred');
  expect(note).toContain('on the date of this note and when the Principal is paid out');
  expect(note).toContain('for less than that sum, the Lender may choose');
  expect(sampleText('loan-note', { law: 'france' })).toContain('(taux effectif global) is 6%.');
  const safe = sampleText('safe');
  expect(safe).toContain('and on the day on which it receives the Purchase Amount, the Company represents');
  expect(safe).toContain('without counting those of its officers and directors');
  const order = sampleText('order-form', { terms: 'online' });
  expect(order).toContain('if the Provider gave notice of it at least 30 days before');
  expect(order).toContain('could not yet use what it ordered, nothing is paid');
});
