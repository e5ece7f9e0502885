import { expect, test } from 'vitest';
import { merged, wholeOf } from '#features/documents/rules/drafting/coming.ts';
import type { Template } from '#features/documents/rules/template/template.ts';
import { takeAnswers } from '#features/documents/rules/drafting/model.ts';
import { readLibrary } from './library.ts';

const contracts = readLibrary('content/documents', 'nowhere');
const template = (slug: string) => contracts.get(slug) as Template;

test('[AI-1] what a model is writing is named as it comes, and taken in when no figure of it can be half', () => {
  const contract = template('contractor-agreement');
  const grown = (given: unknown) => takeAnswers(contract, given, { isGrowing: true });
  const fee = grown({
    answers: [
      { field: 'law', value: 'Germany' },
      { field: 'fee', value: '4' },
    ],
  });
  expect(fee).toMatchObject({ answers: { law: 'germany' }, open: { field: 'fee', words: '4' } });
  expect(fee.answers).not.toHaveProperty('fee');

  const half = grown({ answers: [{ field: 'services', value: 'Design of the onboarding. In three ro' }] });
  expect(half.answers).toEqual({ services: 'Design of the onboarding. In three ro' });
  expect(wholeOf(half, {}).answers).toEqual({ services: 'Design of the onboarding.' });
  const none = grown({ answers: [{ field: 'services', value: 'Design of the onb' }] });
  expect(wholeOf(none, { services: 'Designs our onboarding.' }).answers).toEqual({
    services: 'Designs our onboarding.',
  });
  const clause = grown({ answers: [], sections: [{ heading: 'Press', text: 'No press. Nor' }] });
  expect(clause.open).toEqual({ field: null, label: 'Press', words: 'No press. Nor' });
  expect(wholeOf(clause, {}).sections).toEqual([{ heading: 'Press', text: 'No press.' }]);
});

test('[AI-1] answers are understood as models write them: nested, as figures, by the label of a choice', () => {
  const nested = {
    answers: {
      contractor: { name: 'Mia Chen', address: 'Kai 3, Hamburg', __proto__: { email: 'x' } },
      fee: 4500.5,
      law: 'GERMANY',
      start: '2027-03-01T00:00:00Z',
      payDays: '30 Days',
      milestones: [{ what: 'Prototype', amount: '€1,500' }],
      services: null,
    },
    sections: null,
  };
  expect(takeAnswers(template('contractor-agreement'), nested).answers).toEqual({
    contractor: { name: 'Mia Chen', address: 'Kai 3, Hamburg' },
    fee: '4500.5',
    law: 'germany',
    start: '2027-03-01',
    payDays: '30 days',
    milestones: [{ what: 'Prototype', amount: '1,500' }],
  });
  expect(takeAnswers(template('quote'), 'prose').answers).toEqual({});
  expect(
    merged(
      { client: { name: 'Acme', address: 'Kai 1' }, law: 'x' },
      { client: { name: 'Acme Inc' }, law: ' ' },
    ),
  ).toEqual({ client: { name: 'Acme Inc', address: 'Kai 1' }, law: 'x' });
});
