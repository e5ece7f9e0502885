import { AsyncLocalStorage } from 'node:async_hooks';
import { DeletedTextRun, InsertedTextRun, type IRunOptions, TextRun } from 'docx';
import type { Run } from '#features/documents/rules/assembly/doc.ts';
import { wholeChange } from '#features/documents/rules/compare/marked.ts';

/** In whose name changes are tracked. */
export interface Tracked {
  author: string;
  date: string;
}

interface Open extends Tracked {
  ids: number;
}

const open = new AsyncLocalStorage<Open>();

/** While `work` makes its paragraphs, runs that say they changed become changes that Word accepts or rejects. */
export const tracking = <R>(tracked: Tracked | null, work: () => R): R =>
  tracked ? open.run({ ...tracked, ids: 1000 }, work) : work();

const next = (to: Open) => ({ id: to.ids++, author: to.author, date: to.date });

export function textRun(options: IRunOptions, change: 'new' | 'gone' | undefined): TextRun {
  const to = change && open.getStore();
  if (!to) return new TextRun(options);
  const made = { ...options, ...next(to) };
  return (change === 'new' ? new InsertedTextRun(made) : new DeletedTextRun(made)) as unknown as TextRun;
}

/** A paragraph that is new as a whole goes as a whole when it is rejected: its end is tracked, too. */
export function trackedEnd(runs: readonly Run[]): object {
  const to = open.getStore();
  const change = to && wholeChange(runs);
  if (!to || !change) return {};
  return { run: { [change === 'new' ? 'insertion' : 'deletion']: next(to) } };
}

export function trackedRow(cells: readonly Run[][]): object {
  const to = open.getStore();
  const change = to && wholeChange(cells.flat());
  if (!to || !change) return {};
  return { [change === 'new' ? 'insertion' : 'deletion']: next(to) };
}
