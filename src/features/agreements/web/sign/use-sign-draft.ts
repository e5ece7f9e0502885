import { useCallback, useState } from 'react';
import { emptyDraft, forgetSignDraft, keepSignDraft, readSignDraft, type SignDraft } from './sign-draft.ts';

type Part = keyof Omit<SignDraft, 'key'>;

export interface SignForm {
  draft: SignDraft;
  set(part: Partial<SignDraft>): void;
  /** It is done: the next act has a key of its own. What was begun beside it stays where it can still be used. */
  done(stays?: readonly Part[]): void;
}

/** What is typed and drawn here, kept in this tab with every change. */
export function useSignDraft(token: string, name: string): SignForm {
  const [draft, setDraft] = useState<SignDraft>(() => readSignDraft(token, name));
  const set = useCallback(
    (part: Partial<SignDraft>) =>
      setDraft((before) => {
        const next = { ...before, ...part };
        keepSignDraft(token, next);
        return next;
      }),
    [token],
  );
  const done = useCallback(
    (stays: readonly Part[] = []) =>
      setDraft((before) => {
        const next = {
          ...emptyDraft(name),
          ...Object.fromEntries(stays.map((part) => [part, before[part]])),
        };
        if (stays.length === 0) forgetSignDraft(token);
        else keepSignDraft(token, next);
        return next;
      }),
    [token, name],
  );
  return { draft, set, done };
}
