import { type Block, type Doc, linesOf, type Run, runText } from '../assembly/doc.ts';
import { readHtml } from '../formats/read-html.ts';
import { wordToHtml } from '../formats/read-word.ts';
import { isTracked, resolveTracked } from '../formats/tracked-word.ts';
import { type Made, type Unit, unitsOf } from './units.ts';
import { partnersOf } from './match.ts';
import { compareLine } from './words.ts';

const read = (xml: string): string[] =>
  [...linesOf(readHtml(wordToHtml(xml), { slug: 'word', title: '' }).blocks)]
    .map((line) => bare(line.map(runText).join('')))
    .filter((words) => words !== '');

/** What a way through Word changes by itself: spaces, marks nobody sees, the brackets around a blank. */
const bare = (words: string): string =>
  words
    .replace(/[\u200b-\u200d\u2060\u00ad\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
const plain = (line: readonly Run[]): string =>
  bare(line.map((run) => (run.r === 'blank' ? run.label : runText(run))).join(''));

/**
 * The document that a Word file proposes to make of this one: its paragraphs are found among ours by their words, and
 * what was changed, added and removed in them is done here. How it looks stays ours, numbers and places too.
 */
export function proposedBy(base: Doc, xml: string): Doc {
  const [was, is] = isTracked(xml)
    ? [read(resolveTracked(xml, 'rejected')), read(resolveTracked(xml, 'accepted'))]
    : [read(xml), read(xml)];
  const ours = [...linesOf(base.blocks)].filter((line) => plain(line) !== '');
  // Ours to what the file was, and that to what it is now.
  const inWas = matched(ours.map(plain), was);
  const inIs = matched(was, is);
  const now = new Map<readonly Run[], string | null>();
  const placeOf = new Map<number, readonly Run[]>();
  for (const [at, line] of ours.entries()) {
    const there = inWas[at] as number;
    if (there === -1) continue;
    const present = inIs[there] as number;
    now.set(line, present === -1 ? null : (is[present] as string));
    if (present !== -1) placeOf.set(present, line);
  }
  const kept = new Set(inIs);
  const added = new Map<readonly Run[] | null, string[]>();
  let after: readonly Run[] | null = null;
  for (const [at, words] of is.entries()) {
    after = placeOf.get(at) ?? after;
    if (!kept.has(at)) added.set(after, [...(added.get(after) ?? []), words]);
  }
  return { ...base, blocks: rewritten(base.blocks, now, added) };
}

function matched(from: readonly string[], to: readonly string[]): number[] {
  const units = (lines: readonly string[]): Unit[] =>
    unitsOf({ blocks: lines.map((text): Block => ({ b: 'para', runs: [{ r: 'text', text }] })) });
  return partnersOf(units(from), units(to));
}

function rewritten(
  blocks: Block[],
  now: ReadonlyMap<readonly Run[], string | null>,
  added: ReadonlyMap<readonly Run[] | null, string[]>,
): Block[] {
  const fresh = (line: readonly Run[] | null): Block[] =>
    (added.get(line) ?? []).map((text): Block => ({ b: 'para', runs: [{ r: 'text', text }] }));
  const line = (runs: Run[]): Run[] => {
    const words = now.get(runs);
    return words === undefined || words === plain(runs) ? runs : words === null ? [] : inOurLook(runs, words);
  };
  const isGone = (unit: Unit): boolean =>
    unit.lines.length > 0 &&
    unit.lines.some((runs) => now.get(runs) === null) &&
    unit.lines.every((runs) => now.get(runs) === null || plain(runs) === '') &&
    unit.kids.every(isGone);
  const linesIn = (unit: Unit): Run[][] => [...unit.lines, ...unit.kids.flatMap(linesIn)];
  const walk = (unit: Unit): Made[] => {
    if (isGone(unit)) return [];
    const isHolder = unit.kind === 'clause' || unit.kind === 'sub' || unit.kind === 'item';
    const first = isHolder ? unit.lines.flatMap(fresh) : [];
    const kids = unit.kids.flatMap((kid) => [
      ...walk(kid),
      ...(isHolder
        ? linesIn(kid)
            .filter((runs) => !holds(kid, runs))
            .flatMap(fresh)
        : []),
    ]);
    return [unit.make(unit.lines.map(line), [...first, ...kids])];
  };
  /** Whether what comes after this line is put inside of the part. */
  const holds = (unit: Unit, runs: Run[]): boolean =>
    ((unit.kind === 'clause' || unit.kind === 'sub' || unit.kind === 'item') && unit.lines.includes(runs)) ||
    unit.kids.some((kid) =>
      unit.kind === 'clause' || unit.kind === 'sub' || unit.kind === 'item'
        ? linesIn(kid).includes(runs)
        : holds(kid, runs),
    );
  return [
    ...fresh(null),
    ...unitsOf({ blocks }).flatMap((unit) => [
      ...walk(unit),
      ...linesIn(unit)
        .filter((runs) => !holds(unit, runs))
        .flatMap(fresh),
    ]),
  ] as Block[];
}

/** Changed words in a line of ours: what stays keeps its look and its places. */
function inOurLook(runs: readonly Run[], words: string): Run[] {
  // Without looks on both sides, so that a word in bold is still that word; each letter knows where it is from.
  const text = runs.map((run) => (run.r === 'blank' ? run.label : runText(run))).join('');
  let changes = 0;
  const segments = compareLine([{ r: 'text', text }], [{ r: 'text', text: words }], () => changes++);
  const made: Run[] = [];
  let at = 0;
  for (const { change, before, after } of segments) {
    const length = before.reduce((sum, run) => sum + runText(run).length, 0);
    if (change === null) made.push(...cutOut(runs, at, at + length));
    else made.push(...after);
    at += length;
  }
  return made;
}

function cutOut(runs: readonly Run[], from: number, to: number): Run[] {
  const made: Run[] = [];
  let at = 0;
  for (const run of runs) {
    const words = run.r === 'blank' ? run.label : runText(run);
    const [start, end] = [Math.max(from, at), Math.min(to, at + words.length)];
    if (start < end) {
      const isWhole = start === at && end === at + words.length;
      const part = words.slice(start - at, end - at);
      made.push(
        isWhole
          ? run
          : run.r === 'text' || run.r === 'value'
            ? { ...run, text: part }
            : { r: 'text', text: part },
      );
    }
    at += words.length;
  }
  return made;
}
