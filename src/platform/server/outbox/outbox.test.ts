// Long because: one worker is tried from all sides, over one small kit.
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { days, minutes, movableClock, seconds } from '#base/clock.ts';
import { silentLog } from '#platform/server/log.ts';
import { useDatabase } from '#testing/database.ts';
import type { OutboxHandler, OutboxOutcome } from './outbox.ts';
import { createOutbox, outboxDepth, pruneOutbox } from './queue.ts';
import type { OutboxTables } from './tables.ts';
import { startWorker } from './worker.ts';

const db = await useDatabase();
const clock = movableClock('2026-11-21T12:00:00Z');
const outbox = createOutbox(db, clock);

beforeEach(async () => {
  await sql`truncate outbound_message cascade`.execute(db.tables());
});

const put = (dedupeKey: string, more: { payload?: unknown; dueAt?: Date } = {}) =>
  db.transaction((trx) => outbox.put(trx, { channel: 'bell', dedupeKey, payload: null, ...more }));

const row = (dedupeKey: string) =>
  db
    .tables<OutboxTables>()
    .selectFrom('outbound_message')
    .selectAll()
    .where('dedupe_key', '=', dedupeKey)
    .executeTakeFirstOrThrow();

function bell(deliver: OutboxHandler['deliver'], more: Partial<OutboxHandler> = {}): OutboxHandler {
  return {
    channel: 'bell',
    leaseSeconds: 60,
    retrySeconds: [10, 100],
    afterLostLease: 'retry',
    deliver,
    ...more,
  };
}

function worker(handler: OutboxHandler) {
  const started = startWorker({ db, handlers: [handler], clock, log: silentLog, pollSeconds: 3600 });
  onTestFinished(() => started.stop());
  return started;
}

const rung: string[] = [];
const ring: OutboxHandler['deliver'] = async (_payload, { dedupeKey }): Promise<OutboxOutcome> => {
  rung.push(dedupeKey);
  return { done: true, note: 'rung' };
};
beforeEach(() => void rung.splice(0));

test('a message in a rolled-back transaction is never delivered', async () => {
  await expect(
    db.transaction(async (trx) => {
      await outbox.put(trx, { channel: 'bell', dedupeKey: 'undone', payload: null });
      throw new Error('no order after all');
    }),
  ).rejects.toThrow('no order after all');
  await put('kept');
  await worker(bell(ring)).drain();
  expect(rung).toEqual(['kept']);
});

test('one key is delivered once, however often it is requested concurrently', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => put('once')));
  expect(answers.filter(Boolean)).toHaveLength(1);
  const one = worker(bell(ring));
  await one.drain();
  expect(await put('once')).toBe(false);
  await one.drain();
  expect(rung).toEqual(['once']);
  expect(await row('once')).toMatchObject({ state: 'done', note: 'rung', attempts: 1, last_error: null });
});

test('while nothing can be read, whoever drains at once gives up, and nobody else waits for their turn', async () => {
  let isAway = true;
  let reads = 0;
  /** As the database answers whose server is gone: a little later. */
  const refuses = db.tables().withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async () => {
      reads += 1;
      await setImmediate();
      throw new Error('Connection terminated');
    },
  });
  const away = new Proxy(db, {
    get: (target, key: keyof typeof db) => (isAway && key === 'tables' ? () => refuses : target[key]),
  });
  await put('waits');
  const one = startWorker({ db: away, handlers: [bell(ring)], clock, log: silentLog, pollSeconds: 3600 });
  onTestFinished(() => one.stop());
  await Promise.all([one.drain(), one.drain(), one.drain()]);
  expect(reads).toBeGreaterThan(0);
  expect(reads).toBeLessThan(20);
  isAway = false;
  await one.drain();
  expect(rung).toEqual(['waits']);
});

test('a commit wakes a sleeping worker', async () => {
  const heard = new Promise<string>((resolve) => {
    worker(bell(async (payload) => (resolve(String(payload)), { done: true })));
  });
  await put('wake', { payload: 'now' });
  expect(await heard).toBe('now');
});

test('a purchase cancels unsent reminders in its transaction; sent ones can’t be recalled', async () => {
  await put('reminder', { dueAt: new Date(clock.now().getTime() + minutes(60)) });
  expect(await db.transaction((trx) => outbox.cancel(trx, 'reminder', 'bought'))).toBe(1);
  clock.move(minutes(61));
  await put('receipt');
  await worker(bell(ring)).drain();
  expect(rung).toEqual(['receipt']);
  expect(await row('reminder')).toMatchObject({ state: 'cancelled', note: 'bought', attempts: 0 });
  expect(await db.transaction((trx) => outbox.cancel(trx, 'receipt', 'too late'))).toBe(0);
});

