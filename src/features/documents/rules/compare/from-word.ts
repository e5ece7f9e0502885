import { type Block, type Doc, linesOf, type Run, runText } from '../assembly/doc.ts';
import { readHtml } from '../formats/read-html.ts';
import { wordToHtml } from '../formats/read-word.ts';
import { isTracked, resolveTracked } from '../formats/tracked-word.ts';
import { renumbered } from './compare.ts';
import { type Made, type Unit, unitsOf } from './units.ts';
import { partnersOf } from './match.ts';
import { compareLine } from './words.ts';

interface WordLine {
  words: string;
  isHeading: boolean;
}

function read(xml: string): WordLine[] {
  const { blocks } = readHtml(wordToHtml(xml), { slug: 'word', title: '' });
  const headings = new Set<readonly Run[]>();
  for (const block of blocks) if (block.b === 'clause') headings.add(block.heading);
  return [...linesOf(blocks)]
    .map((line) => ({ words: bare(line.map(runText).join('')), isHeading: headings.has(line) }))
    .filter(({ words }) => words !== '');
}

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
  const wordsIn = (lines: readonly WordLine[]) => lines.map(({ words }) => words);
  const inWas = matched(ours.map(plain), wordsIn(was));
  const inIs = matched(wordsIn(was), wordsIn(is));
  const now = new Map<readonly Run[], string | null>();
  const placeOf = new Map<number, readonly Run[]>();
  for (const [at, line] of ours.entries()) {
    const there = inWas[at] as number;
    if (there === -1) continue;
    const present = inIs[there] as number;
    now.set(line, present === -1 ? null : (is[present] as WordLine).words);
    if (present !== -1) placeOf.set(present, line);
  }
  const kept = new Set(inIs);
  const added: Added = new Map();
  let after: readonly Run[] | null = null;
  for (const [at, line] of is.entries()) {
    after = placeOf.get(at) ?? after;
    if (!kept.has(at)) added.set(after, [...(added.get(after) ?? []), line]);
  }
  return { ...base, blocks: renumbered(rewritten(base.blocks, now, added)) };
}

/** New lines by the line of ours that they follow; those at the very beginning follow none. */
type Added = Map<readonly Run[] | null, WordLine[]>;

function matched(from: readonly string[], to: readonly string[]): number[] {
  const units = (lines: readonly string[]): Unit[] =>
    unitsOf({ blocks: lines.map((text): Block => ({ b: 'para', runs: [{ r: 'text', text }] })) });
  return partnersOf(units(from), units(to));
}

function rewritten(blocks: Block[], now: ReadonlyMap<readonly Run[], string | null>, added: Added): Block[] {
  const isNumbered = blocks.some((block) => block.b === 'clause' && block.number !== '');
  const para = ({ words: text }: WordLine): Block => ({ b: 'para', runs: [{ r: 'text', text }] });
  /** From its first heading on what is new is clauses of its own, after the clause that it follows. */
  const parted = (line: readonly Run[] | null): [WordLine[], WordLine[]] => {
    const lines = added.get(line) ?? [];
    const at = lines.findIndex(({ isHeading }) => isHeading);
    return at === -1 ? [lines, []] : [lines.slice(0, at), lines.slice(at)];
  };
  const fresh = (line: readonly Run[] | null): Block[] => parted(line)[0].map(para);
  const clauses = (line: readonly Run[] | null): Block[] => {
    const made: Extract<Block, { b: 'clause' }>[] = [];
    for (const one of parted(line)[1]) {
      if (!one.isHeading) made.at(-1)?.blocks.push(para(one));
      else
        made.push({
          b: 'clause',
          id: '',
          number: isNumbered ? '0' : '',
          heading: [{ r: 'text', text: one.words }],
          summary: [],
          blocks: [],
        });
    }
    return made;
  };
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
    ...clauses(null),
    ...unitsOf({ blocks }).flatMap((unit) => [
      ...walk(unit),
      ...linesIn(unit)
        .filter((runs) => !holds(unit, runs))
        .flatMap(fresh),
      ...linesIn(unit).flatMap(clauses),
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
