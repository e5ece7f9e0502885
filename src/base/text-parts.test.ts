import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePhone } from './phone.ts';
import { textParts } from './text-parts.ts';

const oneSeptet =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const twoSeptets = '^{}\\[~]|€\f';

/** Another way to count: parts are filled by hand, out of septets or UTF-16 units, and no character is cut. */
function filled(text: string): number {
  const isPlain = !/[^]/u.test(
    [...text].filter((each) => !oneSeptet.includes(each) && !twoSeptets.includes(each)).join(''),
  );
  const size = (each: string) =>
    isPlain ? (twoSeptets.includes(each) ? 2 : 1) : Buffer.from(each, 'utf16le').length / 2;
  const all = [...text].map(size);
  const sum = all.reduce((total, each) => total + each, 0);
  if (sum === 0) return 0;
  if (sum <= (isPlain ? 160 : 70)) return 1;
  const rooms = [isPlain ? 153 : 67];
  for (const each of all) {
    if ((rooms.at(-1) ?? 0) < each) rooms.push(isPlain ? 153 : 67);
    rooms[rooms.length - 1] = (rooms.at(-1) ?? 0) - each;
  }
  return rooms.length;
}

const characters = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...oneSeptet) },
  { weight: 2, arbitrary: fc.constantFrom(...twoSeptets) },
);
const texts = fc.oneof(
  fc.array(characters, { maxLength: 700 }).map((all) => all.join('')),
  fc
    .array(fc.oneof(characters, fc.constantFrom('ж', '日', '😀', 'é', '’')), { maxLength: 320 })
    .map((all) => all.join('')),
);

test('parts are counted as another reckoning fills them, in both alphabets', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(textParts(text).parts).toBe(filled(text));
    }),
    { numRuns: 400 },
  );
});

test.each([
  ['', 0],
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['a'.repeat(306), 2],
  ['a'.repeat(307), 3],
  ['€'.repeat(80), 1],
  ['€'.repeat(81), 2],
  ['ж'.repeat(70), 1],
  ['ж'.repeat(71), 2],
  ['😀'.repeat(35), 1],
  // A pair is never cut: 33 of them fill 66 of 67 units.
  ['😀'.repeat(67), 3],
])('%# a text at the edge takes as many parts as networks say', (text, parts) => {
  expect(textParts(text).parts).toBe(parts);
});

test.each([
  ['+43 664 123 45 67', '+436641234567'],
  ['0043 (0)664/1234567', '+436641234567'],
  ['tel:+1-202-555-0123', '+12025550123'],
  ["'+12025550123", '+12025550123'],
  ['０0４３6641234567', '+436641234567'],
  ['0664 1234567', null],
  ['+43', null],
  ['+0436641234567', null],
  ['+4366412345678901', null],
  ['+43664\n1234567; drop table', null],
  ['+43 664 CALL', null],
  ['', null],
])('the number %j is %j', (typed, number) => {
  expect(parsePhone(typed)).toBe(number);
});

test('whatever is typed, what comes out is a number or nothing, and stays so when it is read again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (typed) => {
      const number = parsePhone(typed);
      expect(number === null || /^\+[1-9]\d{6,14}$/.test(number)).toBe(true);
      expect(number === null ? null : parsePhone(number)).toBe(number);
    }),
  );
});