test('a rolled-back purchase leaves its reminder in place', async () => {
  await put('reminder');
  await db
    .transaction(async (trx) => {
      await outbox.cancel(trx, 'reminder', 'bought');
      throw new Error('card refused');
    })
    .catch(() => {});
  await worker(bell(ring)).drain();
  expect(rung).toEqual(['reminder']);
});

test('a message waits until it is due', async () => {
  await put('later', { dueAt: new Date(clock.now().getTime() + minutes(5)) });
  const one = worker(bell(ring));
  await one.drain();
  expect(rung).toEqual([]);
  clock.move(minutes(5));
  await one.drain();
  expect(rung).toEqual(['later']);
});

test('failed attempts are repeated after each pause; after the last, the message has failed', async () => {
  await put('busy');
  const attempts: number[] = [];
  const one = worker(
    bell(
      async (_payload, { attempt }) => (attempts.push(attempt), { done: false, error: 'busy', retry: true }),
    ),
  );
  await one.drain();
  clock.move(seconds(9));
  await one.drain();
  expect(attempts).toEqual([1]);
  clock.move(seconds(1));
  await one.drain();
  clock.move(seconds(99));
  await one.drain();
  expect(attempts).toEqual([1, 2]);
  clock.move(seconds(1));
  await one.drain();
  clock.move(days(1));
  await one.drain();
  expect(attempts).toEqual([1, 2, 3]);
  expect(await row('busy')).toMatchObject({ state: 'failed', last_error: 'busy', note: 'no attempts left' });
});

test('a permanent rejection is not retried', async () => {
  await put('no');
  const one = worker(bell(async () => ({ done: false, error: 'gone', retry: false })));
  await one.drain();
  expect(await row('no')).toMatchObject({ state: 'failed', attempts: 1, last_error: 'gone' });
});

test('a message the hub isn’t set up to send waits without using up attempts', async () => {
  await put('patient');
  let ready = false;
  const one = worker(
    bell(async () => (ready ? { done: true } : { done: false, error: 'not set up', retry: 'uncounted' })),
  );
  for (let hour = 0; hour < 10; hour++) {
    await one.drain();
    clock.move(minutes(60));
  }
  expect(await row('patient')).toMatchObject({ state: 'waiting', attempts: 0, last_error: 'not set up' });
  ready = true;
  await one.drain();
  expect(await row('patient')).toMatchObject({ state: 'done', attempts: 1 });
});

test('two workers never deliver the same message', async () => {
  const keys = Array.from({ length: 60 }, (_, n) => `message ${n}`);
  for (const key of keys) await put(key);
  await Promise.all([worker(bell(ring)).drain(), worker(bell(ring)).drain(), worker(bell(ring)).drain()]);
  expect(rung.toSorted()).toEqual(keys.toSorted());
});

/** A worker that has claimed the message and then loses contact. */
async function frozenWith(key: string, handler: Partial<OutboxHandler>) {
  await put(key);
  let thaw: (outcome: OutboxOutcome) => void = () => {};
  const frozen = await new Promise<ReturnType<typeof startWorker>>((resolve) => {
    const started = startWorker({
      db: { ...db, listen: () => () => {} },
      clock,
      log: silentLog,
      pollSeconds: 3600,
      handlers: [
        bell(async (_payload, { leaves }) => {
          if (handler.afterLostLease === 'give up') await leaves();
          queueMicrotask(() => resolve(started));
          return new Promise((done) => (thaw = done));
        }, handler),
      ],
    });
  });
  clock.move(seconds(61));
  return {
    async thaw(outcome: OutboxOutcome) {
      thaw(outcome);
      await frozen.stop();
    },
  };
}

test('if twice is worse than never, a lost lease is given up and reported', async () => {
  const giveUp = { afterLostLease: 'give up' } as const;
  const frozen = await frozenWith('mail', giveUp);
  await worker(bell(ring, giveUp)).drain();
  expect(rung).toEqual([]);
  expect(await row('mail')).toMatchObject({
    state: 'failed',
    note: 'unknown: the process ended while sending',
  });
  // It was only slow: the real outcome replaces the guess.
  await frozen.thaw({ done: true, note: 'sent after all' });
  expect(await row('mail')).toMatchObject({ state: 'done', note: 'sent after all' });
});

test('if the receiver deduplicates, a lost lease is retried; a late response changes nothing', async () => {
  const frozen = await frozenWith('hook', {});
  await worker(bell(ring)).drain();
  expect(rung).toEqual(['hook']);
  await frozen.thaw({ done: false, error: 'late', retry: false });
  expect(await row('hook')).toMatchObject({ state: 'done', attempts: 2, last_error: null });
});

const broken = async () => Promise.reject(new Error('broken'));

