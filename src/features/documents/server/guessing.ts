import { createFinder, type Finder } from '#base/finder/finder.ts';
import { readWords } from '#base/finder/words.ts';
import { findable } from '#features/documents/rules/drafting/findable.ts';
import type { KnownDocument } from '#features/documents/rules/writer/kind.ts';
import { guess } from '#features/documents/rules/writer/guess.ts';
import type { LiveLibrary } from './live-library.ts';

/** What a message may ask for, for whoever answers questions; its words change with the operator's. */
export function guessing(
  { contracts, templates, revision }: Pick<LiveLibrary, 'contracts' | 'templates' | 'revision'>,
  meanings: () => readonly string[],
) {
  let made: { from: readonly string[]; at: number; finder: Finder<KnownDocument> } | null = null;
  return (message: string) => {
    const from = meanings();
    if (made?.from !== from || made.at !== revision()) {
      const known = [contracts, templates].flatMap((library) => [...library.values()].map(findable));
      made = { from, at: revision(), finder: createFinder(known, readWords(...from)) };
    }
    return guess(message, made.finder);
  };
}
