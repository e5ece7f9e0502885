import { expect, test } from 'vitest';
import type { AgreementHead } from './contract.ts';
import { eventKinds } from './events.ts';
import { afterSigning, eventWords, namesOf, nextStep, stateSentence } from './words.ts';

const head: AgreementHead = {
  id: 'agr_00000000000000000000',
  title: 'Mutual NDA',
  state: 'out',
  isSealed: false,
  sentAt: '2026-11-24T10:00:00.000Z',
  expiresAt: '2026-12-08T10:00:00.000Z',
  endedAt: null,
  waitingFor: ['Tom Halden'],
  waitsForYou: false,
  people: [
    { name: 'Ada Lovelace', role: 'signs', state: 'signed' },
    { name: 'Tom Halden', role: 'signs', state: 'seen' },
    { name: 'Mia Wren', role: 'copy', state: 'waiting' },
  ],
  unread: 0,
  link: null,
  isSender: true,
};
const day = (iso: string) => iso.slice(0, 10);

test('a long list of names ends with how many more there are', () => {
  expect(namesOf([])).toBe('');
  expect(namesOf(['Ada'])).toBe('Ada');
  expect(namesOf(['Ada', 'Tom'])).toBe('Ada and Tom');
  expect(namesOf(['Ada', 'Tom', 'Mia'])).toBe('Ada, Tom and Mia');
  expect(namesOf(['Ada', 'Tom', 'Mia', 'Lin'])).toBe('Ada, Tom and 2 others');
});

test('the next step names who is waited for, and puts the reader first', () => {
  expect(nextStep(head)).toBe('Waiting for Tom Halden');
  expect(nextStep({ ...head, waitsForYou: true })).toBe('Your turn');
  expect(nextStep({ ...head, state: 'withdrawn' })).toBe('You withdrew it');
  expect(nextStep({ ...head, state: 'withdrawn', isSender: false })).toBe('Withdrawn by the sender');
  expect(
    nextStep({ ...head, state: 'declined', people: [{ name: 'Tom', role: 'signs', state: 'declined' }] }),
  ).toBe('Tom declined');
});

test('the sentence counts those who act, not those who get a copy', () => {
  expect(stateSentence(head, day)).toBe('1 of 2 done. Waiting for Tom Halden, until 2026-12-08.');
  const endedAt = '2026-11-26T10:00:00.000Z';
  expect(stateSentence({ ...head, state: 'signed', endedAt }, day)).toBe('Signed by everyone on 2026-11-26.');
});

test('every kind of event has words of its own', () => {
  const people = [{ n: 1, name: 'Tom Halden' }];
  const said = eventKinds.map((kind) => eventWords({ kind, person: 1, data: {} }, people));
  expect(new Set(said).size).toBe(eventKinds.length);
  expect(said.every((words) => words.length > 5)).toBe(true);
});

test('after a signature one learns how many are left', () => {
  const people = [
    { n: 0, name: 'Tom', role: 'signs', state: 'signed' },
    { n: 1, name: 'Ann', role: 'approves', state: 'asked' },
    { n: 2, name: 'Bea', role: 'copy', state: 'waiting' },
  ] as const;
  expect(afterSigning(people)).toContain('Ann still has to approve.');
  expect(afterSigning(people.map((one) => ({ ...one, state: 'approved' as const })))).toContain(
    'Everyone has',
  );
});
