import type { Block } from '#features/documents/rules/assembly/doc.ts';
import { linesOf, runsText } from '#features/documents/rules/assembly/doc.ts';
import { blockAt, takesWords, wordsOf } from './places.ts';

export const standings = ['same', 'inside', 'changed', 'gone'] as const;

/** Where a note that was written about one version belongs in another one. */
export interface Standing {
  /** In the other version; empty where the part is gone, and for what is about the whole document. */
  place: string;
  /** `inside`: its own words are the same, and something below them isn’t. */
  is: (typeof standings)[number];
  /** What its part was called in the version that it was written about. */
  called: string;
}

export interface Called {
  blocks: Block[];
}

/** What a note is about: a part of one version, by what it was called and what it said there. */
export interface About {
  /** 0: not known, as a release before this one kept it. */
  version: number;
  /** In that version. */
  place: string;
  called: string;
  quote: string;
  /** Whether other words can be proposed for it. */
  takes: boolean;
}

/** A comment or proposal that was begun and not sent. */
export interface Begun {
  text: string;
  /** What is proposed instead; null: only a comment. */
  words: string | null;
  /** The question that `words` is another answer to. */
  field?: string | null;
  /** Absent in what an earlier release kept, by its place alone. */
  about?: About;
}
export type AllBegun = Record<string, Begun>;

export const keyOf = ({ version, place }: Pick<About, 'version' | 'place'>): string => `${version}:${place}`;

const short = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 59).toWellFormed().trimEnd()}…` : line;
};

const textOf = (block: Block): string => [...linesOf([block])].map(runsText).join(' ');

/** What people call the part: the clause that it is in, or its own first words. */
export function calledAt(doc: Called, place: string): string {
  if (place === '') return 'The whole document';
  const top = blockAt(doc, place.split('.')[0] ?? '');
  if (top?.b === 'clause') return short(`${top.number ? `${top.number}. ` : ''}${wordsOf(top)}`);
  return (top && short(wordsOf(top) || textOf(top))) || 'A part without words';
}

export function aboutAt(doc: Called, version: number, place: string): About {
  const block = blockAt(doc, place);
  return {
    version,
    place,
    called: calledAt(doc, place),
    quote: block ? wordsOf(block) : '',
    takes: takesWords(block),
  };
}

/** How its reader is told where a note stands: never as if it had been written about other words. */
export function whereWords({ place, is, called }: Standing, version: number, doc: Called): string {
  const now = calledAt(doc, place);
  if (is === 'same') return called === now ? now : `${now} (“${called}” in version ${version})`;
  const about = `About “${called}” in version ${version}`;
  if (is === 'gone') return `${about}, no longer in the text`;
  return called === now ? `${about}, changed since` : `${about}, changed since: now “${now}”`;
}

/**
 * What was kept in this tab, by the text that is out now. What an earlier release kept has only a place: that says
 * which part while there is one version, and nothing after.
 */
export function readBegun(kept: unknown, doc: Called, version: number): AllBegun {
  if (typeof kept !== 'object' || kept === null) return {};
  const all: AllBegun = {};
  for (const [key, one] of Object.entries(kept as Record<string, Partial<Begun> | null>)) {
    if (typeof one !== 'object' || one === null) continue;
    const text = typeof one.text === 'string' ? one.text : '';
    const words = typeof one.words === 'string' ? one.words : null;
    const field = one.field ?? null;
    if (one.about) all[keyOf(one.about)] = { text, words, field, about: one.about };
    else if (version === 1 || key === '') {
      const about = aboutAt(doc, version, key);
      all[keyOf(about)] = { text, words, field, about };
    } else {
      const about = { version: 0, place: key, called: '', quote: '', takes: false };
      const joined = [words, text].filter(Boolean).join('\n\n');
      all[keyOf(about)] = { text: joined, words: null, field: null, about };
    }
  }
  return all;
}

/** What was begun about an earlier version and is said there in the same words goes on as if begun about this one. */
export function carried(
  all: AllBegun,
  doc: Called,
  version: number,
  standing: (about: About) => Standing | null,
): AllBegun {
  const next: AllBegun = {};
  const older: Begun[] = [];
  for (const [key, one] of Object.entries(all))
    if (one.about && one.about.version !== version) older.push(one);
    else next[key] = one;
  for (const one of older) {
    const about = one.about as About;
    const stands = standing(about);
    const now = stands?.is === 'same' ? aboutAt(doc, version, stands.place) : about;
    // Two of them at one place stay two.
    const as = keyOf(now) in next ? about : now;
    next[keyOf(as)] = { ...one, about: as };
  }
  return next;
}
