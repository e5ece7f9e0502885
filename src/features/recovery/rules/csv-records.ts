/** The records of a CSV file, before anybody asks what they mean; the browser cuts a large file by them. */

export const mostLines = 100_000;

export const plainText = (text: string): string => text.replace(/^\uFEFF/, '');

/** Of one line: an order has nothing like it, and a line of commas alone could have millions. */
export const mostCells = 200;
const longestHead = 10_000;

export function separatorOf(text: string): string {
  const first = text.slice(0, longestHead).split('\n', 1)[0] ?? '';
  return [',', ';', '\t'].reduce((best, each) =>
    first.split(each).length > first.split(best).length ? each : best,
  );
}

interface CsvRecord {
  /** On which line it begins. */
  line: number;
  cells: string[];
  /** Where the next one begins. */
  end: number;
  /** A quote opens in it and is never closed: the rest of the file is in its last cell. */
  isUnclosed?: boolean;
  /** Whether it had more cells than are kept. */
  isTooWide: boolean;
}

/** RFC 4180, with `;` and tabs too; a line number is that of the line on which a record begins. */
export function* records(text: string, separator: string): Generator<CsvRecord> {
  let cells: string[] = [];
  let cell = '';
  let quoted = false;
  let line = 1;
  let began = 1;
  let isTooWide = false;
  const endCell = (words: string) => {
    if (cells.length < mostCells) cells.push(words);
    else isTooWide = true;
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (quoted) {
      if (character === '\n') line++;
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') {
        cell += '"';
        at++;
      } else quoted = false;
    } else if (character === '"' && cell === '') quoted = true;
    else if (character === separator) {
      endCell(cell);
      cell = '';
    } else if (character === '\n') {
      endCell(cell.replace(/\r$/, ''));
      if (isTooWide || cells.some((each) => each.trim() !== ''))
        yield { line: began, cells, end: at + 1, isTooWide };
      cells = [];
      cell = '';
      isTooWide = false;
      began = ++line;
    } else cell += character;
  }
  endCell(cell.replace(/\r$/, ''));
  if (isTooWide || cells.some((each) => each.trim() !== ''))
    yield { line: began, cells, end: text.length, isTooWide, isUnclosed: quoted };
}

export interface CsvPart {
  /** The head of the file and a run of its records. */
  text: string;
  /** On which line of the file the run begins. */
  firstLine: number;
  /** How many records of the file lie before its end. */
  upTo: number;
}

/** A file in parts that can go out one by one, each a file of its own. */
export function cutCsv(given: string, size: number): CsvPart[] {
  const text = plainText(given);
  const parts: CsvPart[] = [];
  let head: string | null = null;
  let from = 0;
  let last = 0;
  let firstLine = 2;
  let count = 0;
  const close = () => {
    if (head !== null && last > from)
      parts.push({ text: head + text.slice(from, last), firstLine, upTo: count });
  };
  for (const { line, end } of records(text, separatorOf(text))) {
    if (head === null) {
      const whole = text.slice(0, end);
      // One line before the records, whatever the head itself spans.
      head = whole.endsWith('\n') ? whole : `${whole}\n`;
      from = last = end;
      continue;
    }
    if (count > 0 && count % size === 0) {
      close();
      from = last;
    }
    if (from === last) firstLine = line;
    count++;
    last = end;
  }
  close();
  return head !== null && parts.length === 0 ? [{ text: head, firstLine: 2, upTo: 0 }] : parts;
}
