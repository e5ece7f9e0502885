import * as z from 'zod/mini';
import { answersKey, requestKey } from '#features/documents/rules/answers/kept-answers.ts';
import { type Section, section } from '#features/documents/rules/template/sections.ts';
import type { Answers } from '#features/documents/rules/answers/values.ts';
import { readStored, removeStored, type WriteOutcome, writeStored } from '#platform/web/storage.ts';

/** A draft as this device keeps it; its answers lie under a key of their own, where the generator goes on with them. */
const keptDraft = z.object({
  id: z.string(),
  at: z.string(),
  request: z.string(),
  slug: z.string(),
  title: z.string(),
  sections: z.array(section),
  /** The model that wrote it; null: the built-in writer. */
  by: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** It is one of this month's drafts: another one of the same request by the built-in writer is none. */
  isCounted: z.optional(z.boolean()),
});
export type KeptDraft = z.output<typeof keptDraft>;

const listKey = 'hub.aiDrafts';
const most = 12;

/** The name under which the generator keeps a draft's answers. */
export const nameOfDraft = (id: string): string => `draft-${id}`;
export const keyOfDraft = (id: string): ReturnType<typeof answersKey> => answersKey(nameOfDraft(id));

// What the device has no room for, this tab keeps.
export const keptDraftsText = (): string => readStored(listKey, 'session') ?? readStored(listKey) ?? '[]';
export const keptDrafts = (): KeptDraft[] => draftsIn(keptDraftsText());

export function draftsIn(text: string): KeptDraft[] {
  try {
    const read = z.array(keptDraft).safeParse(JSON.parse(text));
    return read.success ? read.data : [];
  } catch {
    return [];
  }
}

const noRoom = 'This browser’s storage is full. Save or export the draft before you close this tab.';

/** Newest first; the oldest make room. False where this browser keeps nothing at all. */
export function keepDraft(draft: KeptDraft, answers: Answers): boolean {
  const known = keptDrafts().filter(({ id }) => id !== draft.id);
  const where = write(keyOfDraft(draft.id), JSON.stringify(answers));
  const list = (all: KeptDraft[]) => write(listKey, JSON.stringify(all.slice(0, most)));
  const isWhole = where === 'local' && list([draft, ...known]) === 'local';
  const note = [draft.note, noRoom].filter((words) => words !== null).join(' ');
  const isKept = isWhole || (where !== null && list([{ ...draft, note }, ...known]) !== null);
  if (isKept) for (const { id } of known.slice(most - 1)) removeStored(keyOfDraft(id));
  return isKept;
}

/** The clauses of one draft anew, where it stands. */
export function keepSections(id: string, sections: readonly Section[]): WriteOutcome {
  const all = keptDrafts().map((draft) => (draft.id === id ? { ...draft, sections: [...sections] } : draft));
  return write(listKey, JSON.stringify(all)) ? 'written' : 'full';
}

/** On the device, or else for as long as this tab is open. */
function write(
  key: ReturnType<typeof answersKey> | typeof listKey,
  text: string,
): 'local' | 'session' | null {
  if (writeStored(key, text) === 'written') {
    removeStored(key, 'session');
    return 'local';
  }
  return writeStored(key, text, 'session') === 'written' ? 'session' : null;
}

/** Each tab has its own request; a new tab goes on with the last one. */
export const keptRequest = (): string => readStored(requestKey, 'session') ?? readStored(requestKey) ?? '';

/** False where it stands on this page only. */
export function keepRequest(text: string): boolean {
  const [here, device] = [writeStored(requestKey, text, 'session'), writeStored(requestKey, text)];
  return here === 'written' || device === 'written';
}

/** It became a draft; what another tab is writing stays. */
export function endRequest(text: string): void {
  removeStored(requestKey, 'session');
  removeStored(givenKey, 'session');
  if (readStored(requestKey)?.trim() === text) removeStored(requestKey);
}

const givenKey = 'hub.aiGiven';
const keptGiven = z.object({
  request: z.string(),
  slug: z.string(),
  /** To the questions, as typed. */
  answers: z.record(z.string(), z.string()),
  /** What was understood, as it was edited; absent: as it was understood. */
  facts: z.optional(z.record(z.string(), z.unknown())),
  /** The side that somebody says they are on. */
  side: z.optional(z.string()),
  /** Pieces of the request that become a clause. */
  clauses: z.optional(z.array(z.string())),
});
type KeptGiven = z.output<typeof keptGiven>;
export type Given = Omit<KeptGiven, 'request' | 'slug'>;

/** What was answered to the questions about a request, until it is a draft. */
export const keepGiven = (given: KeptGiven): void =>
  void writeStored(givenKey, JSON.stringify(given), 'session');

export function givenTo(request: string, slug: string): Given {
  try {
    const read = keptGiven.safeParse(JSON.parse(readStored(givenKey, 'session') ?? 'null'));
    if (!read.success || read.data.request !== request || read.data.slug !== slug) return { answers: {} };
    const { request: _request, slug: _slug, ...given } = read.data;
    return given;
  } catch {
    return { answers: {} };
  }
}

/** Whether a draft of this very request was counted: what is edited, swapped or chosen otherwise in it costs no second one. */
export const wasCounted = (request: string): boolean =>
  keptDrafts().some((draft) => draft.isCounted === true && draft.request === request);
