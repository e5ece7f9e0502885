import { csvCell } from '#base/csv.ts';

/** What is ours, such as a number, a day or an amount, is written as it is; what people wrote is never a formula. */
export type CsvCell = string | { plain: string } | null;

export const plain = (text: string | number): CsvCell => ({ plain: String(text) });

const lineOf = (cells: readonly CsvCell[]): string =>
  `${cells.map((cell) => (cell === null ? '' : typeof cell === 'string' ? csvCell(cell) : cell.plain)).join(',')}\r\n`;

/**
 * A table as a file that spreadsheets open by themselves, UTF-8 and marked as such. Only as much is read as the other
 * side has taken, so that it costs the same memory however long it is.
 */
export function csvStream(
  head: readonly string[],
  batches: AsyncIterator<readonly (readonly CsvCell[])[]>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let isBegun = false;
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const first = isBegun ? '' : `\uFEFF${lineOf(head)}`;
        isBegun = true;
        const { value, done } = await batches.next();
        const text = first + (done ? '' : value.map(lineOf).join(''));
        if (text !== '') controller.enqueue(encoder.encode(text));
        if (done) controller.close();
      },
      async cancel() {
        await batches.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
