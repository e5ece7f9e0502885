import { type Run, runText } from '../assembly/doc.ts';
import { joined, lookOf, runKey } from './units.ts';

/** A stretch of a line: the same on both sides, or a change from one to the other, of which one may be empty. */
export interface Segment {
  /** null: the same. */
  change: number | null;
  before: Run[];
  after: Run[];
}

interface Token {
  key: string;
  /** Where it is from, and its words there. */
  run: Run;
  text: string;
  isSpace: boolean;
}

// Figures stay in one piece: 4,000.00 is one word.
const word = /\s+|[\p{L}\p{M}\p{N}]+(?:[.,'’/-][\p{L}\p{M}\p{N}]+)*|[^]/gu;

function tokensOf(line: readonly Run[]): Token[] {
  const tokens: Token[] = [];
  for (const run of line) {
    if (run.r !== 'text' && run.r !== 'value') {
      tokens.push({ key: runKey(run), run, text: '', isSpace: false });
      continue;
    }
    const look = lookOf(run);
    const before = look === '' ? '' : `\u0006${look}\u0007`;
    for (const text of run.text.match(word) ?? [])
      tokens.push({ key: before === '' ? text : before + text, run, text, isSpace: text.trim() === '' });
  }
  return tokens;
}

/** Tokens of one run in one piece again. */
function runsOf(tokens: readonly Token[], from: number, to: number): Run[] {
  const made: Run[] = [];
  for (let at = from; at < to;) {
    const { run } = tokens[at] as Token;
    if (!isText(run)) {
      // Each is one of its own, even where one object stands for two line breaks.
      made.push(run);
      at++;
      continue;
    }
    let text = '';
    for (; at < to && tokens[at]?.run === run; at++) text += tokens[at]?.text;
    made.push({ ...run, text });
  }
  return joined(made);
}

/** Lines that have less in common than this are told as one taken for the other. */
const alike = 0.3;
/** Beyond so many steps a shortest way is not looked for: what is left is one change. */
const mostSteps = 1500;

/** Word by word from one line to another; `next` numbers the changes. Read backward it finds the same. */
export function compareLine(before: readonly Run[], after: readonly Run[], next: () => number): Segment[] {
  const [one, other] = [before.map(runKey).join(''), after.map(runKey).join('')];
  if (one === other) return [{ change: null, before: [...before], after: [...after] }];
  const { start, end, middle } = withoutEnds(before, after);
  const [a, b] = [tokensOf(middle[0]), tokensOf(middle[1])];
  const pairs = one < other ? matches(a, b) : matches(b, a).map(([x, y]) => [y, x] as const);
  const ends = lengthOf(start[0]) + lengthOf(end[0]);
  const longer = ends + Math.max(lengthOf(middle[0]), lengthOf(middle[1]));
  const same = pairs.reduce((sum, [at]) => sum + (a[at]?.isSpace ? 0 : (a[at]?.text.length ?? 0)), ends);
  if (same < longer * alike) return [{ change: next(), before: joined(before), after: joined(after) }];
  const ranges: { isSame: boolean; from: [number, number]; to: [number, number] }[] = [];
  const put = (isSame: boolean, [i, j]: [number, number], [x, y]: [number, number]) => {
    if (i === x && j === y) return;
    const last = ranges.at(-1);
    if (last?.isSame === isSame) last.to = [x, y];
    else ranges.push({ isSame, from: [i, j], to: [x, y] });
  };
  let [i, j] = [0, 0];
  for (const [index, [x, y]] of pairs.entries()) {
    put(false, [i, j], [x, y]);
    const [nextX, nextY] = pairs[index + 1] ?? [a.length, b.length];
    // One space between two changed words belongs to the change.
    const isBetween =
      a[x]?.isSpace === true && ranges.at(-1)?.isSame === false && (nextX > x + 1 || nextY > y + 1);
    [i, j] = [x + 1, y + 1];
    put(!isBetween, [x, y], [i, j]);
  }
  put(false, [i, j], [a.length, b.length]);
  const segments = ranges.map(({ isSame, from, to }): Segment => ({
    change: isSame ? null : next(),
    before: runsOf(a, from[0], to[0]),
    after: runsOf(b, from[1], to[1]),
  }));
  return withEnds(segments, start, end);
}

type Sides = [before: Run[], after: Run[]];

/** What both begin and end with, by runs and then by words: most of a long line is not looked at word by word. */
function withoutEnds(
  before: readonly Run[],
  after: readonly Run[],
): Record<'start' | 'end' | 'middle', Sides> {
  const [a, b] = [[...before], [...after]];
  const start: Sides = [[], []];
  const end: Sides = [[], []];
  const isSame = (x?: Run, y?: Run) => x !== undefined && y !== undefined && runKey(x) === runKey(y);
  while (isSame(a[0], b[0])) {
    start[0].push(a.shift() as Run);
    start[1].push(b.shift() as Run);
  }
  while (isSame(a.at(-1), b.at(-1))) {
    end[0].unshift(a.pop() as Run);
    end[1].unshift(b.pop() as Run);
  }
  const [x, y] = [a[0], b[0]];
  if (isText(x) && isText(y) && lookOf(x) === lookOf(y)) {
    const at = wordStart(x.text, commonStart(x.text, y.text));
    if (at > 0) {
      start[0].push({ ...x, text: x.text.slice(0, at) });
      start[1].push({ ...y, text: y.text.slice(0, at) });
      a[0] = { ...x, text: x.text.slice(at) };
      b[0] = { ...y, text: y.text.slice(at) };
    }
  }
  const [last, other] = [a.at(-1), b.at(-1)];
  if (isText(last) && isText(other) && lookOf(last) === lookOf(other)) {
    const at = wordEnd(last.text, commonEnd(last.text, other.text));
    if (at > 0) {
      end[0].unshift({ ...last, text: last.text.slice(-at) });
      end[1].unshift({ ...other, text: other.text.slice(-at) });
      a[a.length - 1] = { ...last, text: last.text.slice(0, -at) };
      b[b.length - 1] = { ...other, text: other.text.slice(0, -at) };
    }
  }
  return { start, end, middle: [joined(a), joined(b)] };
}

function withEnds(segments: Segment[], start: Sides, end: Sides): Segment[] {
  const made = [...segments];
  const [first, last] = [made[0], made.at(-1)];
  const around = (one: Sides): Segment => ({ change: null, before: joined(one[0]), after: joined(one[1]) });
  if (start[0].length > 0) {
    if (first?.change === null)
      made[0] = around([
        [...start[0], ...first.before],
        [...start[1], ...first.after],
      ]);
    else made.unshift(around(start));
  }
  if (end[0].length > 0) {
    const at = made.length - 1;
    const before = made[at];
    if (last && before?.change === null)
      made[at] = around([
        [...before.before, ...end[0]],
        [...before.after, ...end[1]],
      ]);
    else made.push(around(end));
  }
  return made;
}

type TextRun = Extract<Run, { r: 'text' | 'value' }>;
const isText = (run?: Run): run is TextRun => run?.r === 'text' || run?.r === 'value';
const lengthOf = (runs: readonly Run[]): number => textOfRuns(runs).length;

function commonStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at;
}

function commonEnd(a: string, b: string): number {
  let at = 0;
  while (
    at < a.length &&
    at < b.length &&
    a.charCodeAt(a.length - 1 - at) === b.charCodeAt(b.length - 1 - at)
  )
    at++;
  return at;
}

/** Back to behind a space: no word and no letter is cut. */
const wordStart = (text: string, at: number): number => (at === 0 ? 0 : text.lastIndexOf(' ', at - 1) + 1);
function wordEnd(text: string, length: number): number {
  const at = text.indexOf(' ', text.length - length);
  return at === -1 || length === 0 ? 0 : text.length - at;
}

/** A longest common sequence by Myers: pairs of places, in order. */
function matches(a: readonly Token[], b: readonly Token[]): (readonly [number, number])[] {
  const keyA = (at: number) => a[at]?.key;
  const keyB = (at: number) => b[at]?.key;
  let start = 0;
  while (start < a.length && start < b.length && keyA(start) === keyB(start)) start++;
  let end = 0;
  while (
    end < a.length - start &&
    end < b.length - start &&
    keyA(a.length - 1 - end) === keyB(b.length - 1 - end)
  )
    end++;
  const [n, m] = [a.length - start - end, b.length - start - end];
  const middle = n > 0 && m > 0 ? shortest(n, m, (x, y) => keyA(start + x) === keyB(start + y)) : [];
  return [
    ...Array.from({ length: start }, (_, at) => [at, at] as const),
    ...middle.map(([x, y]) => [start + x, start + y] as const),
    ...Array.from({ length: end }, (_, at) => [a.length - end + at, b.length - end + at] as const),
  ];
}

function shortest(n: number, m: number, same: (x: number, y: number) => boolean): [number, number][] {
  const most = Math.min(n + m, mostSteps);
  const offset = most + 1;
  const furthest = new Int32Array(2 * most + 3);
  const trace: Int32Array[] = [];
  for (let d = 0; d <= most; d++) {
    trace.push(furthest.slice(offset - d - 1, offset + d + 2));
    for (let k = -d; k <= d; k += 2) {
      const [left, right] = [furthest[offset + k - 1] ?? 0, furthest[offset + k + 1] ?? 0];
      let x = k === -d || (k !== d && left < right) ? right : left + 1;
      let y = x - k;
      while (x < n && y < m && same(x, y)) {
        x++;
        y++;
      }
      furthest[offset + k] = x;
      if (x >= n && y >= m) return walkedBack(trace, n, m);
    }
  }
  return [];
}

function walkedBack(trace: readonly Int32Array[], n: number, m: number): [number, number][] {
  const pairs: [number, number][] = [];
  let [x, y] = [n, m];
  for (let d = trace.length - 1; d >= 0; d--) {
    const row = trace[d];
    const at = (k: number) => row?.[k + d + 1] ?? 0;
    const k = x - y;
    const from = k === -d || (k !== d && at(k - 1) < at(k + 1)) ? k + 1 : k - 1;
    const [fromX, fromY] = d === 0 ? [0, 0] : [at(from), at(from) - from];
    while (x > fromX && y > fromY) pairs.push([--x, --y]);
    [x, y] = [fromX, fromY];
  }
  return pairs.reverse();
}

export const textOfRuns = (runs: readonly Run[]): string => runs.map(runText).join('');
