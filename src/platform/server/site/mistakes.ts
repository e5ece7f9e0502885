import { isAbsolute, relative } from 'node:path';

/** What an operator wrote and cannot be used: each line names the file, the line, what it got and what it takes. */
export class SiteMistake extends Error {
  override name = 'SiteMistake';

  constructor(lines: string[]) {
    super(lines.join('\n'));
  }
}

/** A file as the operator knows it: from where they stand, if it lies below. */
export function fileName(path: string): string {
  const near = relative(process.cwd(), path);
  return near.startsWith('..') || isAbsolute(near) ? path : near.replaceAll('\\', '/');
}

export const mistake = (file: string, line: number, what: string): string =>
  `${fileName(file)}:${line}: ${what}`;

/** A file that is listed and cannot be read: a link in a circle, a folder of that name, another user's. */
export const cannotRead = (path: string, error: unknown): SiteMistake =>
  new SiteMistake([
    `${fileName(path)}: can’t be read (${(error as NodeJS.ErrnoException).code ?? (error as Error).message})`,
  ]);

/** A value in words: quoted and cut, or what kind of thing it is. */
export function got(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a block of keys';
  const text = String(value);
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text);
}
