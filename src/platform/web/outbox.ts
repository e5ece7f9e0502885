import { Problem } from '#base/problem.ts';
import type { Durable, Settlement, Waiting } from './durable.ts';

/** Sends a waiting write to the account; rejects with a Problem. */
export type Sender = (row: Waiting) => Promise<Settlement>;

/** How a write stands once it was this device's turn to send. */
export type SendOutcome = 'sent' | { passing: Problem } | { refused: Problem };

export interface OutboxTools {
  durable: Durable;
  senders: Record<string, Sender>;
  /** One at a time in this browser, all tabs together; what holds it and dies lets go. */
  alone<R>(name: string, work: () => Promise<R>): Promise<R>;
  /** Calls back later; gives how to take that back. */
  later(milliseconds: number, act: () => void): () => void;
  /** 0 to 1. */
  random(): number;
}

const firstWait = 1000;
const longestWait = 60_000;
/** A write on which the hub itself breaks must not stop the others for ever. */
const mostBreaks = 8;

export function createOutbox({ durable, senders, alone, later, random }: OutboxTools) {
  const lines = new Map<string, { current: Promise<void>; next: Promise<void> | null }>();
  /** Only for those who wait for it. */
  const outcomes = new Map<string, SendOutcome | null>();
  let wait = firstWait;
  let cancelRetry = () => {};
  let isStopped = false;

  const nameOf = (row: Waiting) => `${row.owner} ${row.seq}`;
  const note = (row: Waiting, outcome: SendOutcome) =>
    outcomes.has(nameOf(row)) && outcomes.set(nameOf(row), outcome);
  const retryLater = (owner: string, least = 0) => {
    cancelRetry();
    // Spread, so that all browsers do not come back in the same moment.
    cancelRetry = later(Math.max(least, wait * (0.5 + random() / 2)), () => void drain(owner));
    wait = Math.min(wait * 2, longestWait);
  };

  async function sendAll(owner: string): Promise<void> {
    for (;;) {
      const row = isStopped ? null : await durable.next(owner);
      if (!row) return;
      try {
        const sender = senders[row.kind];
        if (!sender) throw new Problem('bad_request', 'This version of the site can’t send this.');
        await durable.settle(row, await sender(row));
        note(row, 'sent');
        wait = firstWait;
      } catch (error) {
        const problem = error instanceof Problem ? error : new Problem('internal');
        if (isPassing(problem) || (problem.code === 'internal' && row.tries < mostBreaks)) {
          note(row, { passing: problem });
          // Signing in starts it again; until then nobody would take it.
          if (problem.code !== 'unauthenticated')
            retryLater(owner, (problem.details.retryAfterSeconds ?? 0) * 1000);
          return;
        }
        note(row, { refused: problem });
        await durable.refuse(row, problem.message);
      }
    }
  }

  /** Sends what waits, in order; calls during a run share one more after it. */
  function drain(owner: string): Promise<void> {
    cancelRetry();
    const line = lines.get(owner) ?? { current: Promise.resolve(), next: null };
    lines.set(owner, line);
    line.next ??= line.current.then(() => {
      line.next = null;
      line.current = alone(`hub.outbox ${owner}`, () => sendAll(owner)).catch(() => retryLater(owner));
      return line.current;
    });
    return line.next;
  }

  return {
    drain,
    /** This write's turn: resolves when it was sent by whichever tab, or could not be. */
    async send(row: Waiting): Promise<SendOutcome> {
      outcomes.set(nameOf(row), null);
      await drain(row.owner);
      const outcome = outcomes.get(nameOf(row));
      outcomes.delete(nameOf(row));
      if (outcome) return outcome;
      const still = await durable.isWaiting(row);
      if (!still) return 'sent';
      return still.refusal
        ? { refused: new Problem('bad_request', still.refusal) }
        : { passing: new Problem('unavailable') };
    },
    async retry(owner: string): Promise<void> {
      await durable.retry(owner);
      wait = firstWait;
      await drain(owner);
    },
    stop() {
      isStopped = true;
      cancelRetry();
    },
  };
}

export type Outbox = ReturnType<typeof createOutbox>;

const isPassing = ({ code }: Problem): boolean =>
  code === 'unavailable' || code === 'too_many' || code === 'unauthenticated' || code === 'conflict';
