import { useMemo } from 'react';
import { signInPath } from '#features/accounts/rules/return-path.ts';
import type { WantedSave } from '#features/documents/web/wanted-save.ts';
import { useLocation } from '#platform/web/router.tsx';
import { useViewer } from '#platform/web/viewer.ts';
import { takeWanted, want } from '#platform/web/wanted.ts';
import { toast } from '#ui/toast.tsx';

const afterwards = {
  save: 'your document is saved',
  send: 'you can send your document to sign',
} as const;

/** A guest saves: what they made stays here, and is saved when they come back as somebody. */
export function signInToSave(
  what: 'answers are' | 'text is',
  navigate: (to: string) => void,
  act: 'save' | 'send' = 'save',
): void {
  const at = window.location.pathname + window.location.search;
  const then = what === 'text is' ? 'it’s' : 'they’re';
  const next = act === 'send' ? 'you can send it to sign' : `${then} saved to your account`;
  toast.plain(`Your ${what} on this device. Sign in, and ${next}.`, {
    action: {
      label: 'Sign in',
      onAct() {
        want({ act, at, words: `Sign in or create an account, and ${afterwards[act]}.` }, Date.now());
        navigate(signInPath(at));
      },
    },
  });
}

/** For the page that saves: whether somebody wanted to, before they signed in, and is here now. */
export function useWantedHere(act: 'save' | 'send'): WantedSave {
  const { ready, user } = useViewer();
  const { pathname, search } = useLocation();
  const at = pathname + search;
  const isSomebody = ready && user !== null;
  return useMemo(() => (isSomebody ? () => takeWanted(act, at, Date.now()) : null), [act, isSomebody, at]);
}
