import fc from 'fast-check';
import papaparse from 'papaparse';
import { expect, test } from 'vitest';
import { csvCell, csvRecords, isBlank, mostCells } from './csv.ts';

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
])('no spreadsheet executes user input: %j', (typed, cell) => {
  expect(csvCell(typed)).toBe(cell);
});

test('a long cell of special characters is read in one pass', () => {
  expect(csvCell(';'.repeat(200_000))).toHaveLength(200_002);
});

const texts = fc
  .array(fc.constantFrom('a', 'b c', ',', ',', '\n', '\n', '\r\n', '"', '"', '""', ' ', '"a', 'a"', '\n"'), {
    maxLength: 40,
  })
  .map((pieces) => pieces.join(''));
const linesOf = (text: string) => text.split('\n').length;

test('every file is parsed like a well-known parser does, with correct line numbers', () => {
  let compared = 0;
  fc.assert(
    fc.property(texts, (text) => {
      const { data, errors } = papaparse.parse<string[]>(text, { delimiter: ',', newline: '\n' });
      // Where no rule applies, such as letters after a closing quote, every parser does its own thing.
      if (errors.length > 0) return;
      compared++;
      const read = [...csvRecords(text)].filter((record) => !isBlank(record));
      const isThere = (cells: string[]) => cells.some((cell) => cell.trim() !== '');
      // Spaces between a closing quote and the next separator: kept here, dropped there, and trimmed by the caller.
      const trimmed = (cells: string[]) => cells.map((cell) => cell.replaceAll('\r\n', '\n').trim());
      expect(read.map(({ cells }) => trimmed(cells))).toEqual(data.filter(isThere).map(trimmed));
      let [at, line] = [0, 1];
      for (const record of read) {
        // Blank lines are between the end of one and the next.
        for (; line < record.line; line++) at = text.indexOf('\n', at) + 1;
        const own = text.slice(at, record.end);
        expect([...csvRecords(own)]).toMatchObject([{ cells: record.cells }]);
        line += linesOf(own) - 1;
        at = record.end;
      }
    }),
    { numRuns: 3000 },
  );
  expect(compared).toBeGreaterThan(500);
});

test('quotes, commas, all line endings and a byte order mark are read as spreadsheets write them', () => {
  const cells = (text: string) =>
    [...csvRecords(text)].filter((one) => !isBlank(one)).map((one) => one.cells);
  expect(cells('\uFEFFa,"b, ""c"""\r\n"d\ne",\n\nf')).toEqual([['a', 'b, "c"'], ['d\ne', ''], ['f']]);
  expect(cells('a;b\rc;d')).toEqual([['a;b'], ['c;d']]);
});

test('an unclosed quote is reported with its line and ends parsing', () => {
  const read = [...csvRecords('a,b\n"two\nlines",2\n\nx,"open\nc,d')].filter((record) => !isBlank(record));
  expect(read.map(({ line, unclosedAt }) => [line, unclosedAt])).toEqual([
    [1, undefined],
    [2, undefined],
    [5, 5],
  ]);
});

test('a line with too many cells or characters is reported, and the next one is read correctly', () => {
  const wide = `${'x,"y\n,y",'.repeat(300)}z\na,b\n`;
  expect([...csvRecords(wide)].map(({ line, fault, cells }) => [line, fault, cells.length])).toEqual([
    [1, 'wide', mostCells],
    [302, undefined, 2],
  ]);
  const long = `"${'""\n'.repeat(60_000)}",1\n${'x'.repeat(10_001)}\na,b`;
  expect([...csvRecords(long)].map(({ line, fault }) => [line, fault])).toEqual([
    [1, 'long'],
    [60_002, 'long'],
    [60_003, undefined],
  ]);
});

/** In milliseconds, without the time the machine spent on other things. */
const worked = () => (process.threadCpuUsage ?? process.cpuUsage)().user / 1000;

/** What this machine takes to look at every character ten times: a slow or busy one takes longer for everything. */
function tenLooks(text: string): number {
  const before = worked();
  let quotes = 0;
  for (let look = 0; look < 10; look++)
    for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) === 34) quotes++;
  expect(quotes % 10).toBe(0);
  return worked() - before;
}

test.each(['<', '"', '""', ',', ',"', ',""', '"a",', '\n', '"\n', '\n"', 'a\n', ',\n', '\r', ';', '"\n",'])(
  'megabytes of %j are parsed without delay',
  (piece) => {
    // Records are read one after the other: a million show what eight would.
    const text = piece.repeat((/[\r\n]/.test(piece) ? 1_000_000 : 8_000_000) / piece.length);
    const bar = Math.max(500, 5 * tenLooks(text));
    let longest = 0;
    let records = 0;
    let before = worked();
    const look = () => {
      const now = worked();
      longest = Math.max(longest, now - before);
      before = now;
    };
    // A look costs more than a record.
    for (const _ of csvRecords(text)) if (++records % 1000 === 0) look();
    look();
    expect(longest).toBeLessThan(bar);
  },
);
