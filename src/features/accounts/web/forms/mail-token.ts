import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

/** The token of a link from a mail: behind the `#`, where no server sees it. Undefined before the browser has said. */
export const useMailToken = (): string | null | undefined =>
  useSyncExternalStore(
    subscribe,
    () => new URLSearchParams(window.location.hash.slice(1)).get('token'),
    () => undefined,
  );
