import { setImmediate } from 'node:timers/promises';
import { Problem } from '#base/problem.ts';
import { FairQueue } from './fair-queue.ts';

/** Whose turn it is: a network address or an account. `isKnown`: comes before whoever is not. */
export interface Turn {
  caller: string;
  isKnown?: boolean;
}

/** Runs somebody's work when it is their turn. */
export type Turns = <T>(turn: Turn, work: () => Promise<T>) => Promise<T>;

interface TurnsOptions {
  atOnce: number;
  mostWaiting: number;
  /** What is said to whoever finds no place. */
  full?: () => Problem;
}

const busy = () => new Problem('unavailable', undefined, { retryAfterSeconds: 2 });

/**
 * Work that costs, a few at once and in turn for each caller, with room between two for whatever else is asked: what takes
 * milliseconds each is a standstill for all in hundreds.
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
      // Whoever is next takes this place over.
      const next = known.next() ?? strangers.next();
      if (next) next.begin();
      else running--;
    }
  };
}
