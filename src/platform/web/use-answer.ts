import { useCallback, useEffect, useState } from 'react';
import { Problem } from '#base/problem.ts';
import { api } from './api.ts';
import { withSession } from './session.ts';

interface Answer<T> {
  value: T | null;
  problem: Problem | null;
  retry(): void;
  set(value: T): void;
}

/** What the server says at an address; asked again when the page is looked at anew. Null asks nothing. */
export function useAnswer<T>(path: string | null): Answer<T> {
  const [found, setFound] = useState<{ path: string | null; value: T } | null>(null);
  const [failed, setFailed] = useState<{ path: string | null; problem: Problem } | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (path === null) return undefined;
    let isCurrent = true;
    const ask = () =>
      withSession(() => api<T>(path)).then(
        (value) => isCurrent && (setFound({ path, value }), setFailed(null)),
        (thrown: unknown) =>
          isCurrent &&
          setFailed({ path, problem: thrown instanceof Problem ? thrown : new Problem('internal') }),
      );
    void ask();
    const look = () => void (document.visibilityState === 'visible' && ask());
    document.addEventListener('visibilitychange', look);
    window.addEventListener('online', look);
    return () => {
      isCurrent = false;
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('online', look);
    };
  }, [path, tries]);
  const retry = useCallback(() => {
    setFailed(null);
    setTries((count) => count + 1);
  }, []);
  const set = useCallback((value: T) => setFound({ path, value }), [path]);
  const value = found && found.path === path ? found.value : null;
  // What is shown stays: an answer that didn't come takes nothing away.
  const problem = value === null && failed?.path === path ? failed.problem : null;
  return { value, problem, retry, set };
}
