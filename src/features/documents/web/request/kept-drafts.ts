import * as z from 'zod/mini';
import { answersKey, requestKey } from '#features/documents/rules/kept-answers.ts';
import { type Section, section } from '#features/documents/rules/sections.ts';
import type { Answers } from '#features/documents/rules/values.ts';
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
});
export type KeptDraft = z.output<typeof keptDraft>;

const listKey = 'hub.aiDrafts';
const most = 12;

/** The name under which the generator keeps a draft's answers. */
export const nameOfDraft = (id: string): string => `draft-${id}`;
export const keyOfDraft = (id: string): string => answersKey(nameOfDraft(id));

export const keptDraftsText = (): string => readStored(listKey) ?? '[]';
export const keptDrafts = (): KeptDraft[] => draftsIn(keptDraftsText());

export function draftsIn(text: string): KeptDraft[] {
  try {
    const read = z.array(keptDraft).safeParse(JSON.parse(text));
    return read.success ? read.data : [];
  } catch {
    return [];
  }
}

/** Newest first; the oldest make room. */
export function keepDraft(draft: KeptDraft, answers: Answers): WriteOutcome {
  const all = [draft, ...keptDrafts().filter(({ id }) => id !== draft.id)];
  for (const { id } of all.slice(most)) removeStored(keyOfDraft(id));
  const outcome = writeStored(keyOfDraft(draft.id), JSON.stringify(answers));
  return outcome === 'written' ? writeStored(listKey, JSON.stringify(all.slice(0, most))) : outcome;
}

/** The clauses of one draft anew, where it stands. */
export function keepSections(id: string, sections: readonly Section[]): WriteOutcome {
  const all = keptDrafts().map((draft) => (draft.id === id ? { ...draft, sections: [...sections] } : draft));
  return writeStored(listKey, JSON.stringify(all));
}

export const keptRequest = (): string => readStored(requestKey) ?? '';
export const keepRequest = (text: string): void =>
  text === '' ? removeStored(requestKey) : void writeStored(requestKey, text);
