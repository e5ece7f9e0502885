import { setImmediate } from 'node:timers/promises';
import { Problem } from '#base/problem.ts';
import { FairQueue } from './fair-queue.ts';

/** Runs somebody's work when it is their turn. */
export type Turns = <T>(caller: string, work: () => Promise<T>) => Promise<T>;

/**
 * Work of this very thread, a few at once and in turn for each caller, with room between two for whatever else is asked:
 * what takes milliseconds each is a standstill for all in hundreds.
 */
export function createTurns({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }): Turns {
  const queue = new FairQueue<{ begin(): void; refuse(): void }>(mostWaiting);
  let running = 0;

  return async (caller, work) => {
    if (running < atOnce) running++;
    else
      await new Promise<void>((begin, reject) => {
        const refuse = () => reject(new Problem('unavailable', undefined, { retryAfterSeconds: 2 }));
        queue.add(caller, { begin, refuse })?.refuse();
      });
    try {
      return await work();
    } finally {
      await setImmediate();
      const next = queue.next();
      if (next) next.begin();
      else running--;
    }
  };
}
