import type { DeskPage } from '#platform/server/desk.ts';

/** What an act said. */
export interface Said {
  words: string;
  secret?: { label: string; text: string };
}

/** What the door says of itself, and what it needs on every page. */
export interface Place {
  /** Such as "Desk". */
  name: string;
  note?: string;
  /** Style sheet and scripts, below the base. */
  styles: string;
  script?: string;
  manifest?: string;
  /** How one locks it. */
  leave?: string;
}

export interface Frame {
  /** What stands before the pages' own paths. */
  base: string;
  hub: string;
  place: Place;
  pages: readonly Pick<DeskPage, 'path' | 'title' | 'right'>[];
  /** The page whose section this is. */
  at: string;
  said?: Said | undefined;
  operator?: string | undefined;
  /** Whose page it is: what one operator typed is nobody else's. */
  by?: string | undefined;
}

/** Where an act stands: below its page, or below the thing that it is of. */
export const actPath = ({ base, at }: Pick<Frame, 'base' | 'at'>, id: string, name: string): string =>
  `${base}/${at}/${id === '' ? '-' : encodeURIComponent(id)}/${name}`;

/** Pages know their own paths; what stands before them is the door's. */
export const addressOf = (base: string, href: string): string => (href.startsWith('/') ? base + href : href);
