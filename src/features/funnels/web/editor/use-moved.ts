import { useEffect } from 'react';
import { funnelsApi } from '../../rules/contract.ts';

const atMostEveryMs = 1000;
/** Where the line is held up on its way, this is how late numbers are. */
const anywayEveryMs = 10_000;

/** Asks at once, whenever the hub says that the numbers of a funnel have moved, and now and then; while it is looked at. */
export function useMoved(id: string, isKept: boolean, ask: () => Promise<unknown>): void {
  useEffect(() => {
    if (!isKept) return undefined;
    let isOver = false;
    let isResting = false;
    let isStale = false;
    let source: EventSource | null = null;

    const again = () => {
      isStale = true;
      if (isResting || isOver || document.visibilityState === 'hidden') return;
      isStale = false;
      isResting = true;
      void ask()
        .catch(() => {})
        .then(() =>
          setTimeout(() => {
            isResting = false;
            if (isStale) again();
          }, atMostEveryMs),
        );
    };
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
    document.addEventListener('visibilitychange', follow);
    return () => {
      isOver = true;
      source?.close();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', follow);
    };
  }, [id, isKept, ask]);
}
