import { sizeWords } from '#base/size-words.ts';
import { days } from '#base/clock.ts';
import type { SavedHead } from './contract.ts';
import { binDays } from './sizes.ts';
import { withoutAccents } from '#base/accents.ts';

export type SortBy = 'updated' | 'created' | 'name' | 'size';

export interface ListView {
  query: string;
  sort: SortBy;
  /** null: every folder. */
  folder: string | null;
  starredOnly: boolean;
  bin: boolean;
}

export const firstView: ListView = {
  query: '',
  sort: 'updated',
  folder: null,
  starredOnly: false,
  bin: false,
};

const fold = (text: string): string => withoutAccents(text).toLowerCase();

export const wordsOf = (query: string): string[] => fold(query).split(/\s+/).filter(Boolean);
export const holdsAll = (text: string, words: readonly string[]): boolean => {
  const folded = fold(text);
  return words.every((word) => folded.includes(word));
};

/** Every word of the query stands in the name, the folder or the text. `found` are ids that a deeper search knows. */
export function listed(
  heads: readonly SavedHead[],
  view: ListView,
  found: ReadonlySet<string> = new Set(),
): SavedHead[] {
  const words = wordsOf(view.query);
  const matches = (head: SavedHead) =>
    words.length === 0 ||
    found.has(head.id) ||
    holdsAll(`${head.name} ${head.folder} ${head.excerpt}`, words);
  return heads
    .filter(
      (head) =>
        !head.isPurged &&
        (head.deletedAt !== null) === view.bin &&
        (view.folder === null || head.folder === view.folder) &&
        (!view.starredOnly || head.starred) &&
        matches(head),
    )
    .toSorted(by[view.sort]);
}

const text = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const updated = (a: SavedHead, b: SavedHead): number => text(b.updatedAt, a.updatedAt) || text(a.id, b.id);
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const by: Record<SortBy, (a: SavedHead, b: SavedHead) => number> = {
  updated,
  created: (a, b) => text(b.createdAt, a.createdAt) || text(a.id, b.id),
  name: (a, b) => collator.compare(a.name, b.name) || updated(a, b),
  size: (a, b) => b.bytes - a.bytes || updated(a, b),
};

/**
 * A list in the order of last changes with some of them changed: what has its place keeps it, so that one change in ten
 * thousand is not ten thousand sorted anew.
 */
export function withChanged(sorted: readonly SavedHead[], changed: ReadonlyMap<string, SavedHead | null>) {
  const fresh = [...changed.values()].filter((head) => head !== null).sort(updated);
  const merged: SavedHead[] = [];
  let next = 0;
  for (const head of sorted) {
    if (changed.has(head.id)) continue;
    for (let one = fresh[next]; one && updated(one, head) < 0; one = fresh[++next]) merged.push(one);
    merged.push(head);
  }
  return [...merged, ...fresh.slice(next)];
}

export const foldersOf = (heads: readonly SavedHead[]): string[] =>
  [
    ...new Set(
      heads.filter((head) => !head.deletedAt && !head.isPurged && head.folder).map(({ folder }) => folder),
    ),
  ].sort(collator.compare);

export const usedWords = (heads: readonly SavedHead[]): string =>
  sizeWords(heads.reduce((sum, head) => sum + (head.isPurged ? 0 : head.bytes), 0));

/** "Mutual NDA (copy)", "Mutual NDA (copy 2)". */
export function copyName(name: string, taken: Iterable<string>): string {
  const names = new Set(taken);
  const base = name.replace(/ \(copy(?: \d+)?\)$/, '').slice(0, 380);
  let next = `${base} (copy)`;
  for (let n = 2; names.has(next); n++) next = `${base} (copy ${n})`;
  return next;
}

/** The name of an edit that came second: it says so, and when. */
export const conflictName = (name: string, at: Date): string =>
  `${name.slice(0, 340)} (conflicting edit, ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC)`;

/** Whole days until the bin forgets it. */
export const daysLeft = (deletedAt: string, now: Date): number =>
  Math.max(0, Math.ceil((Date.parse(deletedAt) + days(binDays) - now.getTime()) / days(1)));
