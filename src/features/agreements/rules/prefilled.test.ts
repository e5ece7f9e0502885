import { expect, test } from 'vitest';
import { asSent, peopleFrom } from './prefilled.ts';

const you = { name: 'Ada Lovelace', email: 'ada@wren.example', company: 'Wren Studio Ltd' };
const company = (heading: string, name = '') => ({
  heading,
  lines: [
    { label: 'Signature', text: '' },
    { label: 'Name', text: name },
    { label: 'Role', text: '' },
    { label: 'Date', text: '' },
  ],
});

test('people come from the signature blocks in reading order, the reader by their own company', () => {
  const answers = {
    client: { name: 'Halden AG', representative: 'Tom Halden', email: 'tom@halden.example' },
  };
  const people = peopleFrom([company('Wren Studio Ltd.'), company('Halden AG')], answers, you);
  expect(people.map(({ name, email, party }) => [name, email, party])).toEqual([
    ['Ada Lovelace', 'ada@wren.example', 0],
    ['Tom Halden', 'tom@halden.example', 1],
  ]);
});

test('a person signs under their own name; a company without a representative leaves it open', () => {
  const person = { heading: 'Mia Berg', lines: [{ label: 'Signature', text: '' }] };
  const people = peopleFrom([person, company('Halden AG'), company('[client’s name]')], {}, you);
  expect(people.map(({ name }) => name)).toEqual(['Mia Berg', '', '']);
});

test('a document without signature blocks still has somebody to fill in', () => {
  expect(peopleFrom([], {}, you)).toEqual([
    { id: 'party-none', name: '', email: '', role: 'signs', party: null },
  ]);
});

test('one after the other, each signer has a turn, and a copy takes none away', () => {
  const person = (role: 'signs' | 'approves' | 'copy', party: number | null) => ({
    id: role,
    name: ` ${role} `,
    email: `${role}@x.example`,
    role,
    party,
  });
  const people = [person('approves', 0), person('copy', 1), person('signs', 1)];
  expect(asSent(people, true).map(({ turn, party }) => [turn, party])).toEqual([
    [1, null],
    [1, null],
    [2, 1],
  ]);
  expect(asSent(people, false).map(({ turn }) => turn)).toEqual([1, 1, 1]);
  expect(asSent(people, true)[0]?.name).toBe('approves');
});
