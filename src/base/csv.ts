import { wellFormed } from './well-formed.ts';

/** A CSV cell: quoted where necessary and never a formula, whichever separator a spreadsheet uses. */
export function csvCell(text: string): string {
  const safe = wellFormed(text).replace(/(?<=(?:^|[;\t\r\n])\s*)([=+\-@\uff1d\uff0b\uff0d\uff20])/g, "'$1");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Limits per record: a line of commas alone could have millions of cells, and no cell needs to be longer. */
export const mostCells = 200;
const longestCell = 10_000;

export interface CsvRecord {
  /** The line it starts on, as an editor counts. */
  line: number;
  cells: string[];
  /** Where the next one starts. */
  end: number;
  /** Why its cells are not all that the file contains. */
  fault?: 'wide' | 'long';
  /** The line of an opening quote that is never closed: nothing after it can be read, so this record is the last. */
  unclosedAt?: number;
}

/**
 * The records of a CSV file as RFC 4180 and spreadsheets write it, blank lines included. Reads in slices, so that a
 * cell of several megabytes costs no more than its size; for a large file, yield to others between records.
 */
export function* csvRecords(text: string, separator = ','): Generator<CsvRecord> {
  const after = finder(text);
  const newline = text.includes('\n') ? '\n' : '\r';
  const opening = `${separator}"`;
  let line = 1;
  for (let at = text.startsWith(byteOrderMark) ? 1 : 0; at < text.length;) {
    const record: CsvRecord = { line, cells: [], end: text.length };
    let isOver = false;
    while (!isOver) {
      const isKept = record.cells.length < mostCells;
      // Only quotes and the end of the line still matter.
      if (!isKept && text[at] !== '"') at = Math.min(after(opening, at) + 1, after(newline, at));
      const begin = at;
      let quoted = '';
      if (text[at] === '"') {
        const close = closingQuote(text, at + 1);
        if (close === -1) {
          yield { ...record, unclosedAt: line };
          return;
        }
        for (let next = after(newline, at); next < close; next = after(newline, next + 1)) line++;
        if (isKept) quoted = text.slice(at + 1, Math.min(close, at + longestCell)).replaceAll('""', '"');
        at = close + 1;
      }
      const end = Math.min(after(separator, at), after(newline, at));
      if (!isKept) record.fault ??= 'wide';
      else if (end - begin > longestCell) record.fault ??= 'long';
      else record.cells.push((quoted + text.slice(at, end)).replaceAll('\r\n', '\n').replace(/\r$/, ''));
      isOver = text[end] !== separator;
      at = end + 1;
    }
    line++;
    record.end = Math.min(at, text.length);
    yield record;
  }
}

const byteOrderMark = '\uFEFF';

/** The one that the first line has most of: spreadsheets of many countries write semicolons. */
export function separatorIn(text: string): string {
  const first = text.slice(0, longestCell).split(/[\r\n]/, 1)[0] ?? '';
  return [',', ';', '\t'].reduce((best, each) =>
    first.split(each).length > first.split(best).length ? each : best,
  );
}

/** Spreadsheets end a file with thousands of these. */
export const isBlank = ({ cells, fault }: CsvRecord): boolean =>
  !fault && cells.every((cell) => cell.trim() === '');

/** The next occurrence of a piece, or the end. Called with growing positions only, it reads each character once. */
function finder(text: string): (piece: string, from: number) => number {
  const known = new Map<string, number>();
  return (piece, from) => {
    let at = known.get(piece) ?? -1;
    if (at < from) {
      at = text.indexOf(piece, from);
      if (at === -1) at = text.length;
      known.set(piece, at);
    }
    return at;
  };
}

function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}
