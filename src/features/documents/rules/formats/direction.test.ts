import { expect, test } from 'vitest';
import { lineRightToLeft, partsByWay, runsRightToLeft } from './direction.ts';

test('a line runs the way of its first letter', () => {
  expect(['2. שלום', '“مرحبا” Wren', 'Wren مرحبا', '123', ''].map(runsRightToLeft)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('an English sentence that begins with a Hebrew name stays English; a line of nothing else is Hebrew', () => {
  const name = { r: 'value', field: 'a', text: 'שלום' } as const;
  expect(lineRightToLeft([name, { r: 'text', text: ', of Haifa' }])).toBe(false);
  expect(lineRightToLeft([name, { r: 'text', text: ' 5.' }])).toBe(true);
  expect(
    lineRightToLeft([
      { r: 'text', text: 'מר ' },
      { ...name, text: 'Wren' },
    ]),
  ).toBe(true);
});

test('a text is cut where its letters change their way, and figures and brackets stay with them', () => {
  expect(partsByWay('Between شركة (النور) 12 بيت and Wren')).toEqual([
    'Between ',
    'شركة (النور) 12 بيت',
    ' and Wren',
  ]);
  expect(partsByWay('שָׁלוֹם')).toEqual(['שָׁלוֹם']);
  expect(partsByWay('Wren 12')).toEqual(['Wren 12']);
});
