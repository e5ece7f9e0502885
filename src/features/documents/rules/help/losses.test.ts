import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changesIn, lost } from './losses.ts';

const none = { gone: [], added: [] };

test('[AI-1] a placeholder, a reference, an address or a figure with its unit cannot be lost', () => {
  const before =
    'Pay {{CompanyName}} 8% in 30 days under [[law]], to ada@wren.example, by 2027-01-01, €4,500.00.';
  expect(lost(before, before)).toEqual([]);
  for (const [from, to, gone] of [
    ['{{CompanyName}}', 'us', '{{CompanyName}}'],
    ['[[law]]', 'the law', '[[law]]'],
    ['ada@wren.example', 'Ada', 'ada@wren.example'],
    ['30 days', '30 months', '30 days'],
    ['8%', '8', '8%'],
    ['€4,500.00', '$4,500.00', '€4,500.00'],
    ['-01-01', '', '01'],
  ] as const)
    expect(lost(before, before.replace(from, to))).toContain(gone);
  expect(lost('30 days, 8 % and € 5', 'a 30-day time, 8 per cent and €5')).toEqual([]);
});

test.each([
  ['The Client may not copy it.', 'The Client may copy it.', { gone: ['not'], added: [] }],
  ['The Client cannot copy it.', 'The Client can’t copy it.', none],
  ['It ends unless the fee is paid.', 'It ends if the fee is paid.', { gone: ['unless'], added: [] }],
  ['Pay all, except for travel.', 'Pay all, with the exception of travel.', none],
  ['The Client may end it.', 'The Client must end it.', { gone: ['may'], added: ['must'] }],
  ['It is for Wren Studio only.', 'It is for Halden Studio.', { gone: ['only', 'Wren'], added: ['Halden'] }],
  ['Pay in ten days.', 'Pay in two days.', { gone: ['ten'], added: ['two'] }],
  ['Pay in time.', 'Pay in 14 days to {{bank}}.', { gone: [], added: ['14 days', '{{bank}}'] }],
  ['It is the “Purpose” of this.', 'It is the aim of this.', { gone: ['“Purpose”', 'Purpose'], added: [] }],
  ['It is the “Purpose”.', 'It is the "Purpose".', none],
  ['Prior to delivery the goods are tested.', 'The goods are tested before delivery.', none],
])('[AI-1] %s → %s says what else is not the same', (before, after, changes) => {
  expect(changesIn(before, after)).toEqual(changes);
});

test('[AI-1] whatever word of weight a rewriting drops or brings in, it is told', () => {
  const weights = [
    'not',
    'unless',
    'except',
    'without',
    'never',
    'only',
    'may',
    'Halden',
    '“Fee”',
    '30 days',
    '{{fee}}',
  ];
  const plain = ['the work', 'is done', 'by them', 'in time', 'of that', 'when it'];
  const words = fc.array(fc.constantFrom(...weights, ...plain), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(words, fc.nat(), fc.constantFrom(...weights), (some, where, weight) => {
      const before = `When ${some.join(' ')}.`;
      const after = `When ${some.toSpliced(where % some.length, 0, weight).join(' ')}.`;
      expect(changesIn(before, before)).toEqual(none);
      // A name that stands there already may be said once more or less.
      if (some.includes(weight) && /^[H“]/.test(weight)) return;
      expect(changesIn(before, after).added).toContain(weight);
      const told = [...lost(after, before), ...changesIn(after, before).gone];
      expect(told).toContain(weight);
    }),
    { numRuns: 1000 },
  );
});
