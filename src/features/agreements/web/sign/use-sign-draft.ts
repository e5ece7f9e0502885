import { useCallback, useState } from 'react';
import { emptyDraft, forgetSignDraft, keepSignDraft, readSignDraft, type SignDraft } from './sign-draft.ts';

export interface SignForm {
  draft: SignDraft;
  set(part: Partial<SignDraft>): void;
  /** It is done: the next act has a key of its own. */
  done(part?: Partial<SignDraft>): void;
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
    (part: Partial<SignDraft> = {}) =>
      setDraft((before) => {
        const next = { ...before, key: emptyDraft('').key, ...part };
        if (Object.keys(part).length === 0) forgetSignDraft();
        else keepSignDraft(token, next);
        return next;
      }),
    [token],
  );
  return { draft, set, done };
}
