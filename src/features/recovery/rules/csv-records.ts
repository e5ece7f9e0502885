import { csvRecords, isBlank, separatorIn } from '#base/csv.ts';

export const mostLines = 100_000;

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
  const text = given;
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
  for (const record of csvRecords(text, separatorIn(text))) {
    if (isBlank(record) && record.unclosedAt === undefined) continue;
    const { line, end } = record;
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
