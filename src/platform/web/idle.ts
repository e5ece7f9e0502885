/** Work that may wait until the browser has nothing better to do, `atMostMs` at the longest; gives how to take it back. */
export function whenIdle(work: () => void, atMostMs: number): () => void {
  if (typeof requestIdleCallback === 'function') {
    const asked = requestIdleCallback(work, { timeout: atMostMs });
    return () => cancelIdleCallback(asked);
  }
  const timer = setTimeout(work, 50);
  return () => clearTimeout(timer);
}
