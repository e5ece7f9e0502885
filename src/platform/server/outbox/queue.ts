import { sql } from 'kysely';
import { days, type Clock } from '#base/clock.ts';
import { newId } from '#base/id.ts';
import type { AnyTransaction, Database } from '../database/database.ts';
import type { Outbox } from './outbox.ts';
import { asJsonb, outboxTopic, type OutboxTables } from './tables.ts';

export function createOutbox(db: Database, clock: Clock): Outbox {
  return {
    async put(trx, { channel, dedupeKey, payload, dueAt, isBulk = false }) {
      const now = clock.now();
      const due = dueAt ?? now;
      const { rows } = await sql`
        insert into outbound_message (id, channel, dedupe_key, payload, state, due_at, is_bulk, attempts, created_at)
        values (${newId('message')}, ${channel}, ${dedupeKey}, ${asJsonb(payload)}, 'waiting', ${due}, ${isBulk}, 0, ${now})
        on conflict (channel, dedupe_key) do nothing returning id`.execute(trx);
      const isNew = rows.length > 0;
      // The worker's timer finds what is due later: a NOTIFY would only wake it for nothing.
      if (isNew && due <= now) await db.notifyAfter(trx, outboxTopic, channel);
      return isNew;
    },

    async putAll(trx, channel, messages) {
      const now = clock.now();
      if (messages.length === 0) return new Set();
      const rows = messages.map(({ dedupeKey, payload, dueAt, isBulk = false }) => ({
        id: newId('message'),
        dedupe_key: dedupeKey,
        payload,
        due_at: dueAt ?? now,
        is_bulk: isBulk,
      }));
      const { rows: fresh } = await sql<{ dedupe_key: string }>`
        insert into outbound_message (id, channel, dedupe_key, payload, state, due_at, is_bulk, attempts, created_at)
        select id, ${channel}, dedupe_key, payload, 'waiting', due_at, is_bulk, 0, ${now}::timestamptz
        from jsonb_to_recordset(${asJsonb(rows)}) as r (id text, dedupe_key text, payload jsonb, due_at timestamptz, is_bulk boolean)
        on conflict (channel, dedupe_key) do nothing returning dedupe_key`.execute(trx);
      if (fresh.length > 0) await db.notifyAfter(trx, outboxTopic, channel);
      return new Set(fresh.map(({ dedupe_key }) => dedupe_key));
    },

    async cancel(trx, dedupeKey, reason) {
      const { numAffectedRows } = await sql`
        update outbound_message set state = 'cancelled', note = ${reason}, done_at = ${clock.now()}
        where dedupe_key = ${dedupeKey} and state = 'waiting'`.execute(trx);
      return Number(numAffectedRows ?? 0);
    },

    async cancelAll(trx, dedupeKeys, reason) {
      const { rows } = await sql<{ key: string }>`
        update outbound_message set state = 'cancelled', note = ${reason}, done_at = ${clock.now()}
        where dedupe_key = any(${[...dedupeKeys]}) and state = 'waiting' returning dedupe_key as key`.execute(
        trx,
      );
      return new Set(rows.map(({ key }) => key));
    },
  };
}

/** One that was given up is tried from the start. False: it isn't a failed one any more. */
export async function retryFailed(
  db: Pick<Database, 'notifyAfter'>,
  trx: AnyTransaction,
  id: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ channel: string }>`
    update outbound_message set state = 'waiting', attempts = 0, due_at = ${now}, done_at = null, lease_until = null,
      not_left = null, last_error = null, note = null
    where id = ${id} and state = 'failed' returning channel`.execute(trx);
  for (const { channel } of rows) await db.notifyAfter(trx, outboxTopic, channel);
  return rows.length > 0;
}

/** Deletes what succeeded 30 days ago and what failed 90 days ago. */
export async function pruneOutbox(db: Database, clock: Clock): Promise<number> {
  const now = clock.now().getTime();
  let pruned = 0;
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from outbound_message where id in (
        select id from outbound_message
        where (state in ('done', 'kept', 'cancelled') and done_at < ${new Date(now - days(30))})
           or (state = 'failed' and done_at < ${new Date(now - days(90))})
        limit 1000)`.execute(db.tables());
    pruned += Number(numAffectedRows ?? 0);
    if (Number(numAffectedRows ?? 0) < 1000) return pruned;
  }
}

export interface OutboxDepth {
  channel: string;
  /** Due and not sent. */
  waiting: number;
  /** Failed and not deleted yet. */
  failed: number;
  /** How long the oldest due message has been waiting. */
  oldestSeconds: number;
}

/** For metrics and the operator: is anything stuck? */
export async function outboxDepth(db: Database, clock: Clock): Promise<OutboxDepth[]> {
  const now = clock.now();
  const rows = await db
    .tables<OutboxTables>()
    .selectFrom('outbound_message')
    .where('state', 'in', ['waiting', 'sending', 'failed'])
    .groupBy('channel')
    .select([
      'channel',
      sql<number>`(count(*) filter (where state <> 'failed' and due_at <= ${now}))::int`.as('waiting'),
      sql<number>`(count(*) filter (where state = 'failed'))::int`.as('failed'),
      sql<Date | null>`min(due_at) filter (where state <> 'failed' and due_at <= ${now})`.as('oldest'),
    ])
    .orderBy('channel')
    .execute();
  return rows.map(({ channel, waiting, failed, oldest }) => ({
    channel,
    waiting,
    failed,
    oldestSeconds: oldest ? Math.round((now.getTime() - oldest.getTime()) / 1000) : 0,
  }));
}
