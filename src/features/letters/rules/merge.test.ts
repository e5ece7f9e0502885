import { expect, test } from 'vitest';
import { plainName } from './merge.ts';

test.each([
  ['Bea Bright', 'Bea Bright'],
  ['  Dr. J. R. Smith-Jones  ', 'Dr. J. R. Smith-Jones'],
  ['Łukasz  O’Neill', 'Łukasz O’Neill'],
  ['山田 太郎', '山田 太郎'],
  ['Nguyễn Thị Minh Khai', 'Nguyễn Thị Minh Khai'],
  ['https://evil.example/win', ''],
  ['evil.example', ''],
  ['evil．example', ''],
  ['evil。example', ''],
  ['evil\u200b.example', ''],
  ['а.рф/вход', ''],
  ['me@evil.example', ''],
  ['call 0155 512 3456', ''],
  ['you have won a prize of our shop today', ''],
])('of “%s” a letter says “%s”', (typed, said) => {
  expect(plainName(typed)).toBe(said);
});
