import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#base/clock.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import { claimDue, handleLostLeases, markLeaving, record, type ClaimedMessage } from './claims.ts';
import type { OutboxHandler, OutboxOutcome } from './outbox.ts';
import { isErased, outboxTopic } from './tables.ts';

export interface OutboxWorker {
  /** Delivers everything that is due now and resolves when done. */
  drain(): Promise<void>;
  /** Takes no new messages and waits for those in progress. */
  stop(): Promise<void>;
}

export interface WorkerParts {
  db: Database;
  handlers: OutboxHandler[];
  clock: Clock;
  log: Log;
  /** How many deliveries per channel run concurrently in this process. */
  concurrency?: number;
  pollSeconds?: number;
  /** From when on a receiver counts as slow. */
  slowMs?: number;
}

/** Delivers what the outbox holds. Any number of processes may run one: a row belongs to whoever leased it. */
export function startWorker({
  db,
  handlers,
  clock,
  log,
  concurrency = 4,
  pollSeconds = 5,
  slowMs = 3000,
}: WorkerParts): OutboxWorker {
  const channels = new Map(
    handlers.map((handler) => [
      handler.channel,
      createChannel(handler, { db, clock, log, concurrency, slowMs }),
    ]),
  );
  const wakeAll = () => {
    if (db.state() === 'up') for (const each of channels.values()) void each.wake();
  };
  const unlisten = db.listen(outboxTopic, (channel) => void channels.get(channel)?.wake(), wakeAll);
  const timer = setInterval(wakeAll, pollSeconds * 1000);
  wakeAll();

  return {
    async drain() {
      await Promise.all([...channels.values()].map((each) => each.drain()));
    },
    async stop() {
      clearInterval(timer);
      unlisten();
      await Promise.all([...channels.values()].map((each) => each.stop()));
    },
  };
}

/** One channel's deliveries: a slow receiver of webhooks never holds up a mail. */
function createChannel(
  handler: OutboxHandler,
  parts: { db: Database; clock: Clock; log: Log; concurrency: number; slowMs: number },
) {
  const { db, clock, log, concurrency, slowMs } = parts;
  const running = new Set<Promise<void>>();
  let filling: Promise<void> | undefined;
  let askedAgain = false;
  let stopped = false;
  /** Until when nothing goes to a receiver in this process. */
  const lanesUntil = new Map<string, number>();

  function busyLanes(): string[] {
    const now = clock.now().getTime();
    for (const [lane, until] of lanesUntil) if (until <= now) lanesUntil.delete(lane);
    return [...lanesUntil.keys()];
  }
  /** Who was slow is asked again once the others have had three times as long. */
  function leave(lane: string, took: number): void {
    if (took < slowMs) lanesUntil.delete(lane);
    else lanesUntil.set(lane, clock.now().getTime() + 3 * took);
  }

  async function wake(): Promise<void> {
    if (stopped) return;
    askedAgain = true;
    filling ??= fill()
      .catch((error: unknown) => {
        // Whoever asked meanwhile is heard with the next poll: at once, nothing else would get its turn.
        askedAgain = false;
        log.warn('outbox: couldn’t read due messages', {
          channel: handler.channel,
          reason: error instanceof Error ? error.name : 'unknown',
        });
      })
      .finally(() => {
        filling = undefined;
        // Requested between the last check and now.
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
      // One by one where each receiver has a lane of its own: the next claim leaves this one's out.
      const limit = handler.lane ? 1 : free;
      const claimed = await claimDue(db, clock, handler, limit, busyLanes());
      for (const message of claimed) start(message);
      if (claimed.length === limit) askedAgain = true;
    }
  }

  function start(message: ClaimedMessage): void {
    const began = performance.now();
    const delivery = deliver(message).finally(() => {
      running.delete(delivery);
      if (handler.lane) leave(message.lane, performance.now() - began);
      void wake();
    });
    running.add(delivery);
    if (handler.lane) lanesUntil.set(message.lane, Infinity);
  }

  async function deliver(message: ClaimedMessage): Promise<void> {
    const outcome = await attempt(message);
    const facts = { id: message.id, channel: handler.channel, attempt: message.attempt };
    if (outcome.done) log.info(`outbox: ${outcome.as ?? 'done'}`, facts);
    else log.warn('outbox: not delivered', { ...facts, again: outcome.retry !== false });
    // A message that was sent but not recorded would count as unknown, so recording is retried.
    for (let pause = 100; ; pause *= 2) {
      try {
        return await record(db, clock, handler, message, outcome);
      } catch (error) {
        if (pause > 10_000) return log.error('outbox: couldn’t record the outcome', { ...facts, error });
        await sleep(pause);
      }
    }
  }

  async function attempt(message: ClaimedMessage): Promise<OutboxOutcome> {
    // Erased while it was being retried: there is no one left to send it to.
    if (isErased(message.payload)) return { done: true, as: 'cancelled', note: 'erased' };
    let hasLeft = false;
    try {
      return await handler.deliver(message.payload, {
        id: message.id,
        attempt: message.attempt,
        dedupeKey: message.dedupeKey,
        async leaves() {
          await markLeaving(db, message);
          hasLeft = true;
        },
      });
    } catch (error) {
      log.error('outbox: delivery threw an error', { id: message.id, channel: handler.channel, error });
      const words = error instanceof Error ? error.message : 'unknown';
      return handler.afterLostLease === 'retry' || !hasLeft
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
