import { Problem } from '#base/problem.ts';
import { type DeskBlock, type DeskCell, type Given, titleOf } from './desk.ts';

/** The field that a file comes with which is read, and not kept. */
export const fileField = 'given';
const mostShown = 100;

/** Reads the one file of a form. Whatever is wrong with it stands at its field; `nothing` says what didn't happen. */
export async function readOneFile<T>(
  given: Given | undefined,
  nothing: string,
  read: (path: string) => Promise<T>,
): Promise<T> {
  const refused = (words: string) => new Problem('bad_request', nothing, { fields: { [fileField]: words } });
  const [file, another] = (await given?.files(fileField)) ?? [];
  if (!file) throw refused('Choose the file first.');
  if (another) throw refused('One file at a time.');
  try {
    return await read(file.path);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'bad_request' || error.details.fields) throw error;
    throw refused(error.message);
  }
}

type Column = { head: string; numeric?: boolean };

/** A table of the first hundred, and only those are put into words; no table where there is nothing. */
export const firstOf = <T>(
  title: string,
  columns: Column[],
  all: readonly T[],
  cells: (one: T) => DeskCell[],
): DeskBlock[] =>
  all.length === 0
    ? []
    : [
        {
          is: 'table',
          title: titleOf(title, Math.min(all.length, mostShown), all.length),
          columns,
          rows: all.slice(0, mostShown).map(cells),
          empty: '',
        },
      ];

export const linesNotRead = (faults: readonly { line: number; why: string }[]): DeskBlock[] =>
  firstOf('Not read', [{ head: 'Line' }, { head: 'Why' }], faults, ({ line, why }) => [`Line ${line}`, why]);
