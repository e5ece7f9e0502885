import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergePerson } from './person-merge.ts';

const person = fc.record({
  name: fc.constantFrom('', 'Mia', 'Mia Wong'),
  timeZone: fc.constantFrom('', 'Europe/Vienna'),
  tags: fc.uniqueArray(fc.constantFrom('a', 'b', 'c')),
  fields: fc.dictionary(fc.constantFrom('role', 'city', 'toString'), fc.constantFrom('x', 'y')),
});
const sorted = <T extends { tags: string[] }>(one: T) => ({ ...one, tags: [...one.tags].sort() });

test('nothing changed here takes nothing away that was changed elsewhere', () => {
  fc.assert(
    fc.property(person, person, (now, was) => {
      expect(sorted(mergePerson(now, was, was))).toEqual(sorted(now));
    }),
  );
});

test('nothing changed elsewhere, it is what was typed here', () => {
  fc.assert(
    fc.property(person, person, (was, mine) => {
      expect(sorted(mergePerson(was, was, mine))).toEqual(sorted(mine));
    }),
  );
});

test('two who change different things lose neither', () => {
  const was = { name: 'Mia', timeZone: '', tags: ['a'], fields: { role: 'x' } };
  const now = { ...was, tags: ['a', 'by a sequence'], fields: { role: 'x', city: 'York' } };
  const mine = { ...was, name: 'Mia Wong', tags: ['vip'], fields: {} };
  expect(mergePerson(now, was, mine)).toEqual({
    name: 'Mia Wong',
    timeZone: '',
    tags: ['by a sequence', 'vip'],
    fields: { city: 'York' },
  });
});
