import { wordsOf } from '#base/finder/stems.ts';
import type { Library } from './library.ts';

const longest = 200;
/** Of fewer words nobody can tell what was asked. */
const leastWords = 2;

/**
 * A question without anything personal: of its words only those remain that several answers of this hub use themselves. A
 * name, an address, an amount or a number is in none of them. Null if too little is left.
 */
export function withoutPersonalData(library: Library, message: string): string | null {
  const kept: string[] = [];
  let count = 0;
  for (const word of wordsOf(message.slice(0, 1000))) {
    const isKept = !/\d/.test(word) && library.isCommon(word);
    if (isKept) kept.push(word);
    else if (kept.at(-1) !== '…') kept.push('…');
    if (isKept && library.says(word)) count += 1;
  }
  const words = kept.join(' ');
  if (count < leastWords) return null;
  return words.length <= longest ? words : `${words.slice(0, longest).replace(/\s\S*$/, '')} …`;
}

export interface Unanswered {
  words: string;
  language: string;
  times: number;
}

const alike = 0.5;

/** What asks for the same thing in other words, the most frequent first. */
export function grouped(library: Library, all: readonly Unanswered[]): Unanswered[][] {
  const groups: { said: Set<string>; members: Unanswered[] }[] = [];
  for (const one of all.toSorted((a, b) => b.times - a.times)) {
    const said = new Set(wordsOf(one.words).filter((word) => library.says(word)));
    const group = groups.find((each) => likeness(each.said, said) >= alike);
    if (group) group.members.push(one);
    else groups.push({ said, members: [one] });
  }
  const times = (members: readonly Unanswered[]) => members.reduce((sum, { times: n }) => sum + n, 0);
  return groups.map(({ members }) => members).toSorted((a, b) => times(b) - times(a));
}

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared / (a.size + b.size - shared || 1);
}
