import { randomText } from '#base/id.ts';
import { readStored, removeStored, writeStored } from '#platform/web/storage.ts';
import type { AllBegun } from '../../rules/begun.ts';
import type { Stroke } from '../../rules/drawing.ts';

/** What somebody has filled in to sign and has not signed yet: it survives a reload and a failed answer. */
export interface SignDraft {
  /** Of one act: sent again, it is done once. */
  key: string;
  name: string;
  /** Null: not chosen yet. */
  kind: 'saved' | 'drawn' | 'typed' | null;
  typed: string;
  strokes: Stroke[];
  /** Null: as they follow from the name. */
  initials: string | null;
  /** What was filled into the blanks of the text. */
  answers: Record<string, string>;
  reason: string;
  /** Comments and proposals that were begun, by version and place. */
  notes: AllBegun;
}

/** Each link has its own: whoever opens another one in the same tab loses nothing. The link itself is not kept. */
const keyOf = (token: string) => `hub.signDraft:${token.slice(-8)}` as const;

export const emptyDraft = (name: string): SignDraft => ({
  key: randomText(24),
  name,
  kind: null,
  typed: name,
  strokes: [],
  initials: null,
  answers: {},
  reason: '',
  notes: {},
});

export function readSignDraft(token: string, name: string): SignDraft {
  const empty = emptyDraft(name);
  try {
    const found = JSON.parse(readStored(keyOf(token), 'session') ?? '{}') as Partial<SignDraft> | null;
    return { ...empty, ...found };
  } catch {
    return empty;
  }
}

export const keepSignDraft = (token: string, draft: SignDraft): void =>
  void writeStored(keyOf(token), JSON.stringify(draft), 'session');

export const forgetSignDraft = (token: string): void => removeStored(keyOf(token), 'session');
