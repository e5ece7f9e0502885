import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#base/clock.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import { claimDue, handleLostLeases, record, type ClaimedMessage } from './claims.ts';
import type { OutboxHandler, OutboxOutcome } from './outbox.ts';
import { isErased, outboxTopic } from './tables.ts';

export interface OutboxWorker {
  /** Carries out all that is due now and comes back when it is done. */
  drain(): Promise<void>;
  /** Takes nothing new, waits for what is under way. */
  stop(): Promise<void>;
}

export interface WorkerParts {
  db: Database;
  handlers: OutboxHandler[];
  clock: Clock;
  log: Log;
  /** How many deliveries of one channel go on at once in this process. */
  concurrency?: number;
  pollSeconds?: number;
}

/** Delivers what the outbox holds. Any number of processes may run one: a row belongs to whoever leased it. */
export function startWorker({
  db,
  handlers,
  clock,
  log,
  concurrency = 4,
  pollSeconds = 5,
}: WorkerParts): OutboxWorker {
  const lanes = new Map(
    handlers.map((handler) => [handler.channel, createLane(handler, { db, clock, log, concurrency })]),
  );
  const wakeAll = () => {
    if (db.state() === 'up') for (const lane of lanes.values()) void lane.wake();
  };
  const unlisten = db.listen(outboxTopic, (channel) => void lanes.get(channel)?.wake(), wakeAll);
  const timer = setInterval(wakeAll, pollSeconds * 1000);
  wakeAll();

  return {
    async drain() {
      await Promise.all([...lanes.values()].map((lane) => lane.drain()));
    },
    async stop() {
      clearInterval(timer);
      unlisten();
      await Promise.all([...lanes.values()].map((lane) => lane.stop()));
    },
  };
}

/** One channel's deliveries: a slow receiver of webhooks never holds up a mail. */
function createLane(
  handler: OutboxHandler,
  parts: { db: Database; clock: Clock; log: Log; concurrency: number },
) {
  const { db, clock, log, concurrency } = parts;
  const running = new Set<Promise<void>>();
  let filling: Promise<void> | undefined;
  let askedAgain = false;
  let stopped = false;

  async function wake(): Promise<void> {
    if (stopped) return;
    askedAgain = true;
    filling ??= fill()
      .catch((error: unknown) =>
        log.warn('outbox: cannot read', {
          channel: handler.channel,
          reason: error instanceof Error ? error.name : 'unknown',
        }),
      )
      .finally(() => {
        filling = undefined;
        // Asked in the very moment between the last look and here.
        if (askedAgain) void wake();
      });
    return filling;
  }

  async function fill(): Promise<void> {
    while (askedAgain && !stopped) {
      askedAgain = false;
      await handleLostLeases(db, clock, handler);
      const free = concurrency - running.size;
      if (free <= 0) return;
      const claimed = await claimDue(db, clock, handler, free);
      for (const message of claimed) start(message);
      if (claimed.length === free) askedAgain = true;
    }
  }

  function start(message: ClaimedMessage): void {
    const delivery = deliver(message).finally(() => {
      running.delete(delivery);
      void wake();
    });
    running.add(delivery);
  }

  async function deliver(message: ClaimedMessage): Promise<void> {
    const outcome = await attempt(message);
    const facts = { id: message.id, channel: handler.channel, attempt: message.attempt };
    if (outcome.done) log.info(`outbox: ${outcome.as ?? 'done'}`, facts);
    else log.warn('outbox: not delivered', { ...facts, again: outcome.retry !== false });
    // What went out and is not written down would count as unknown: worth a few tries.
    for (let pause = 100; ; pause *= 2) {
      try {
        return await record(db, clock, handler, message, outcome);
      } catch (error) {
        if (pause > 10_000) return log.error('outbox: cannot record', { ...facts, error });
        await sleep(pause);
      }
    }
  }

  async function attempt(message: ClaimedMessage): Promise<OutboxOutcome> {
    // Erased while it was on its way before: there is nobody left to send it to.
    if (isErased(message.payload)) return { done: true, as: 'cancelled', note: 'erased' };
    try {
      return await handler.deliver(message.payload, {
        id: message.id,
        attempt: message.attempt,
        dedupeKey: message.dedupeKey,
      });
    } catch (error) {
      log.error('outbox: a delivery threw', { id: message.id, channel: handler.channel, error });
      const words = error instanceof Error ? error.message : 'unknown';
      return handler.afterLostLease === 'retry'
        ? { done: false, error: words, retry: true }
        : { done: false, error: `unknown: ${words}`, retry: false };
    }
  }

  return {
    wake,
    async drain(): Promise<void> {
      do {
        await wake();
        await Promise.all(running);
      } while (running.size > 0 || filling !== undefined);
    },
    async stop(): Promise<void> {
      stopped = true;
      await filling;
      await Promise.all(running);
    },
  };
}
