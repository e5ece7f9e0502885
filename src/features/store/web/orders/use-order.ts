import { useCallback, useEffect, useState } from 'react';
import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';

// Links to files are good for fifteen minutes: a page that stays open asks for fresh ones before they end.
const freshMs = 10 * 60_000;

/** Something of the server's that is asked for again while it is looked at. */
export function useFresh<T>(path: string | null) {
  const [value, setValue] = useState<T | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const load = useCallback(() => {
    if (path === null) return;
    api<T>(path).then(
      (answer) => {
        setValue(answer);
        setProblem(null);
      },
      (error: unknown) => setProblem(error instanceof Problem ? error : new Problem('unavailable')),
    );
  }, [path]);

  useEffect(() => {
    load();
    let last = Date.now();
    const again = () => {
      if (document.visibilityState !== 'visible' || Date.now() - last < freshMs) return;
      last = Date.now();
      load();
    };
    const timer = setInterval(again, 60_000);
    document.addEventListener('visibilitychange', again);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
    };
  }, [load]);
  return { value, problem, load, setValue };
}
