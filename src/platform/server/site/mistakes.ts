import { isAbsolute, relative } from 'node:path';

/** Invalid operator input: each line names the file, the line, the value found and what was expected. */
export class SiteMistake extends Error {
  override name = 'SiteMistake';

  constructor(lines: string[]) {
    super(lines.join('\n'));
  }
}

/** A file as the operator knows it: relative to the current folder if it is inside. */
export function fileName(path: string): string {
  const near = relative(process.cwd(), path);
  return near.startsWith('..') || isAbsolute(near) ? path : near.replaceAll('\\', '/');
}

export const mistake = (file: string, line: number, what: string): string =>
  `${fileName(file)}:${line}: ${what}`;

/** A file that is listed but can't be read: a symlink loop, a folder with that name, another user's file. */
export const cannotRead = (path: string, error: unknown): SiteMistake =>
  new SiteMistake([
    `${fileName(path)}: can’t be read (${(error as NodeJS.ErrnoException).code ?? (error as Error).message})`,
  ]);

/** A value for a message: quoted and shortened, or its type. */
export function got(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a block of keys';
  const text = String(value);
  // Whole characters: half of one would be written as its number.
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57).replace(/[\uD800-\uDBFF]$/, '')}...` : text);
}
