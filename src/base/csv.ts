import { wellFormed } from './well-formed.ts';

/** A cell of a CSV file: quoted where it must be, and never a formula, whichever sign a spreadsheet separates by. */
export function csvCell(text: string): string {
  const safe = wellFormed(text).replace(/(?<=(?:^|[;\t\r\n])\s*)([=+\-@\uff1d\uff0b\uff0d\uff20])/g, "'$1");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Of one record: a line of commas alone could have millions, and nothing that a cell says is longer. */
export const mostCells = 200;
const longestCell = 10_000;

export interface CsvRecord {
  /** On which line it begins, as an editor counts. */
  line: number;
  cells: string[];
  /** Where the next one begins. */
  end: number;
  /** Why its cells are not all that the file says. */
  fault?: 'wide' | 'long';
  /** On which line a quote opens that nobody closes: nothing from there on can be read, and it is the last one. */
  unclosedAt?: number;
}

/**
 * The records of a CSV file as RFC 4180 and spreadsheets write it, blank lines among them. It reads by slices, so that one
 * cell of megabytes costs what it weighs; whoever reads a large file lets others have their turn between two records.
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

/** Spreadsheets end a file with thousands of these. */
export const isBlank = ({ cells, fault }: CsvRecord): boolean =>
  !fault && cells.every((cell) => cell.trim() === '');

/** Where a piece comes next, or the end; asked for places that only grow, it looks at each letter once. */
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
