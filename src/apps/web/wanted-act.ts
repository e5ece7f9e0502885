import { useEffect } from 'react';
import { signInPath } from '#features/accounts/rules/return-path.ts';
import { useLocation } from '#platform/web/router.tsx';
import { useViewer } from '#platform/web/viewer.ts';
import { readWanted, takeWanted, want } from '#platform/web/wanted.ts';
import { toast } from '#ui/toast.tsx';

const saveButton = () => document.querySelector<HTMLButtonElement>('[data-save]:not(:disabled)');

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

/** Presses Save for whoever wanted to and had to sign in first, once the page has what they typed. */
export function useWantedSave(): void {
  const { ready, user } = useViewer();
  const { pathname, search } = useLocation();
  const at = pathname + search;
  const isSomebody = ready && user !== null;
  useEffect(() => {
    if (!isSomebody || readWanted(at, Date.now())?.act !== 'save') return undefined;
    // What was typed is read, and drawn, before; an editor's code may be on its way.
    const timer = setInterval(() => {
      const button = saveButton();
      if (!button) return;
      clearInterval(timer);
      if (takeWanted('save', at, Date.now())) button.click();
    }, 400);
    return () => clearInterval(timer);
  }, [isSomebody, at]);
}
