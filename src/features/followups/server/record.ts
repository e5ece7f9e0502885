import { sql } from 'kysely';
import { noteMailed } from '#features/recovery/server/public.ts';
import type { AnyTransaction } from '#platform/server/database/database.ts';
import { asJsonb } from '#platform/server/outbox/tables.ts';
import { mostDepth } from '../rules/happenings.ts';
import { noteHanded } from './reach.ts';
import { sequencesOn, type Start, startRuns } from './runs.ts';
import { dedupeKeyOf, type MessageRow, parkedHours, type RunRow } from './tables.ts';

export interface Outcome {
  row: RunRow & { email_key: string };
  state: RunRow['state'];
  step_id: string | null;
  due_at: Date;
  reason: string;
  /** Its sequence is off: it waits until that is on again. */
  isParked?: true;
  message: Pick<
    MessageRow,
    | 'channel'
    | 'step_id'
    | 'subject'
    | 'state'
    | 'reason'
    | 'token_hash'
    | 'links'
    | 'wording'
    | 'split_version'
  > | null;
  newTags: string[];
  /** To an address that nobody ever confirmed. */
  isCold: boolean;
}

/** What is known of an email or a text message that didn't go out. */
export const unsent = (
  stepId: string,
  subject: string,
  reason: string,
  channel: MessageRow['channel'] = 'mail',
): NonNullable<Outcome['message']> => ({
  channel,
  step_id: stepId,
  subject,
  state: 'not sent',
  reason,
  token_hash: null,
  links: [],
  wording: null,
  split_version: null,
});

interface Done {
  outcomes: readonly Outcome[];
  /** The keys of the mails and text messages that were not handed over before. */
  fresh: ReadonlySet<string>;
  tags: ReadonlyMap<string, ReadonlySet<string>>;
  now: Date;
}

/** What a batch did, written down at the cost of a few statements: runs, then people, then messages, then who was mailed. */
export async function record(trx: AnyTransaction, { outcomes, fresh, tags, now }: Done): Promise<void> {
  const runs = outcomes.map(({ row, state, step_id, due_at, reason, isParked }) => ({
    owner_id: row.owner_id,
    id: row.id,
    state,
    step_id,
    due_at,
    reason,
    parked: isParked ? parkedHours : 0,
  }));
  await sql`
    update followup_run r set state = n.state, step_id = n.step_id, due_at = n.due_at + make_interval(hours => n.parked),
      reason = n.reason, ended_at = case when n.state <> 'waiting' then ${now}::timestamptz end
    from jsonb_to_recordset(${asJsonb(runs)}) as n (owner_id text, id text, state text, step_id text, due_at timestamptz,
      reason text, parked integer)
    where r.owner_id = n.owner_id and r.id = n.id`.execute(trx);
  await recordTags(trx, tags);
  const messages = outcomes.flatMap(({ row, message, isCold }) => {
    if (message === null) return [];
    const { owner_id, id, sequence_id, contact_id } = row;
    const wasSent = message.state === 'handed' && !fresh.has(dedupeKeyOf(owner_id, id, message.step_id));
    return {
      ...message,
      ...(wasSent && { state: 'not sent', reason: 'was already sent', token_hash: null }),
      owner_id,
      run_id: id,
      sequence_id,
      contact_id,
      email_key: row.email_key,
      isCold,
    };
  });
  if (messages.length > 0)
    await sql`
      insert into followup_message (owner_id, run_id, step_id, sequence_id, contact_id, subject, state, reason, at, token_hash, links,
        wording, split_version, channel)
      select owner_id, run_id, step_id, sequence_id, contact_id, subject, state, reason, ${now}::timestamptz, token_hash, links,
        wording, split_version, channel
      from jsonb_to_recordset(${asJsonb(messages)}) as n (owner_id text, run_id text, step_id text, sequence_id text,
        contact_id text, subject text, state text, reason text, token_hash text, links jsonb, wording text, split_version integer,
        channel text)
      on conflict do nothing`.execute(trx);
  await startByTags(trx, outcomes, now);
  const handed = messages.filter(({ state }) => state === 'handed');
  await noteHanded(
    trx,
    handed.filter(({ channel }) => channel === 'mail'),
    now,
  );
  await noteMailed(
    trx,
    handed.map(({ owner_id, email_key }) => ({ owner_id, email_key })),
    now,
  );
}

async function recordTags(trx: AnyTransaction, tags: Done['tags']): Promise<void> {
  if (tags.size === 0) return;
  const rows = [...tags].map(([key, all]) => {
    const [owner_id = '', id = ''] = key.split(' ');
    return { owner_id, id, tags: [...all] };
  });
  await sql`
    update contact c set tags = array(select jsonb_array_elements_text(n.tags))
    from jsonb_to_recordset(${asJsonb(rows)}) as n (owner_id text, id text, tags jsonb)
    where c.owner_id = n.owner_id and c.id = n.id`.execute(trx);
}

async function startByTags(trx: AnyTransaction, outcomes: readonly Outcome[], now: Date): Promise<void> {
  const starts: Start[] = [];
  const known = new Map<string, Awaited<ReturnType<typeof sequencesOn>>>();
  for (const { row, newTags } of outcomes) {
    if (newTags.length === 0 || row.depth >= mostDepth) continue;
    const sequences = known.get(row.owner_id) ?? (await sequencesOn(trx, row.owner_id, 'tag'));
    known.set(row.owner_id, sequences);
    for (const tag of newTags)
      for (const sequence of sequences)
        if (sequence.body.trigger.on === 'tag' && sequence.body.trigger.tag === tag)
          starts.push({
            sequence,
            contactId: row.contact_id,
            cause: `tag:${tag}:${row.id}`,
            depth: row.depth + 1,
          });
  }
  await startRuns(trx, starts, now);
}
