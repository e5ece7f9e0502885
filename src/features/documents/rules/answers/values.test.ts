import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Kind } from '../template/template.ts';
import { addDuration, readAnswer, type Value } from './values.ts';

const money: Kind = { type: 'money', min: 0 };
const words = (kind: Kind, raw: unknown): string => {
  const read = readAnswer(kind, raw);
  return read.ok ? `read ${JSON.stringify(read.value)}` : read.error;
};

test.each([
  ['1250', 125000],
  ['1250.5', 125050],
  ['1,250.50', 125050],
  ["1'250", 125000],
  ['0', 0],
  [19.99, 1999],
  ['-0', 0],
])('the amount %s is read as %i cents', (typed, cents) => {
  expect(readAnswer(money, typed)).toEqual({ ok: true, value: cents });
});

test('amounts that cannot be meant are refused in words, not rounded', () => {
  expect(words(money, '0.001')).toBe('Use up to two decimals.');
  expect(words(money, '1e9')).toBe('Enter an amount, such as 1250 or 1250.50.');
  expect(words(money, '-1')).toBe('An amount can’t be below zero.');
  expect(words(money, 1e9)).toBe('This is more than 999,999,999.99. Check the digits.');
  expect(words(money, '9'.repeat(400))).toBe('This is more than 999,999,999.99. Check the digits.');
  expect(words(money, '12,34')).toBe('Enter an amount, such as 1250 or 1250.50.');
  expect(words({ type: 'money', min: 1 }, '0')).toBe('Enter an amount above zero.');
});

test('every amount of whole cents comes back as it was written', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (cents) => {
      const typed = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
      expect(readAnswer(money, typed)).toEqual({ ok: true, value: cents });
    }),
  );
});

test('a name of 300 characters is refused with both numbers, in any script', () => {
  expect(words({ type: 'text' }, 'x'.repeat(300))).toBe('300 characters; the limit is 200. Shorten it.');
  expect(readAnswer({ type: 'text' }, '𐐷'.repeat(200)).ok).toBe(true);
  expect(words({ type: 'party' }, { name: 'x'.repeat(300) })).toBe(
    'Name: 300 characters; the limit is 200. Shorten it.',
  );
});

test('days that do not exist are refused', () => {
  expect(words({ type: 'date' }, '2026-02-29')).toBe('Enter a valid date, such as 2026-11-21.');
  expect(words({ type: 'date' }, '21.11.2026')).toBe('Enter a valid date, such as 2026-11-21.');
  expect(words({ type: 'date' }, '2028-02-29')).toBe('read "2028-02-29"');
});

test('nothing that cannot be seen and nothing that turns the direction of writing gets through', () => {
  expect(readAnswer({ type: 'text' }, 'a\u0000b\u202Ec\nd\ud800')).toEqual({
    ok: true,
    value: 'abc d\ufffd',
  });
});

test('whatever is sent, an answer is read or refused in words, never thrown', () => {
  const kinds: Kind[] = [
    { type: 'text' },
    { type: 'number', unit: '', min: 0, max: 10 },
    money,
    { type: 'date' },
    { type: 'duration' },
    { type: 'yesno' },
    { type: 'party' },
    { type: 'address' },
    { type: 'choice', options: [{ value: 'a', words: 'A' }], other: null },
    {
      type: 'list',
      one: 'line',
      max: 3,
      columns: [{ name: 'what', label: 'What', example: '', kind: { type: 'text' }, formula: null }],
    },
  ];
  fc.assert(
    fc.property(fc.constantFrom(...kinds), fc.anything(), (kind, raw) => {
      const read = readAnswer(kind, raw);
      expect(read.ok || read.error.length > 5).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

test('months end where they end', () => {
  const month = { count: 1, unit: 'month' } as const;
  expect(addDuration('2026-01-31', month)).toBe('2026-02-28');
  expect(addDuration('2028-01-31', month)).toBe('2028-02-29');
  expect(addDuration('2028-02-29', { count: 1, unit: 'year' })).toBe('2029-02-28');
  expect(addDuration('2026-12-31', { count: 2, unit: 'week' })).toBe('2027-01-14');
  expect(addDuration('2026-03-31', month, -1)).toBe('2026-02-28');
  const value: Value = addDuration('2026-11-21', { count: 30, unit: 'day' });
  expect(value).toBe('2026-12-21');
});
