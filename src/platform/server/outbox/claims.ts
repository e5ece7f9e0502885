import { sql } from 'kysely';
import type { Clock } from '#base/clock.ts';
import type { Database } from '../database/database.ts';
import type { OutboxHandler, OutboxOutcome } from './outbox.ts';

export interface ClaimedMessage {
  id: string;
  dedupeKey: string;
  payload: unknown;
  attempt: number;
  /** Empty where the channel has no lanes. */
  lane: string;
  /** Also the proof of the claim: whoever records must still hold this very lease. */
  leaseUntil: Date;
}

/** How often messages that wait for the operator's settings are retried. */
const uncountedRetrySeconds = 60;

const inSeconds = (clock: Clock, n: number): Date => new Date(clock.now().getTime() + n * 1000);
const maxAttempts = (handler: OutboxHandler): number => handler.retrySeconds.length + 1;

export async function claimDue(
  db: Database,
  clock: Clock,
  handler: OutboxHandler,
  limit: number,
  busy: readonly string[] = [],
): Promise<ClaimedMessage[]> {
  const leaseUntil = inSeconds(clock, handler.leaseSeconds);
  const lane = handler.lane ?? sql<string>`''`;
  const isFree = busy.length === 0 ? sql`true` : sql`${lane} <> all(${busy}::text[])`;
  const { rows } = await sql<{
    id: string;
    dedupe_key: string;
    payload: unknown;
    attempts: number;
    lane: string;
  }>`
    with due as (
      select id from outbound_message
      where channel = ${handler.channel} and state = 'waiting' and due_at <= ${clock.now()} and ${isFree}
      order by is_bulk, due_at limit ${limit} for update skip locked)
    update outbound_message m set state = 'sending', attempts = m.attempts + 1, lease_until = ${leaseUntil}, not_left = ${leaseUntil}
    from due where m.id = due.id
    returning m.id, m.dedupe_key, m.payload, m.attempts, ${lane} as lane`.execute(db.tables());
  return rows.map(({ id, dedupe_key, payload, attempts, lane: of }) => ({
    id,
    dedupeKey: dedupe_key,
    payload,
    attempt: attempts,
    lane: of,
    leaseUntil,
  }));
}

/**
 * From here on nobody can say that it did not leave. Throws, and then it must not leave, where that could not be written or
 * the lease is no longer ours.
 */
export async function markLeaving(db: Database, message: ClaimedMessage): Promise<void> {
  const { numAffectedRows } = await sql`
    update outbound_message set not_left = null
    where id = ${message.id} and lease_until = ${message.leaseUntil} and state = 'sending'`.execute(
    db.tables(),
  );
  if (numAffectedRows !== 1n) throw new Error('the lease has ended');
}

/** The process that leased these is gone. */
export async function handleLostLeases(db: Database, clock: Clock, handler: OutboxHandler): Promise<void> {
  const now = clock.now();
  const lost = sql`channel = ${handler.channel} and state = 'sending' and lease_until < ${now}`;
  const isHere = sql`(not_left = lease_until) is true`;
  const again = sql`(attempts < ${maxAttempts(handler)} and ${handler.afterLostLease === 'retry' ? sql`true` : isHere})`;
  await sql`
    update outbound_message set
      state = case when ${again} then 'waiting' else 'failed' end,
      done_at = case when ${again} then null else ${now}::timestamptz end,
      due_at = ${now},
      note = case when ${isHere} then 'the process ended before sending' else 'unknown: the process ended while sending' end
    where ${lost}`.execute(db.tables());
}

/** Records the outcome; has no effect if the lease was lost and someone else has taken it since. */
export async function record(
  db: Database,
  clock: Clock,
  handler: OutboxHandler,
  message: ClaimedMessage,
  outcome: OutboxOutcome,
): Promise<void> {
  const now = clock.now();
  const set = outcome.done
    ? sql`state = ${outcome.as ?? 'done'}, note = ${outcome.note ?? null}, last_error = null, done_at = ${now}`
    : afterError(clock, handler, message, outcome);
  // Includes 'failed': one that was given up may still report what really happened.
  await sql`
    update outbound_message set ${set}
    where id = ${message.id} and lease_until = ${message.leaseUntil} and state in ('sending', 'failed')`.execute(
    db.tables(),
  );
}

function afterError(
  clock: Clock,
  handler: OutboxHandler,
  message: ClaimedMessage,
  { error, retry }: { error: string; retry: boolean | 'uncounted' },
) {
  const words = error.slice(0, 500);
  if (retry === 'uncounted') {
    return sql`state = 'waiting', attempts = attempts - 1, due_at = ${inSeconds(clock, uncountedRetrySeconds)}, last_error = ${words}`;
  }
  const pause = retry ? handler.retrySeconds[message.attempt - 1] : undefined;
  return pause === undefined
    ? sql`state = 'failed', last_error = ${words}, note = ${retry ? 'no attempts left' : null}, done_at = ${clock.now()}`
    : sql`state = 'waiting', due_at = ${inSeconds(clock, pause)}, last_error = ${words}`;
}
