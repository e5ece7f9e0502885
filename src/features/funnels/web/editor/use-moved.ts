import { useEffect } from 'react';
import { askAgain } from '#platform/web/ask-again.ts';
import { funnelsApi } from '../../rules/contract.ts';

/** Where the line is held up on its way, this is how late numbers are. */
const anywayEveryMs = 10_000;

/** Asks at once, whenever the hub says that the numbers of a funnel have moved, and now and then; while it is looked at. */
export function useMoved(id: string, isKept: boolean, ask: () => Promise<unknown>): void {
  useEffect(() => {
    if (!isKept) return undefined;
    const ending = new AbortController();
    const again = askAgain(ask, ending.signal);
    let source: EventSource | null = null;

    // A browser has few lines to one hub: whoever looks elsewhere holds none.
    const follow = () => {
      source?.close();
      source = null;
      if (document.visibilityState === 'hidden') return;
      again();
      source = new EventSource(funnelsApi.news(id));
      source.addEventListener('moved', again);
    };
    follow();
    const timer = setInterval(again, anywayEveryMs);
    document.addEventListener('visibilitychange', follow, { signal: ending.signal });
    return () => {
      ending.abort();
      source?.close();
      clearInterval(timer);
    };
  }, [id, isKept, ask]);
}
