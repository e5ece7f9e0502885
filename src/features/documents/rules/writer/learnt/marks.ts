/** What is seen of something, as numbers: each mark is a word in its place, a shape, a verdict of a rule. */
export type Mark = number;

/** Alternatives of which one holds; what is seen of each decides. */
export interface Choice<T> {
  of: T[];
  marks: Mark[][];
}

/** A word as a number. */
export function mark(word: string): Mark {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return hash ^ (hash >>> 15);
}

/** Two marks seen together. */
export function both(one: Mark, other: Mark): Mark {
  const hash = Math.imul(one ^ Math.imul(other, 0x9e3779b1), 0x85ebca6b);
  return hash ^ (hash >>> 13);
}

/** That a question of this name was taught at all. */
export const taughtMark = ({ name, kind: { type } }: { name: string; kind: { type: string } }): Mark =>
  mark(`taught ${type} ${name}`);

/** Where the weight of a mark stands: few enough for a table, so many that two seldom share one. */
export const slots = 1 << 21;
export const slotOf = (one: Mark): number => one >>> 11;
