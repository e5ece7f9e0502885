import { type Block, linesOf, type Run } from './doc.ts';

export interface Changed {
  /** The document as it is now; what is as it was is the very same object. */
  blocks: Block[];
  /** Lines that were not there before, or read otherwise. */
  lines: ReadonlySet<Run[]>;
}

/** What became different from one document to the next, so that only that is drawn again and marked. */
export function changesOf(before: Block[], after: Block[]): Changed {
  const blocks = kept(before, after);
  const same = new Set(linesOf(before));
  const words = new Set([...same].map(ownWords));
  const lines = [...linesOf(blocks)].filter((line) => !same.has(line) && !words.has(ownWords(line)));
  return { blocks, lines: new Set(lines) };
}

/** A reference that only has another number is no other line. */
const ownWords = (line: Run[]): string =>
  line
    .map((run) => (run.r === 'blank' ? run.label : run.r !== 'ref' && 'text' in run ? run.text : ''))
    .join('');

/** `after`, with every part that equals its part of `before` in place of its twin. */
function kept<T>(before: T, after: T): T {
  if (before === after) return before;
  if (Array.isArray(before) && Array.isArray(after)) {
    const made = after.map((one: unknown, index) => kept(before[index] as unknown, one));
    return made.length === before.length && made.every((one, index) => one === before[index])
      ? before
      : (made as T);
  }
  if (!isRecord(before) || !isRecord(after)) return after;
  const names = Object.keys(after);
  const made: Record<string, unknown> = {};
  let isSame = names.length === Object.keys(before).length;
  for (const name of names) {
    made[name] = kept(before[name], after[name]);
    isSame &&= made[name] === before[name] && Object.hasOwn(before, name);
  }
  return isSame ? before : (made as T);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
