import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { newId } from '#base/id.ts';
import { type AnyKysely, type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import type { Outbox } from '#platform/server/outbox/outbox.ts';
import { asJsonb } from '#platform/server/outbox/tables.ts';
import { programOf } from '../rules/walk.ts';
import { whoMeet } from './conditions.ts';
import { dedupeKeyOf, type FollowupTables, parkedHours, type SequenceRow } from './tables.ts';

/** How people come into a sequence, and out of it before its end. */

export interface Start {
  sequence: Pick<SequenceRow, 'owner_id' | 'id' | 'body' | 'on_since'>;
  contactId: string;
  cause: string;
  depth: number;
}

/** The same people are held out of the same sequence, however often they come. */
const isHeldOut = (sequenceId: string, contactId: string, percent: number): boolean =>
  createHash('sha256').update(`${sequenceId} ${contactId}`).digest().readUInt32BE(0) % 100 < percent;

/** Begins for each who is meant, once: not twice for one cause, not while they are under way, and not again unless it is meant so. */
export async function startRuns(trx: AnyTransaction, starts: readonly Start[], now: Date): Promise<number> {
  const rows = (await whoMeet(trx, starts, now)).flatMap(({ sequence, contactId, cause, depth }) => {
    const { first } = programOf(sequence.body.steps);
    if (first === null || sequence.on_since === null) return [];
    return {
      owner_id: sequence.owner_id,
      id: newId('run'),
      sequence_id: sequence.id,
      contact_id: contactId,
      cause,
      depth,
      step_id: first,
      held_out: isHeldOut(sequence.id, contactId, sequence.body.holdOut),
      again: sequence.body.again,
    };
  });
  if (rows.length === 0) return 0;
  const { rows: begun } = await sql<{ id: string }>`
    insert into followup_run (owner_id, id, sequence_id, contact_id, cause, depth, state, step_id, due_at, held_out, started_at)
    select owner_id, id, sequence_id, contact_id, cause, depth, 'waiting', step_id, ${now}::timestamptz, held_out, ${now}::timestamptz
    from jsonb_to_recordset(${asJsonb(rows)}) as n (owner_id text, id text, sequence_id text, contact_id text, cause text,
      depth integer, step_id text, held_out boolean, again boolean)
    where n.again or not exists (select from followup_run r where r.owner_id = n.owner_id
      and r.sequence_id = n.sequence_id and r.contact_id = n.contact_id)
    order by owner_id, contact_id, sequence_id
    on conflict do nothing
    returning id`.execute(trx);
  return begun.length;
}

interface Handed {
  run_id: string;
  step_id: string;
}

/** Those of them that were still waiting to be sent, and won't be. */
async function notGoing(
  trx: AnyTransaction,
  outbox: Pick<Outbox, 'cancelAll'>,
  ownerId: string,
  handed: readonly Handed[],
  reason: string,
): Promise<Handed[]> {
  if (handed.length === 0) return [];
  const keyOf = ({ run_id, step_id }: Handed) => dedupeKeyOf(ownerId, run_id, step_id);
  const cancelled = await outbox.cancelAll(trx, handed.map(keyOf), reason);
  return handed.filter((one) => cancelled.has(keyOf(one)));
}

const isOneOf = (ownerId: string, messages: readonly Handed[]) => sql`m.owner_id = ${ownerId}
  and (m.run_id, m.step_id) in (select run_id, step_id
    from jsonb_to_recordset(${asJsonb(messages)}) as n (run_id text, step_id text))`;

interface Which {
  ownerId: string;
  contactId: string;
  /** One of them; left out, all. */
  runId?: string | undefined;
  /** Only what a purchase stops. */
  byPurchase?: boolean;
}

/** Nothing more of it goes to them, not even what lies in the outbox already. */
export async function stopRuns(
  trx: AnyTransaction,
  outbox: Pick<Outbox, 'cancelAll'>,
  { ownerId, contactId, runId, byPurchase = false }: Which,
  reason: string,
  now: Date,
): Promise<string[]> {
  const which = sql`r.owner_id = ${ownerId} and r.contact_id = ${contactId}
    and (${runId ?? null}::text is null or r.id = ${runId ?? null})
    and s.owner_id = r.owner_id and s.id = r.sequence_id
    and (not ${byPurchase} or (s.body->>'stopsOnPurchase')::boolean)`;
  const { rows: stopped } = await sql<{ id: string }>`
    update followup_run r set state = 'stopped', reason = ${reason}, ended_at = ${now}::timestamptz
    from followup_sequence s where ${which} and r.state = 'waiting' returning r.id`.execute(trx);
  // The last email of a sequence may lie in the outbox when the way through it is over already.
  const { rows: handed } = await sql<Handed>`
    select m.run_id, m.step_id from followup_message m
    join followup_run r on r.owner_id = m.owner_id and r.id = m.run_id
    join followup_sequence s on true
    where m.state = 'handed' and m.owner_id = ${ownerId} and m.contact_id = ${contactId} and ${which}
    for update of m`.execute(trx);
  const cancelled = await notGoing(trx, outbox, ownerId, handed, reason);
  if (cancelled.length > 0)
    await sql`
      update followup_message m set state = 'not sent', reason = ${reason} where ${isOneOf(ownerId, cancelled)}`.execute(
      trx,
    );
  return stopped.map(({ id }) => id);
}

export const stoppedByHand = 'stopped by you';

/** What somebody stopped by hand goes on where it was; an email whose time passed meanwhile goes as it would after a pause. */
export async function resumeRuns(
  trx: AnyTransaction,
  { ownerId, contactId, runIds }: { ownerId: string; contactId: string; runIds: readonly string[] },
  now: Date,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update followup_run r set state = 'waiting', reason = '', ended_at = null,
      -- Stopped while its sequence was off, which is on again since.
      due_at = r.due_at - make_interval(hours => case when s.on_since is not null
        and r.due_at > ${now}::timestamptz + make_interval(hours => ${parkedHours / 2}) then ${parkedHours}::int else 0 end)
    from followup_sequence s where s.owner_id = r.owner_id and s.id = r.sequence_id and r.owner_id = ${ownerId} and r.contact_id = ${contactId} and r.id = any(${[...runIds]})
      and r.state = 'stopped' and r.reason = ${stoppedByHand} and r.step_id is not null
      and not exists (select from followup_run o where o.owner_id = r.owner_id and o.sequence_id = r.sequence_id
        and o.contact_id = r.contact_id and o.state = 'waiting')`.execute(trx);
  return Number(numAffectedRows);
}

/**
 * Takes back a start by hand: whoever got nothing yet was never in it, and can be started again; for the others it stops.
 * What lies in the outbox does not go.
 */
export async function unstartRuns(
  trx: AnyTransaction,
  outbox: Pick<Outbox, 'cancelAll'>,
  { ownerId, sequenceId, cause }: { ownerId: string; sequenceId: string; cause: string },
  now: Date,
): Promise<{ undone: number; late: number }> {
  const which = sql`r.owner_id = ${ownerId} and r.sequence_id = ${sequenceId} and r.cause = ${cause}`;
  // Held first: the engine is not at work on any of them then.
  await sql`select from followup_run r where ${which} order by r.id for update`.execute(trx);
  const { rows: handed } = await sql<Handed>`
    select m.run_id, m.step_id from followup_message m
    join followup_run r on r.owner_id = m.owner_id and r.id = m.run_id
    where m.state = 'handed' and ${which} for update of m`.execute(trx);
  const cancelled = await notGoing(trx, outbox, ownerId, handed, 'the start was taken back');
  if (cancelled.length > 0)
    await sql`delete from followup_message m where ${isOneOf(ownerId, cancelled)}`.execute(trx);
  const hasMail = sql`exists (select from followup_message m where m.owner_id = r.owner_id and m.run_id = r.id
    and m.state <> 'not sent')`;
  const { numAffectedRows: undone = 0n } = await sql`
    delete from followup_run r where ${which} and not ${hasMail}`.execute(trx);
  const { numAffectedRows: late = 0n } = await sql`
    update followup_run r set state = 'stopped', reason = ${stoppedByHand}, ended_at = ${now}::timestamptz
    where ${which} and r.state = 'waiting'`.execute(trx);
  return { undone: Number(undone), late: Number(late) };
}

export const sequencesOn = (
  db: AnyKysely,
  ownerId: string,
  triggerOn: string,
): Promise<Pick<SequenceRow, 'owner_id' | 'id' | 'body' | 'on_since'>[]> =>
  tablesOf<FollowupTables>(db)
    .selectFrom('followup_sequence')
    .select(['owner_id', 'id', 'body', 'on_since'])
    .where('owner_id', '=', ownerId)
    .where('trigger_on', '=', triggerOn)
    .where('on_since', 'is not', null)
    .execute();
