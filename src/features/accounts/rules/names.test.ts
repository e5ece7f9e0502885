import { expect, test } from 'vitest';
import { DisplayName } from './contract.ts';
import { accountWords } from './words.ts';

const read = (text: string) => {
  const { success, data, error } = DisplayName.safeParse(text);
  return success ? data : (error?.issues[0]?.message ?? '');
};

test.each([
  '',
  '  ',
  '\u200b',
  '\u200b \u2060\ufeff',
  '\u200d\u200c',
  '\u3164',
  '\u2800',
  '\u0301',
  '\u00ad',
])('a name that nobody can see is none: %j', (text) => expect(read(text)).toBe(accountWords.nameMissing));

test.each([
  ['  Ada \n Birch ', 'Ada Birch'],
  ['Ada\u202eBirch\u200b', 'AdaBirch'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['क्\u200dष', 'क्\u200dष'],
  ['李', '李'],
  ['👩\u200d💻', '👩\u200d💻'],
  ['.', '.'],
])('the name %j is kept as %j', (text, name) => expect(read(text)).toBe(name));

test('eighty letters are the most, however many marks nobody sees stand between them', () => {
  expect(read('a\u200b'.repeat(80))).toBe('a'.repeat(80));
  expect(read('a'.repeat(81))).toBe(accountWords.nameLong);
});
