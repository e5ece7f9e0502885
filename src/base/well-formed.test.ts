import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvCell } from './csv.ts';
import { wellFormed, wellFormedWithin } from './well-formed.ts';

/** XML 1.0: the allowed characters. */
const xml = /^[\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]*$/u;
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\ufffe',
        '\uffff',
        '\ud800',
        '\udc00',
        '\0',
        '\u0008',
        '\v',
        '\f',
        '\u001b',
        '😀',
        'ä',
        '\r',
      ),
      fc.string({ unit: 'binary' }),
    ),
  )
  .map((parts) => parts.join(''));

test('whatever is typed or pasted becomes valid XML text, and cleaning is idempotent', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const clean = wellFormed(text);
      expect(clean).toMatch(xml);
      expect(wellFormed(clean)).toBe(clean);
      expect(csvCell(text)).toMatch(xml);
    }),
  );
});

test('valid text is unchanged', () => {
  const sound = 'Größe 設計 😀 e\u0301\tone\ntwo';
  expect(wellFormed(sound)).toBe(sound);
  expect(wellFormed('a\u000bb\r\nc')).toBe('a\nb\nc');
  const within = { a: ['x\ufffe', 1, null, true], b: { c: 'y' } };
  expect(wellFormedWithin(within)).toEqual({ a: ['x', 1, null, true], b: { c: 'y' } });
});
