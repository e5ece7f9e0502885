import { Problem } from '#base/problem.ts';
import type { Durable, Settlement, Waiting } from './durable.ts';

/** Sends a queued write to the account; rejects with a Problem. */
export type Sender = (row: Waiting) => Promise<Settlement>;

/** The state of a write after this device's turn to send. */
export type SendOutcome = 'sent' | { passing: Problem } | { refused: Problem };

export interface OutboxTools {
  durable: Durable;
  senders: Record<string, Sender>;
  /** One at a time across all tabs of this browser; if the holder dies, it is released. */
  alone<R>(name: string, work: () => Promise<R>): Promise<R>;
  /** Schedules a callback; returns how to cancel it. */
  later(milliseconds: number, act: () => void): () => void;
  /** 0 to 1. */
  random(): number;
}

const firstWait = 1000;
const longestWait = 60_000;
/** A write that makes the server fail must not block the others forever. */
const mostBreaks = 8;

export function createOutbox({ durable, senders, alone, later, random }: OutboxTools) {
  const lines = new Map<string, { current: Promise<void>; next: Promise<void> | null }>();
  /** Only for callers who wait for it. */
  const outcomes = new Map<string, SendOutcome | null>();
  let wait = firstWait;
  let cancelRetry = () => {};
  let isStopped = false;

  const nameOf = (row: Waiting) => `${row.owner} ${row.seq}`;
  const note = (row: Waiting, outcome: SendOutcome) =>
    outcomes.has(nameOf(row)) && outcomes.set(nameOf(row), outcome);
  const retryLater = (owner: string, least = 0) => {
    cancelRetry();
    // Jittered, so that browsers don't all return at the same moment.
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
          // Signing in restarts it; until then, no server would accept it.
          if (problem.code !== 'unauthenticated')
            retryLater(owner, (problem.details.retryAfterSeconds ?? 0) * 1000);
          return;
        }
        note(row, { refused: problem });
        await durable.refuse(row, problem.message);
      }
    }
  }

  /** Sends queued writes in order; calls during a run share one more run after it. */
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
    /** Waits for this write: resolves when any tab has sent it, or it couldn't be sent. */
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
