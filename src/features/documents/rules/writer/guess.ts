import type { Finder } from '#base/finder/finder.ts';
import { type KnownDocument, readKinds } from './kind.ts';

/** Less than this says nothing. */
const leastChance = 0.05;

/** The documents that a message may ask for, and how likely each is meant: what asks for none has none. */
export function guess(message: string, finder: Finder<KnownDocument>): { slug: string; chance: number }[] {
  const { ranked, none } = readKinds(message, finder);
  return ranked
    .map(({ slug, chance }) => ({ slug, chance: chance * (1 - none) }))
    .filter(({ chance }) => chance >= leastChance);
}
