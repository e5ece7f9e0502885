/** Work that can wait until the browser is idle, `atMostMs` at the longest; returns how to cancel it. */
export function whenIdle(work: () => void, atMostMs: number): () => void {
  if (typeof requestIdleCallback === 'function') {
    const asked = requestIdleCallback(work, { timeout: atMostMs });
    return () => cancelIdleCallback(asked);
  }
  const timer = setTimeout(work, 50);
  return () => clearTimeout(timer);
}
