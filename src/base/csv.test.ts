import { expect, test } from 'vitest';
import { csvCell } from './csv.ts';

test.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['=1+1', "'=1+1"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  [' =1+1', " '=1+1"],
  ['\t=1+1', '"\t\'=1+1"'],
  ['Mia;=1+1', `"Mia;'=1+1"`],
  ['two\n+lines', '"two\n\'+lines"'],
  ['＝1', "'＝1"],
  ['a-b@example.com', 'a-b@example.com'],
])('no spreadsheet runs what somebody typed: %j', (typed, cell) => {
  expect(csvCell(typed)).toBe(cell);
});

test('a long cell of signs is read in one pass', () => {
  expect(csvCell(';'.repeat(200_000))).toHaveLength(200_002);
});
