import { randomText } from '#base/id.ts';
import { fromLeaves, isBlankLeaf, isSameLeaf, type Leaves, leavesOf } from '#base/leaves.ts';
import { answersBaseKey, answersKey, savedAsKey } from '#features/documents/rules/answers/kept-answers.ts';
import {
  afterAnswer,
  type AnswersBase,
  firstBase,
  readBase,
} from '#features/documents/rules/answers/merge-answers.ts';
import type { Answers } from '#features/documents/rules/answers/values.ts';
import { readStored, removeStored, writeStored } from '#platform/web/storage.ts';

/**
 * What was saved from these answers, so that saving again updates it: after a reload, too, and only for its owner.
 */
export interface SavedAs {
  uid: string;
  id: string;
  on: { rev: string; version: number };
  /** The answers of a save that this page hasn't seen the end of. */
  began?: string;
}

export const nameOfSaved = (id: string): string => `saved.${id}`;

export function readSavedAs(name: string, uid: string): SavedAs | null {
  try {
    const known = JSON.parse(readStored(savedAsKey(name)) ?? 'null') as Partial<SavedAs> | null;
    const isWhole = typeof known?.id === 'string' && typeof known.on?.rev === 'string';
    return isWhole && known.uid === uid && Number.isInteger(known.on?.version) ? (known as SavedAs) : null;
  } catch {
    return null;
  }
}

export const keepSavedAs = (name: string, savedAs: SavedAs): unknown =>
  writeStored(savedAsKey(name), JSON.stringify(savedAs));

export const forgetSavedAs = (name: string): void => removeStored(savedAsKey(name));

const keepBase = (name: string, base: AnswersBase): boolean =>
  writeStored(answersBaseKey(name), JSON.stringify(base)) === 'written';

/**
 * These answers are saved: what is typed from here on changes them. `from`: the form they come from, whose answers
 * from other devices are carried over. True: they were.
 */
export function nowSaved(uid: string, id: string, saved: Answers, from: string | null): boolean {
  const name = nameOfSaved(id);
  const others = from === null ? [] : (readBase(readStored(answersBaseKey(from)), uid)?.others ?? []);
  const base = { ...firstBase(uid, randomText(20)), version: 1, leaves: leavesOf(saved), others };
  const now = from === null ? null : readStored(answersKey(from));
  if (now !== null) writeStored(answersKey(name), now);
  return keepBase(name, base);
}

/**
 * The answers of a saved document with unsaved local changes on top. If another device saved a different answer to
 * the same question, it is shown next to it. True: something is unsaved.
 */
export function withUnsaved(uid: string, id: string, saved: Answers): boolean {
  const name = nameOfSaved(id);
  const theirs = leavesOf(saved);
  const kept = readStored(answersKey(name));
  const known = readBase(readStored(answersBaseKey(name)), uid);
  const base = known ?? { ...firstBase(uid, randomText(20)), leaves: theirs };
  const here = kept === null ? base.leaves : leavesOf(parsed(kept));
  const account = { version: base.version + 1, epoch: '', leaves: theirs, others: [] };
  const merged = afterAnswer({ ...base, held: {} }, here, account, null);
  const others = Object.keys(merged.base.held)
    .filter((path) => !isBlankLeaf(theirs[path]))
    .map((path) => ({ id: `${path} ${base.version + 1}`.slice(0, 200), path, value: theirs[path] }));
  keepBase(name, {
    ...base,
    version: account.version,
    leaves: theirs,
    held: {},
    others: [...base.others, ...others].slice(-50),
  });
  writeStored(answersKey(name), JSON.stringify(fromLeaves(merged.now)));
  return !isSameAnswers(merged.now, theirs);
}

/** Discards what was typed here; the saved answers remain. */
export function dropUnsaved(id: string): void {
  removeStored(answersKey(nameOfSaved(id)));
  removeStored(answersBaseKey(nameOfSaved(id)));
}

const isSameAnswers = (a: Leaves, b: Leaves): boolean =>
  Object.keys({ ...a, ...b }).every(
    (path) => isSameLeaf(a[path], b[path]) || (isBlankLeaf(a[path]) && isBlankLeaf(b[path])),
  );

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
