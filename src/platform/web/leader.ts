/**
 * One tab of this browser at a time; the next one when it closes or crashes. Without lock support, every tab leads.
 */
export const alone = <R>(name: string, work: () => Promise<R>): Promise<R> =>
  'locks' in navigator ? (navigator.locks.request(name, work) as Promise<R>) : work();

/** Runs in the leading tab; `signal` ends it, and its leadership. */
export function whileLeading(name: string, signal: AbortSignal, lead: (signal: AbortSignal) => void): void {
  const ended = new Promise<void>((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  );
  const work = async () => {
    if (signal.aborted) return;
    lead(signal);
    await ended;
  };
  if (!('locks' in navigator)) void work();
  else navigator.locks.request(name, { signal }, work).catch(() => {});
}