test('a delivery that throws is retried if the receiver deduplicates by ID', async () => {
  await put('hook');
  await worker(bell(broken)).drain();
  expect(await row('hook')).toMatchObject({ state: 'waiting', last_error: 'broken' });
});

test('a delivery that throws is given up if twice is worse than never, but not before it left', async () => {
  const giveUp = { afterLostLease: 'give up' } as const;
  await put('here');
  const first = worker(bell(broken, giveUp));
  await first.drain();
  await first.stop();
  expect(await row('here')).toMatchObject({ state: 'waiting', last_error: 'broken' });
  await put('gone');
  await worker(bell(async (_payload, { leaves }) => leaves().then(broken), giveUp)).drain();
  expect(await row('gone')).toMatchObject({ state: 'failed', last_error: 'unknown: broken' });
});

test('nothing leaves under a lease that has ended; one taken by an older release is given up', async () => {
  const giveUp = { afterLostLease: 'give up' } as const;
  await put('late');
  const left: string[] = [];
  const late = worker(
    bell(async (_payload, { dedupeKey, leaves }) => {
      clock.move(seconds(61));
      await worker(bell(ring, giveUp)).drain();
      await leaves();
      left.push(dedupeKey);
      return { done: true };
    }, giveUp),
  );
  await late.drain();
  await late.stop();
  expect({ rung, left }).toEqual({ rung: ['late'], left: [] });
  expect(await row('late')).toMatchObject({ state: 'done', note: 'rung' });

  await put('theirs');
  await sql`
    update outbound_message set state = 'sending', not_left = ${clock.now()}, lease_until = ${new Date(clock.now().getTime() - 1)}
    where dedupe_key = 'theirs'`.execute(db.tables());
  await worker(bell(ring, giveUp)).drain();
  expect(await row('theirs')).toMatchObject({
    state: 'failed',
    note: 'unknown: the process ended while sending',
  });
});

test('stopping waits for deliveries in progress', async () => {
  await put('slow');
  let finish: () => void = () => {};
  const one = await new Promise<ReturnType<typeof startWorker>>((resolve) => {
    const started = worker(
      bell(async (_payload, { dedupeKey }) => {
        queueMicrotask(() => resolve(started));
        await new Promise<void>((done) => (finish = done));
        rung.push(dedupeKey);
        return { done: true };
      }),
    );
  });
  const stopped = one.stop();
  finish();
  await stopped;
  expect(rung).toEqual(['slow']);
  expect(await row('slow')).toMatchObject({ state: 'done' });
  await put('after');
  await one.drain();
  expect(await row('after')).toMatchObject({ state: 'waiting', attempts: 0 });
});

test('text that the database can’t store doesn’t roll back the order', async () => {
  await put('odd', { payload: { text: 'a\0b\ud800c' } });
  expect((await row('odd')).payload).toEqual({ text: 'ab\ufffdc' });
});

test('the depth shows what is stuck, by channel', async () => {
  await put('old');
  clock.move(minutes(7));
  await put('new');
  await put('future', { dueAt: new Date(clock.now().getTime() + minutes(1)) });
  expect(await outboxDepth(db, clock)).toEqual([
    { channel: 'bell', waiting: 2, failed: 0, oldestSeconds: 420 },
  ]);
});

test('done rows are deleted after 30 days, failed ones after 90, waiting ones never', async () => {
  await put('done');
  const one = worker(bell(ring));
  await one.drain();
  await one.stop();
  await put('failed');
  await db
    .tables<OutboxTables>()
    .updateTable('outbound_message')
    .set({ state: 'failed', done_at: clock.now() })
    .where('dedupe_key', '=', 'failed')
    .execute();
  await put('waiting', { dueAt: new Date(clock.now().getTime() + days(365)) });
  clock.move(days(29));
  expect(await pruneOutbox(db, clock)).toBe(0);
  clock.move(days(2));
  expect(await pruneOutbox(db, clock)).toBe(1);
  clock.move(days(60));
  expect(await pruneOutbox(db, clock)).toBe(1);
  expect(await row('waiting')).toMatchObject({ state: 'waiting' });
});

test('whose lease has ended is found without a look at all that wait', async () => {
  await sql`
    insert into outbound_message (id, channel, dedupe_key, payload, state, due_at, created_at)
    select 'm' || n, 'bell', 'k' || n, '{}', 'waiting', now(), now() from generate_series(1, 20000) n`.execute(
    db.tables(),
  );
  await sql`analyze outbound_message`.execute(db.tables());
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain update outbound_message set note = null
    where channel = 'bell' and state = 'sending' and lease_until < now()`.execute(db.tables());
  const plan = rows.map((line) => line['QUERY PLAN']).join('\n');
  expect(plan).toContain('outbound_message_lease');
  expect(plan).not.toContain('Seq Scan');
});
