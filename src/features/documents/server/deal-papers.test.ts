import { expect, test } from 'vitest';
import { sampleFindings, sampleText } from '#testing/sample-text.ts';

const person = (party: string) => ({ [party]: { kind: 'person', name: 'Lena Braun', address: 'Leeds' } });
const change = (row: object) => ({ changes: [{ what: 'A map', ...row }] });
const date = (row: object) => ({ dates: [{ what: 'Finish', ...row }] });
const work = (...verdicts: string[]) => ({
  deliverables: verdicts.map((verdict) => ({ what: 'Part', verdict })),
});

test.each<[slug: string, answers: object, field: string]>([
  ['change-order', { effective: '2026-01-01' }, 'effective'],
  ['change-order', change({ how: 'change' }), 'changes'],
  ['change-order', change({ how: 'change', less: '20000' }), 'changes'],
  ['change-order', change({ how: 'change', more: '5', less: '3' }), 'changes'],
  ['change-order', change({ how: 'remove', more: '5' }), 'changes'],
  ['change-order', change({ how: 'add', less: '5' }), 'changes'],
  ['change-order', { effect: 'none' }, 'effect'],
  ['change-order', { ...change({ how: 'add' }), effect: 'hour', hoursAfter: '180' }, 'hoursAfter'],
  ['change-order', date({ before: '2027-03-01', after: '2027-03-01' }), 'dates'],
  ['change-order', date({ before: '2027-03-01' }), 'dates'],
  ['change-order', date({ after: '2026-10-01' }), 'dates'],
  ['acceptance-certificate', { accepted: '2027-01-01', defects: [] }, 'deliverables'],
  ['acceptance-certificate', { defects: [{ what: 'Slow', by: '2027-01-01' }] }, 'defects'],
  ['acceptance-certificate', { defects: [{ what: 'Slow' }] }, 'defects'],
  ['acceptance-certificate', { held: '9001' }, 'held'],
  ['acceptance-certificate', { warranty: '2026-01-01' }, 'warranty'],
  ['acceptance-certificate', { result: 'part', ...work('yes', 'yes') }, 'deliverables'],
  ['acceptance-certificate', { result: 'part', ...work('no', 'no') }, 'deliverables'],
  ['acceptance-certificate', work('yes', 'no'), 'result'],
  ['advisor-agreement', person('company'), 'pay'],
  ['advisor-agreement', { cliff: '30 months', term: '3 years' }, 'cliff'],
  ['advisor-agreement', { term: '1 month' }, 'cliff'],
  ['advisor-agreement', { vesting: '4 years' }, 'vesting'],
  ['advisor-agreement', { notice: '3 years' }, 'notice'],
  ['advisor-agreement', { share: '12' }, 'share'],
  ['advisor-agreement', { hours: '80' }, 'hours'],
  ['advisor-agreement', { approval: '3 years' }, 'approval'],
  ['letter-of-intent', { target: '2026-11-01' }, 'target'],
  ['letter-of-intent', { ends: '3 months', target: '2027-06-01' }, 'ends'],
  ['letter-of-intent', { exclusiveFor: '5 months' }, 'exclusiveFor'],
  ['letter-of-intent', { exclusiveFor: '1 year', ends: '2 years' }, 'exclusiveFor'],
  ['letter-of-intent', { nda: 'separate', ndaDate: '2027-01-01' }, 'ndaDate'],
  ['letter-of-intent', { kind: 'invest', ...person('sideB') }, 'sideB'],
  ['letter-of-intent', { kind: 'invest', amount: '9', valuation: '5' }, 'valuation'],
])('%s with %o: what contradicts is named at %s', (slug, answers, field) => {
  expect(sampleFindings(slug, answers).map((one) => one.field)).toContain(field);
});

test('a change order adds up: the price before, what is added and left out, and the price after', () => {
  const text = sampleText('change-order');
  expect(text).toContain('€20,900.00');
  expect(text).toContain('The difference is invoiced when the Changes have been carried out and accepted.');
  const less = sampleText('change-order', change({ how: 'remove', less: '900' }));
  expect(less).toContain('€17,100.00');
  expect(less).toContain('The difference is deducted from what is still to be invoiced.');
  expect(sampleText('change-order', { dates: undefined })).toContain(
    'The dates agreed in the Main Agreement do not change.',
  );
});

test('a change order settles the price and time of its changes only where that was answered', () => {
  const settled = 'neither side may claim more for these effects';
  expect(sampleText('change-order')).toContain(settled);
  expect(sampleText('change-order', { final: 'no' })).not.toContain(settled);
});

test('acceptance reserves what is known, and holds back no more than was said', () => {
  const reserved = 'The Client reserves all rights in respect of these defects.';
  const text = sampleText('acceptance-certificate');
  expect(text).toContain(reserved);
  expect(text).toContain('Of this, €7,800.00 falls due as the Contract provides.');
  const full = sampleText('acceptance-certificate', { result: 'full', tested: undefined });
  expect(full).not.toContain(reserved);
  expect(full).not.toContain('hold back');
  const part = sampleText('acceptance-certificate', { result: 'part', ...work('yes', 'no'), late: 'yes' });
  expect(part).toContain('The parts that are marked “no” are not accepted.');
  expect(part).toContain('The Client reserves its rights because of the delay');
});

test('an advisor is no employee, receives nothing for investors, and keeps what has vested', () => {
  const text = sampleText('advisor-agreement');
  expect(text).toContain('Nothing in this agreement makes the Advisor an employee');
  expect(text).toContain('Nothing in this agreement is paid or granted for finding investors');
  expect(text).toContain('the whole Award vests immediately before it');
  const fee = sampleText('advisor-agreement', { pay: 'fee', fee: '600', per: 'month' });
  expect(fee).toContain('The Company pays the Advisor €600.00 for each month');
  expect(fee).not.toContain('Award');
});

test('a letter of intent binds in the clauses that it names, and in no other', () => {
  const binding = (answers: object) =>
    /only this clause,(.*?) of this letter bind/.exec(sampleText('letter-of-intent', answers))?.[1];
  expect(binding({})).toBe(' clause 5, clause 6, clause 7, clause 8 and clause 9');
  expect(binding({ exclusive: 'none' })).toBe(' clause 5, clause 6, clause 7 and clause 8');
  expect(sampleText('letter-of-intent', { exclusive: 'none' })).not.toContain('Exclusive Period');
});
