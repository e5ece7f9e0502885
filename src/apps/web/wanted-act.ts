import { useMemo } from 'react';
import { signInPath } from '#features/accounts/rules/return-path.ts';
import type { WantedSave } from '#features/documents/web/wanted-save.ts';
import { useLocation } from '#platform/web/router.tsx';
import { useViewer } from '#platform/web/viewer.ts';
import { takeWanted, want } from '#platform/web/wanted.ts';
import { toast } from '#ui/toast.tsx';

/** A guest saves: what they made stays here, and is saved when they come back as somebody. */
export function signInToSave(what: 'answers are' | 'text is', navigate: (to: string) => void): void {
  const at = window.location.pathname + window.location.search;
  const then = what === 'text is' ? 'it’s' : 'they’re';
  toast.plain(`Your ${what} on this device. Sign in, and ${then} saved to your account.`, {
    action: {
      label: 'Sign in',
      onAct() {
        want(
          { act: 'save', at, words: 'Sign in or create an account, and your document is saved.' },
          Date.now(),
        );
        navigate(signInPath(at));
      },
    },
  });
}

/** For the page that saves: whether somebody wanted to, before they signed in, and is here now. */
export function useWantedHere(): WantedSave {
  const { ready, user } = useViewer();
  const { pathname, search } = useLocation();
  const at = pathname + search;
  const isSomebody = ready && user !== null;
  return useMemo(() => (isSomebody ? () => takeWanted('save', at, Date.now()) : null), [isSomebody, at]);
}
