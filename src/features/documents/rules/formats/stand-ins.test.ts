import { expect, test } from 'vitest';
import { withStandIns } from './stand-ins.ts';

const beyondLatin = (letter: string): boolean => letter > '\u00ff';

test.each([
  ['नरेन्द्र शर्मा', 'Narendra Sharma'],
  ['তাহমিমা', 'Tahamima'],
  ['தமிழ்', 'Tamil'],
  ['สมชาย', 'Smchay'],
  ['გიორგი', 'Giorgi'],
  ['Արամ', 'Aram'],
  ['Ａｄａ', 'Ada'],
])('%s is read as %s', (name, latin) => {
  expect(withStandIns(name, beyondLatin)).toBe(latin);
});

test('what nobody here can read is a box; what can be drawn stays as it is', () => {
  expect(withStandIns('Wren ཀ GmbH', beyondLatin)).toBe('Wren □ GmbH');
  expect(withStandIns('Zoë & Søn', beyondLatin)).toBe('Zoë & Søn');
});
