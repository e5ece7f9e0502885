import { expect, test } from 'vitest';
import { inSight, levelsOf, mirrored } from './bidi.ts';
import { mayPart } from './east-lines.ts';
import { formsOf } from './joining.ts';

/** A line as it stands on paper, from left to right. */
function seen(text: string, isRtl = false): string {
  const letters = [...text];
  const levels = levelsOf(letters, isRtl);
  return inSight(
    letters.map((letter, at) => ({ letter, level: levels[at] ?? 0 })),
    ({ level }) => level,
  )
    .map(({ letter, level }) => (level % 2 === 1 ? (mirrored(letter) ?? letter) : letter))
    .join('');
}

test.each([
  ['figures keep their way inside of words that run to the left', 'ab אב 12.50 גד', false, 'ab דג 12.50 בא'],
  ['a date, an amount and a share, too', 'אב 21/11/2026 $5 50%', true, '50% $5 21/11/2026 בא'],
  ['Arabic makes figures its own', 'عقد 1-2', true, '2-1 دقع'],
  ['a bracket goes with what it holds, and looks the other way', 'Wren (אב) Ltd', false, 'Wren (בא) Ltd'],
  ['in a line from the right it opens to the right', 'אב (Wren) גד', true, 'דג (Wren) בא'],
  ['a comma between two names stays between them', 'אב, גד, Wren', false, 'דג ,בא, Wren'],
  ['each line of a paragraph by itself', 'אב\nab', false, 'בא\nab'],
])('%s', (_, text, isRtl, expected) => expect(seen(text, isRtl)).toBe(expected));

test('letters of Arabic take the form that their neighbours give them, through marks; a joint parts them', () => {
  const forms = (text: string) => formsOf([...text]).map(({ form }) => form);
  expect(forms('بيت')).toEqual(['init', 'medi', 'fina']);
  expect(forms('دار')).toEqual(['isol', 'isol', 'isol']);
  expect(forms('مُح')).toEqual(['init', '', 'fina']);
  expect(forms('می\u200cخ')).toEqual(['init', 'fina', 'isol']);
  expect(forms('ئە')).toEqual(['init', 'fina']);
});

test('no line of Chinese, Japanese or Korean begins with what closes or ends with what opens', () => {
  const parts = (text: string) =>
    [...text].filter((letter, at) => mayPart(letter, [...text][at + 1] ?? '')).join('');
  expect(parts('契約書')).toBe('契約');
  expect(parts('甲、乙。')).toBe('、');
  expect(parts('「甲」ー（乙')).toBe('ー');
  expect(parts('ab甲12')).toBe('b甲');
  expect(parts('plain words')).toBe('');
});
