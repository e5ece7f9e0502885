import { type Unit, wordsOf } from './units.ts';

/** Which parts of two texts are the same part, and which of these kept their order. */
export interface Matched {
  /** The place in the newer text of each part of the older one, or -1. */
  partner: number[];
  kept: ReadonlySet<number>;
}

/** Found from the one side as from the other: a comparison read backward has as many changes. */
export function matchUnits(before: readonly Unit[], after: readonly Unit[]): Matched {
  const isTurned = sideKey(before) > sideKey(after);
  const partner = isTurned ? partnersOf(after, before) : partnersOf(before, after);
  const [from, to] = isTurned ? [after, before] : [before, after];
  const keptBy = (list: number[]) => {
    const kept = inOrder(list);
    for (const [i, j] of list.entries())
      if (j !== -1 && !kept.has(i) && !isMovable(from[i], to[j])) list[i] = -1;
    return kept;
  };
  const kept = keptBy(partner);
  if (!isTurned) return { partner, kept };
  const turned = Array.from({ length: before.length }, () => -1);
  for (const [j, i] of partner.entries()) if (i !== -1) turned[i] = j;
  return { partner: turned, kept: new Set([...kept].map((j) => partner[j] as number)) };
}

const sideKey = (units: readonly Unit[]): string => units.map(({ key }) => key).join('\u0000');

/** Shorter parts are not looked for elsewhere: the same few words stand in many places. */
const movable = 20;
const isMovable = (one?: Unit, other?: Unit): boolean =>
  [one, other].every((unit) => unit !== undefined && wordsOf(unit).length >= movable);

/** Which part of the one text is which of the other: `partner[i]` is the place in the other one, or -1. */
export function partnersOf(before: readonly Unit[], after: readonly Unit[]): number[] {
  const partner = Array.from({ length: before.length }, () => -1);
  const isTaken = Array.from({ length: after.length }, () => false);
  const pair = (i: number, j: number) => {
    partner[i] = j;
    isTaken[j] = true;
  };
  let start = 0;
  while (start < before.length && start < after.length && before[start]?.key === after[start]?.key)
    pair(start, start++);
  for (let i = before.length - 1, j = after.length - 1; i >= start && j >= start; i--, j--) {
    if (before[i]?.key !== after[j]?.key) break;
    pair(i, j);
  }
  const open = () => ({
    left: [...before.keys()].filter((i) => partner[i] === -1),
    right: [...after.keys()].filter((j) => !isTaken[j]),
  });
  /** By a name that both have; of several, in their order. */
  const byName = (nameOf: (unit: Unit) => string) => {
    const { left, right } = open();
    if (left.length === 0 || right.length === 0) return;
    const found = Map.groupBy(right, (j) => nameOf(after[j] as Unit));
    for (const i of left) {
      const name = nameOf(before[i] as Unit);
      const j = name === '' ? undefined : found.get(name)?.shift();
      if (j !== undefined) pair(i, j);
    }
  };
  byName(({ key }) => key);
  byName(({ id, kind }) => id && `${kind} ${id}`);
  byName(({ kind, lines }) => (kind === 'clause' && lines[0] ? `${kind} ${wordsOfLine(lines[0])}` : ''));
  byLikeness(before, after, partner, open(), pair);
  return partner;
}

const wordsOfLine = (line: Unit['lines'][number]): string => wordsOf({ lines: [line], kids: [] } as never);

/** Words of a part with how often each is there. */
interface Bag {
  words: Map<string, number>;
  size: number;
}

function bagOf(unit: Unit): Bag {
  const words = new Map<string, number>();
  const found =
    wordsOf(unit)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  for (const word of found) words.set(word, (words.get(word) ?? 0) + 1);
  return { words, size: found.length };
}

function likeness(a: Bag, b: Bag): number {
  const all = a.size + b.size;
  // Of too different a length they cannot be alike.
  if (all === 0 || (2 * Math.min(a.size, b.size)) / all < alikeInPlace) return 0;
  const [few, many] = a.words.size < b.words.size ? [a, b] : [b, a];
  let both = 0;
  for (const [word, n] of few.words) both += Math.min(n, many.words.get(word) ?? 0);
  return (2 * both) / all;
}

const alike = 0.5;
/** Between the same neighbors less is enough: a line that only holds a figure has another figure. */
const alikeInPlace = 0.3;
/** How many places apart two parts are looked at, where there are very many. */
const nearby = 12;
const mostPairs = 10_000;

function byLikeness(
  before: readonly Unit[],
  after: readonly Unit[],
  partner: readonly number[],
  { left, right }: { left: number[]; right: number[] },
  pair: (i: number, j: number) => void,
): void {
  if (left.length === 0 || right.length === 0) return;
  const bagsA = new Map(left.map((i) => [i, bagOf(before[i] as Unit)]));
  const bagsB = new Map(right.map((j) => [j, bagOf(after[j] as Unit)]));
  const isMany = left.length * right.length > mostPairs;
  const found: { i: number; j: number; score: number }[] = [];
  for (const [place, i] of left.entries())
    for (const j of isMany ? right.slice(Math.max(0, place - nearby), place + nearby + 1) : right) {
      if (before[i]?.kind !== after[j]?.kind) continue;
      const inPlace = isInPlace(i, j, partner);
      const score = likeness(bagsA.get(i) as Bag, bagsB.get(j) as Bag);
      const isBare = (before[i]?.lines.length ?? 0) === 0;
      if (score >= alike || (inPlace && (score >= alikeInPlace || isBare)))
        found.push({ i, j, score: score + (inPlace ? 0.2 : 0) });
    }
  const [doneA, doneB] = [new Set<number>(), new Set<number>()];
  for (const { i, j } of found.sort((a, b) => b.score - a.score || a.i - b.i || a.j - b.j)) {
    if (doneA.has(i) || doneB.has(j)) continue;
    doneA.add(i);
    doneB.add(j);
    pair(i, j);
  }
}

/** Whether the part before the one is the partner of the part before the other. */
const isInPlace = (i: number, j: number, partner: readonly number[]): boolean =>
  (i === 0 && j === 0) || (i > 0 && partner[i - 1] === j - 1);

/** The longest run of pairs that kept their order: all others have moved. */
function inOrder(partner: readonly number[]): ReadonlySet<number> {
  const tails: number[] = [];
  const from = Array.from({ length: partner.length }, () => -1);
  for (const [i, j] of partner.entries()) {
    if (j === -1) continue;
    let [low, high] = [0, tails.length];
    while (low < high) {
      const mid = (low + high) >> 1;
      if ((partner[tails[mid] as number] as number) < j) low = mid + 1;
      else high = mid;
    }
    from[i] = low > 0 ? (tails[low - 1] as number) : -1;
    tails[low] = i;
  }
  const kept = new Set<number>();
  for (let at = tails.at(-1) ?? -1; at !== -1; at = from[at] ?? -1) kept.add(at);
  return kept;
}
