import { sql } from 'kysely';
import { Problem } from '#base/problem.ts';
import { brandTextsOf } from '#features/branding/server/public.ts';
import { textsOf } from '#features/letters/rules/blocks.ts';
import { isUnwritten, mergeFault } from '#features/letters/rules/merge.ts';
import { senderOf } from '#features/recovery/rules/look.ts';
import { ensureOwner } from '#features/recovery/server/public.ts';
import { type AnyKysely, type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import type { SequenceBody, SequenceNumbers, SequenceView } from '../rules/contract.ts';
import { orderDays } from '../rules/happenings.ts';
import { allSteps, stepsForBoth, stepsInBlocks } from '../rules/steps.ts';
import { movedPlaces } from '../rules/walk.ts';
import { parkedHours } from './record.ts';
import { beginSplits } from './splits.ts';
import type { FollowupTables, SequenceRow } from './tables.ts';

/** Sequences as their owner writes them; each save is a version that can be put back. */

const changedElsewhere = 'This sequence was changed elsewhere. Look at that version before you save yours.';
const mostSequences = 100;
const mostVersions = 100;

/** Why these words can't go out to anybody. */
function faultOf({ steps, isOn }: SequenceBody): string | null {
  for (const step of allSteps(steps)) {
    if (step.kind !== 'mail') continue;
    for (const { subject, blocks } of step.other ? [step, step.other] : [step]) {
      const texts = [subject, ...blocks.flatMap(textsOf).map(([, text]) => text)];
      const fault = texts.map(mergeFault).find((words) => words !== null);
      if (fault) return `Email “${subject}”: ${fault}`;
      if (isOn && texts.some(isUnwritten))
        return `Email “${subject}” still has text in [brackets] that you wanted to write. Write it, then turn the sequence on.`;
    }
  }
  return null;
}

/** A sequence, or a version of one, as it reads today. */
export const readSequence = <R extends { body: Pick<SequenceBody, 'steps'> }>(row: R): R => ({
  ...row,
  body: { ...row.body, steps: stepsInBlocks(row.body.steps) },
});

export async function saveSequence(
  trx: AnyTransaction,
  ownerId: string,
  id: string,
  { version, ...given }: SequenceBody & { version: number },
  now: Date,
): Promise<{ moved: number; ended: number }> {
  const { isOn, ...written } = given;
  const body = { ...written, steps: stepsForBoth(written.steps) };
  const tables = tablesOf<FollowupTables>(trx);
  const fault = faultOf(given);
  if (fault !== null) throw new Problem('bad_request', fault);
  const { delivery } = await ensureOwner(trx, ownerId, now);
  const sender = senderOf(delivery, await brandTextsOf(trx, ownerId));
  if (isOn && (sender.name === '' || sender.address === ''))
    throw new Problem(
      'bad_request',
      'Before you send email, add your shop’s name and postal address in the Cart recovery settings. Every email must include both.',
    );
  const before = await tables
    .selectFrom('followup_sequence')
    .selectAll()
    .select(sql<boolean>`body = ${JSON.stringify(body)}::jsonb`.as('is_same'))
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  // Sent again because no answer came.
  if (before?.version === version + 1 && before.is_same && isOn === (before.on_since !== null))
    return { moved: 0, ended: 0 };
  if ((before?.version ?? 0) !== version)
    throw new Problem(
      before ? 'conflict' : 'not_found',
      before ? changedElsewhere : 'This sequence no longer exists.',
    );
  if (!before) await refuseTooMany(trx, ownerId);
  const set = {
    name: body.name,
    trigger_on: body.trigger.on,
    body: JSON.stringify(body),
    on_since: isOn ? (before?.on_since ?? now) : null,
    version: version + 1,
    updated_at: now,
  };
  const { numInsertedOrUpdatedRows } = await tables
    .insertInto('followup_sequence')
    .values({ owner_id: ownerId, id, created_at: now, ...set })
    .onConflict((known) =>
      known.columns(['owner_id', 'id']).doUpdateSet(set).where('followup_sequence.version', '=', version),
    )
    .executeTakeFirstOrThrow();
  // Made at the same moment on another device.
  if (numInsertedOrUpdatedRows === 0n) throw new Problem('conflict', changedElsewhere);
  await tables
    .insertInto('followup_version')
    .values({ owner_id: ownerId, sequence_id: id, version: version + 1, at: now, body: set.body })
    .execute();
  await tables
    .deleteFrom('followup_version')
    .where('owner_id', '=', ownerId)
    .where('sequence_id', '=', id)
    .where('version', '<=', version + 1 - mostVersions)
    .execute();
  await beginSplits(trx, { owner_id: ownerId, sequence_id: id, version: version + 1 }, written.steps, now);
  if (before && isOn !== (before.on_since !== null)) await park(trx, ownerId, id, !isOn, now);
  return before ? movedBy(trx, before, body.steps) : { moved: 0, ended: 0 };
}

async function refuseTooMany(trx: AnyTransaction, ownerId: string): Promise<void> {
  const { n } = await tablesOf<FollowupTables>(trx)
    .selectFrom('followup_sequence')
    .select((row) => row.fn.countAll<number>().as('n'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  if (Number(n) >= mostSequences)
    throw new Problem('bad_request', `You already have ${mostSequences} sequences. Delete one first.`);
}

/** Off: everybody in it waits where they are. On: they go on, and what was due meanwhile is due now. */
async function park(
  trx: AnyTransaction,
  ownerId: string,
  id: string,
  off: boolean,
  now: Date,
): Promise<void> {
  const due = off
    ? sql`due_at + make_interval(hours => ${parkedHours})`
    : sql`greatest(due_at - make_interval(hours => ${parkedHours}), ${now}::timestamptz)`;
  await sql`
    update followup_run set due_at = ${due}
    where owner_id = ${ownerId} and sequence_id = ${id} and state = 'waiting'`.execute(trx);
}

/** People who wait before a step that is gone; they are moved when it is their turn. */
async function movedBy(
  trx: AnyTransaction,
  before: SequenceRow,
  steps: SequenceBody['steps'],
): Promise<{ moved: number; ended: number }> {
  const places = movedPlaces(before.body.steps, steps);
  const waiting = await waitingAt(trx, before.owner_id, before.id);
  let moved = 0;
  let ended = 0;
  for (const [stepId, to] of places) {
    const people = waiting[stepId] ?? 0;
    if (to === null) ended += people;
    else moved += people;
  }
  return { moved, ended };
}

export async function waitingAt(db: AnyKysely, ownerId: string, id: string): Promise<Record<string, number>> {
  const rows = await tablesOf<FollowupTables>(db)
    .selectFrom('followup_run')
    .select((row) => ['step_id', row.fn.countAll<number>().as('n')])
    .where('owner_id', '=', ownerId)
    .where('sequence_id', '=', id)
    .where('state', '=', 'waiting')
    .groupBy('step_id')
    .execute();
  return Object.fromEntries(rows.map(({ step_id, n }) => [step_id ?? '', Number(n)]));
}

const noNumbers = (): SequenceNumbers => ({
  underWay: 0,
  finished: 0,
  stopped: 0,
  sent: 0,
  clicked: 0,
  notSent: 0,
  bought: 0,
  revenue: [],
});

export async function numbersOf(
  db: AnyKysely,
  ownerId: string,
  id?: string,
): Promise<(sequenceId: string) => SequenceNumbers> {
  const only = sql`owner_id = ${ownerId} and (${id ?? null}::text is null or sequence_id = ${id ?? null})`;
  const { rows: runs } = await sql<{
    sequence_id: string;
    underWay: number;
    finished: number;
    stopped: number;
  }>`
    select sequence_id, count(*) filter (where state = 'waiting')::int as "underWay",
      count(*) filter (where state = 'finished')::int as finished, count(*) filter (where state = 'stopped')::int as stopped
    from followup_run where ${only} group by sequence_id`.execute(db);
  const { rows: mails } = await sql<{ sequence_id: string; sent: number; clicked: number; notSent: number }>`
    select sequence_id, count(*) filter (where state <> 'not sent')::int as sent,
      count(clicked_at)::int as clicked, count(*) filter (where state = 'not sent')::int as "notSent"
    from followup_message where ${only} group by sequence_id`.execute(db);
  // Who was held out got nothing, so what they bought is not of it.
  const { rows: orders } = await sql<{
    sequence_id: string;
    currency: string;
    bought: number;
    cents: number;
  }>`
    select r.sequence_id, o.currency, count(distinct r.contact_id)::int as bought, sum(o.cents)::float8 as cents
    from followup_run r join followup_order o on o.owner_id = r.owner_id and o.contact_id = r.contact_id
      and o.at > r.started_at and o.at <= r.started_at + make_interval(days => ${orderDays})
    where r.owner_id = ${ownerId} and (${id ?? null}::text is null or r.sequence_id = ${id ?? null}) and not r.held_out
    group by r.sequence_id, o.currency order by cents desc`.execute(db);
  const all = new Map<string, SequenceNumbers>();
  const at = (sequenceId: string) => {
    const known = all.get(sequenceId) ?? noNumbers();
    all.set(sequenceId, known);
    return known;
  };
  for (const { sequence_id, ...counts } of [...runs, ...mails]) Object.assign(at(sequence_id), counts);
  for (const { sequence_id, currency, bought, cents } of orders) {
    const numbers = at(sequence_id);
    numbers.bought += bought;
    numbers.revenue.push({ currency, cents });
  }
  return (sequenceId) => all.get(sequenceId) ?? noNumbers();
}

export const sequenceView = (row: SequenceRow, numbers: SequenceNumbers): SequenceView => ({
  ...row.body,
  id: row.id,
  isOn: row.on_since !== null,
  onSince: row.on_since?.toISOString() ?? null,
  version: row.version,
  updatedAt: row.updated_at.toISOString(),
  numbers,
});

export async function sequencesOf(db: AnyKysely, ownerId: string): Promise<SequenceRow[]> {
  const rows = await tablesOf<FollowupTables>(db)
    .selectFrom('followup_sequence')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(readSequence);
}

export async function sequenceOf(db: AnyKysely, ownerId: string, id: string): Promise<SequenceRow> {
  const row = await tablesOf<FollowupTables>(db)
    .selectFrom('followup_sequence')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Problem('not_found', 'This sequence no longer exists.');
  return readSequence(row);
}
