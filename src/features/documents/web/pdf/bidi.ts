// Which way each letter of a paragraph runs: the bidirectional algorithm of Unicode (UAX 9), without marks of embedding,
// which no text of ours holds by then.

/** The kinds of letters that the algorithm knows. */
type Kind = 'L' | 'R' | 'AL' | 'EN' | 'AN' | 'ES' | 'ET' | 'CS' | 'NSM' | 'B' | 'WS' | 'ON';

const kinds: [Kind, RegExp][] = [
  ['B', /[\n\u2029]/u],
  ['WS', /\s/u],
  ['NSM', /[\p{Mn}\p{Me}]/u],
  ['EN', /[0-9\u00b2\u00b3\u00b9\u06f0-\u06f9\u2070-\u2079\u2080-\u2089\uff10-\uff19]/u],
  ['AN', /[\u0600-\u0605\u0660-\u0669\u066b\u066c\u06dd]/u],
  ['ES', /[+\-\u2212\u207a\u207b\u208a\u208b\ufb29\uff0b\uff0d]/u],
  ['ET', /[#%\p{Sc}\u00b0\u00b1\u066a\u2030-\u2034\u2213\uff03\uff05]/u],
  ['CS', /[,./:\u060c\u2044\uff0c\uff0e\uff0f\uff1a]/u],
  ['AL', /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\u061b\u061f\u0640]/u],
  ['R', /\p{Script=Hebrew}/u],
  ['L', /[\p{L}\p{Nl}\p{Mc}]/u],
];

const known = new Map<string, Kind>();
function kindOf(letter: string): Kind {
  let kind = known.get(letter);
  if (!kind) {
    kind = letter === '\u00a0' ? 'CS' : (kinds.find(([, test]) => test.test(letter))?.[0] ?? 'ON');
    known.set(letter, kind);
  }
  return kind;
}

const pairs = '()[]{}<>«»‹›≤≥⟨⟩〈〉《》「」『』【】〔〕（）［］｛｝';
/** Of a bracket, the one that looks the other way; else nothing. */
export function mirrored(letter: string): string | undefined {
  const at = pairs.indexOf(letter);
  return at < 0 ? undefined : pairs[at ^ 1];
}
const isBracket = (letter: string): boolean => pairs.includes(letter) && !'<>«»‹›≤≥'.includes(letter);

/** For each letter its level: even ones run to the right, odd ones to the left. */
export function levelsOf(letters: readonly string[], isRtl: boolean): number[] {
  const levels: number[] = [];
  let start = 0;
  letters.forEach((letter, at) => {
    if (kindOf(letter) === 'B' || at === letters.length - 1) {
      for (const level of levelsOfLine(letters.slice(start, at + 1), isRtl ? 1 : 0)) levels.push(level);
      start = at + 1;
    }
  });
  return levels;
}

function levelsOfLine(letters: readonly string[], base: 0 | 1): number[] {
  const all: Kind[] = letters.map(kindOf);
  const own = base === 1 ? 'R' : 'L';
  weak(all, own);
  brackets(letters, all, own);
  neutral(all, own);
  return all.map((kind) => {
    if (kind === 'B' || kind === 'WS') return base;
    if (kind === 'L') return base === 0 ? 0 : 2;
    if (kind === 'R' || kind === 'AL') return 1;
    return 2;
  });
}

/** W1 to W7: numbers, and what belongs to them. */
function weak(all: Kind[], own: Kind): void {
  let [before, strong]: [Kind, Kind] = [own, own];
  all.forEach((found, at) => {
    const kind = found === 'NSM' ? before : found;
    before = kind === 'EN' && strong === 'AL' ? 'AN' : kind;
    all[at] = before;
    if (kind === 'L' || kind === 'R' || kind === 'AL') strong = kind;
  });
  all.forEach((kind, at) => {
    const [last, next] = [all[at - 1], all[at + 1]];
    if (last !== next || (kind !== 'ES' && kind !== 'CS')) return;
    if (last === 'EN' || (last === 'AN' && kind === 'CS')) all[at] = last;
  });
  for (let at = 0; at < all.length; at++) {
    if (all[at] !== 'ET') continue;
    let end = at;
    while (all[end] === 'ET') end += 1;
    if (all[at - 1] === 'EN' || all[end] === 'EN') all.fill('EN', at, end);
    at = end;
  }
  strong = own;
  all.forEach((kind, at) => {
    if (kind === 'ES' || kind === 'ET' || kind === 'CS') all[at] = 'ON';
    if (kind === 'AL') all[at] = 'R';
    if (kind === 'L' || kind === 'R' || kind === 'AL') strong = kind === 'L' ? 'L' : 'R';
    if (kind === 'EN' && strong === 'L') all[at] = 'L';
  });
}

const strength = (kind: Kind | undefined): 'L' | 'R' | null =>
  kind === 'L' ? 'L' : kind === 'R' || kind === 'EN' || kind === 'AN' ? 'R' : null;

/** N0: a pair of brackets runs as what it holds, or as what is around it. */
function brackets(letters: readonly string[], all: Kind[], own: 'L' | 'R'): void {
  const open: { letter: string; at: number }[] = [];
  const found: [number, number][] = [];
  letters.forEach((letter, at) => {
    if (all[at] !== 'ON' || !isBracket(letter)) return;
    if (pairs.indexOf(letter) % 2 === 0) {
      // As deep as the rules look.
      if (open.length < 63) open.push({ letter, at });
    } else {
      const match = open.findLastIndex((one) => mirrored(one.letter) === letter);
      if (match < 0) return;
      found.push([open[match]?.at ?? 0, at]);
      open.length = match;
    }
  });
  for (const [from, to] of found.sort(([one], [other]) => one - other)) {
    const inside = new Set(all.slice(from + 1, to).map(strength));
    let way: 'L' | 'R' | null = inside.has(own) ? own : null;
    const other = own === 'L' ? 'R' : 'L';
    if (!way && inside.has(other)) {
      let before = strength(all[from - 1]);
      for (let at = from - 2; at >= 0 && !before; at--) before = strength(all[at]);
      way = (before ?? own) === other ? other : own;
    }
    if (way) all[from] = all[to] = way;
  }
}

/** N1 and N2: what has no way of its own takes that of both neighbours, else the paragraph's. */
function neutral(all: Kind[], own: 'L' | 'R'): void {
  const isNeutral = (kind: Kind | undefined) => kind === 'ON' || kind === 'WS';
  for (let at = 0; at < all.length; at++) {
    if (!isNeutral(all[at])) continue;
    let end = at;
    while (isNeutral(all[end])) end += 1;
    const [before, after] = [strength(all[at - 1]) ?? own, strength(all[end]) ?? own];
    all.fill(before === after ? before : own, at, end);
    at = end - 1;
  }
}

/** L2: from the order in which they are read to that in which they stand, from left to right. */
export function inSight<T>(items: readonly T[], levelOf: (item: T) => number): T[] {
  const levels = items.map(levelOf);
  const made = [...items];
  for (let level = Math.max(0, ...levels); level > 0; level--)
    for (let at = 0; at < made.length; at++) {
      let end = at;
      while (end < made.length && (levels[end] ?? 0) >= level) end += 1;
      if (end === at) continue;
      made.splice(at, end - at, ...made.slice(at, end).reverse());
      levels.splice(at, end - at, ...levels.slice(at, end).reverse());
      at = end;
    }
  return made;
}
