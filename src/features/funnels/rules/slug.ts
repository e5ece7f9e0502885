import { withoutAccents } from '#base/accents.ts';

/** "Free pricing guide!" as it stands in an address. */
export const slugOf = (text: string, otherwise = 'page'): string =>
  withoutAccents(text)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|(?<!-)-+$/g, '') || otherwise;

/** Not one of those that are taken: a number makes it another one. */
export function freeSlug(wanted: string, taken: Iterable<string>): string {
  const used = new Set(taken);
  if (!used.has(wanted)) return wanted;
  for (let n = 2; ; n++) {
    const tried = `${wanted.slice(0, 56).replace(/(?<!-)-+$/, '')}-${n}`;
    if (!used.has(tried)) return tried;
  }
}
