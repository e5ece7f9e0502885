import type { Thing } from '#base/finder/finder.ts';
import type { Knowledge } from '#base/knowledge.ts';
import type { Intent } from './intent.ts';

/** An answer that somebody wrote: to a question of business, or about a page of this hub. */
export interface Advice {
  slug: string;
  title: string;
  /** The ways in which people ask for it. */
  asks: readonly string[];
  /** The page of this hub that it is about: without the page there is nothing to advise. */
  page: string | null;
  /** What somebody wants who is to hear it, where that is no matter of advice. */
  wish: Intent | null;
  /** Where to go on, the best first. */
  links: readonly string[];
  body: string;
  /** The same in other languages. */
  translated: ReadonlyMap<string, { title: string; body: string }>;
}

export type Fact = Thing & ({ advice: Advice } | { known: Knowledge });
