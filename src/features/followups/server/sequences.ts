import { sql } from 'kysely';
import { Problem } from '#base/problem.ts';
import { mostParts } from '#base/text-parts.ts';
import { textsOf } from '#features/letters/rules/blocks.ts';
import { isUnwritten, mergeFault } from '#features/letters/rules/merge.ts';
import { type AnyKysely, type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import {
  isOfTheHub,
  type SaveSequenceBody,
  type SequenceBody,
  type SequenceNumbers,
  type SequenceView,
} from '../rules/contract.ts';
import { allSteps, stepsForBoth, stepsInBlocks } from '../rules/steps.ts';
import { sampleText, tooLongWords } from '../rules/text-message.ts';
import { stepWords } from '../rules/words.ts';
import { movedPlaces } from '../rules/walk.ts';
import { hubOwner } from './owner.ts';
import { beginSplits } from './splits.ts';
import { type FollowupTables, parkedHours, type SequenceRow } from './tables.ts';

/** Sequences as their owner writes them; each save is a version that can be put back. */

const changedElsewhere = 'This sequence was changed elsewhere. Look at that version before you save yours.';
const mostSequences = 100;
const mostVersions = 100;

/** Why these words can't go out to anybody. */
function faultOf({ steps, isOn }: SequenceBody, shop: string): string | null {
  for (const step of allSteps(steps)) {
    if (step.kind === 'text') {
      const fault = mergeFault(step.text);
      if (fault) return `${stepWords(step)}: ${fault}`;
      if (sampleText(step.text, shop).counted.parts > mostParts) return `${stepWords(step)}: ${tooLongWords}`;
      if (isOn && isUnwritten(step.text))
        return `${stepWords(step)} still has text in [brackets] that you wanted to write. Write it, then turn the sequence on.`;
    }
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

type Sender = { name: string; address: string };

function refuseFaults(body: SequenceBody, sender: Sender): void {
  const fault = faultOf(body, sender.name);
  if (fault !== null) throw new Problem('bad_request', fault);
  if (body.isOn && (sender.name === '' || sender.address === ''))
    throw new Problem(
      'bad_request',
      'Before you send email, add your shop’s name and postal address in the Cart recovery settings. Every email must include both.',
    );
}

/** On or off is its own act, whatever is being written meanwhile: nobody who wants mail to stop is told of another version. */
export async function turnSequence(
  trx: AnyTransaction,
  ownerId: string,
  id: string,
  isOn: boolean,
  { now, sender }: { now: Date; sender: Sender },
): Promise<void> {
  const row = await tablesOf<FollowupTables>(trx)
    .selectFrom('followup_sequence')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Problem('not_found', 'This sequence no longer exists.');
  if (isOn === (row.on_since !== null)) return;
  refuseFaults({ ...readSequence(row).body, isOn }, sender);
  await tablesOf<FollowupTables>(trx)
    .updateTable('followup_sequence')
    .set({ on_since: isOn ? now : null, updated_at: now })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .execute();
  await park(trx, ownerId, id, !isOn, now);
}

export async function saveSequence(
  trx: AnyTransaction,
  ownerId: string,
  id: string,
  { version, isOn: wanted, ...written }: SaveSequenceBody,
  { now, sender }: { now: Date; sender: Sender },
): Promise<{ moved: number; ended: number }> {
  const body = { ...written, steps: stepsForBoth(written.steps) };
  const tables = tablesOf<FollowupTables>(trx);
  if (isOfTheHub(body.trigger) && ownerId !== hubOwner)
    throw new Problem('bad_request', 'Only the hub’s operator can start a sequence by this.');
  const before = await tables
    .selectFrom('followup_sequence')
    .selectAll()
    .select(sql<boolean>`body = ${JSON.stringify(body)}::jsonb`.as('is_same'))
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  const isOn = wanted ?? (before ? before.on_since !== null : false);
  refuseFaults({ ...written, isOn }, sender);
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
