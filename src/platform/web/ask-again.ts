const atMostEveryMs = 1000;

/**
 * Asks when it is told that something has moved: at most once a second, and only while the page is looked at. What moved
 * in the meantime is asked for then.
 */
export function askAgain(ask: () => Promise<unknown>, signal: AbortSignal): () => void {
  let isStale = false;
  let isResting = false;
  const again = () => {
    isStale = true;
    if (isResting || signal.aborted || document.visibilityState === 'hidden') return;
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
  document.addEventListener('visibilitychange', () => isStale && again(), { signal });
  return again;
}
