import { expect, test } from 'vitest';
import { decoded } from './decode.ts';

test.each([
  ['a%20b', 'a b'],
  ['%C3%A9', 'é'],
  ['%', null],
  ['50%-off', null],
  ['%E0%A4', null],
  ['%C3', null],
])('%s is %s', (text, expected) => expect(decoded(text)).toBe(expected));
