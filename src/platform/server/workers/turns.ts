import { setImmediate } from 'node:timers/promises';
import { Problem } from '#base/problem.ts';
import { FairQueue } from './fair-queue.ts';

/** Whose turn it is: an IP address or an account. `isKnown` goes first. */
export interface Turn {
  caller: string;
  isKnown?: boolean;
}

/** Runs the work when it is the caller's turn. */
export type Turns = <T>(turn: Turn, work: () => Promise<T>) => Promise<T>;

interface TurnsOptions {
  atOnce: number;
  mostWaiting: number;
  /** The message when the queue is full. */
  full?: () => Problem;
}

const busy = () => new Problem('unavailable', undefined, { retryAfterSeconds: 2 });

/**
 * Expensive work, a few at a time and in turn for each caller, with room in between for other requests: what takes
 * milliseconds each blocks everyone by the hundred.
 */
export function createTurns({ atOnce, mostWaiting, full = busy }: TurnsOptions): Turns {
  const known = new FairQueue<{ begin(): void; refuse(): void }>(mostWaiting);
  const strangers = new FairQueue<{ begin(): void; refuse(): void }>(mostWaiting);
  let running = 0;

  return async ({ caller, isKnown = false }, work) => {
    if (running < atOnce) running++;
    else
      await new Promise<void>((begin, reject) => {
        (isKnown ? known : strangers).add(caller, { begin, refuse: () => reject(full()) })?.refuse();
      });
    try {
      return await work();
    } finally {
      await setImmediate();
      // The next in line takes over this slot.
      const next = known.next() ?? strangers.next();
      if (next) next.begin();
      else running--;
    }
  };
}
