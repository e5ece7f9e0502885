export interface CsvRow {
  /** Where it begins in the file, as an editor counts. */
  line: number;
  cells: string[];
}

/**
 * Rows and cells of a CSV file as spreadsheets write it: quotes, commas and line breaks inside quotes. A quote that
 * nobody closes would swallow every row after it: then there are no rows, and the line where it opens.
 */
export function readCsv(text: string): { rows: CsvRow[] } | { unclosed: number } {
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let cell = '';
  let quotedSince: number | null = null;
  let line = 1;
  let beganAt = 1;
  const endRow = () => {
    cells.push(cell);
    if (cells.some((each) => each !== '')) rows.push({ line: beganAt, cells });
    cells = [];
    cell = '';
  };
  const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  for (let at = 0; at < source.length; at++) {
    const letter = source[at] ?? '';
    if (letter === '\n') line++;
    if (quotedSince !== null) {
      if (letter !== '"') cell += letter;
      else if (source[at + 1] === '"') {
        cell += '"';
        at++;
      } else quotedSince = null;
    } else if (letter === '"' && cell === '') quotedSince = line;
    else if (letter === ',') {
      cells.push(cell);
      cell = '';
    } else if (letter === '\n') {
      endRow();
      beganAt = line;
    } else cell += letter;
  }
  if (quotedSince !== null) return { unclosed: quotedSince };
  endRow();
  return { rows };
}
