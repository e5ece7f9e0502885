import { sql } from 'kysely';
import { randomText } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import { mayReachOthers } from '#features/accounts/server/public.ts';
import { fromMember } from '#features/consent/rules/contract.ts';
import { type Standing, standings } from '#features/consent/server/public.ts';
import { type LetterBlock, letterOf } from '#features/letters/rules/letter.ts';
import type { Plans } from '#features/plans/server/public.ts';
import { createDress, type Dress, ensureOwner, lastMailed } from '#features/recovery/server/public.ts';
import type { AnyTransaction } from '#platform/server/database/database.ts';
import { type MailMessage, mailPayload } from '#platform/server/mail/message.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Webhooks } from '#platform/server/webhooks/webhooks.ts';
import { decideMail } from '../rules/sending.ts';
import { type Act, type Program, programOf, walk } from '../rules/walk.ts';
import { hashToken, inDress } from './letter.ts';
import { placeNow } from './places.ts';
import { type Outcome, record, unsent } from './record.ts';
import { readSequence } from './sequences.ts';
import { type Split, sideFor } from './splits.ts';
import { type ContactRow, dedupeKeyOf, type RunRow, type SequenceRow } from './tables.ts';

export interface EngineParts extends Pick<Platform, 'db' | 'clock' | 'mail' | 'origin' | 'site' | 'config'> {
  plans: Plans;
  webhooks: Webhooks;
}

type DueRow = RunRow &
  Pick<ContactRow, 'email' | 'email_key' | 'name' | 'time_zone' | 'fields' | 'tags' | 'bought_at'> & {
    has_clicked: boolean;
  };

/** What a batch knows of a member, asked once. */
interface Owner {
  dress: Dress;
  hasSender: boolean;
  mayReach: boolean;
  sender: { timeZone: string; quietFrom: number; quietTo: number; capHours: number };
  webhook: { url: string; secret: string } | null;
}

interface Known {
  sequence: SequenceRow;
  program: Program;
  letters: Map<string, LetterBlock[]>;
  /** By step: the tests of two wordings. */
  splits: Readonly<Record<string, Split>>;
}

interface Batch {
  now: Date;
  owners: Map<string, Owner>;
  sequences: Map<string, Known>;
  standing(row: DueRow): Standing;
  mailedAt(row: DueRow): Date | null;
  /** Who is written to in this batch already. */
  written: Set<string>;
  /** As this batch leaves them; two sequences may both change them. */
  tags: Map<string, Set<string>>;
  mails: MailMessage[];
}

/** Goes on with whatever is due: each step looked at, carried out and recorded in one transaction. */
export function createEngine(parts: EngineParts) {
  const { db, clock, mail, plans, webhooks, origin } = parts;
  const dressFor = createDress(parts);

  /**
   * Killed anywhere before its end nothing has happened; after it the outbox alone sends, at most once. One process of
   * the hub does this at a time.
   */
  async function goOn(limit = 1000): Promise<number> {
    return db.transaction(async (trx) => {
      const now = clock.now();
      const { rows } = await sql<DueRow>`
        select r.*, c.email, c.email_key, c.name, c.time_zone, c.fields, c.tags, c.bought_at,
          exists (select from followup_message m where m.owner_id = r.owner_id and m.run_id = r.id
            and m.clicked_at is not null) as has_clicked
        from (select * from followup_run where state = 'waiting' and due_at <= ${now}
          order by due_at limit ${limit} for update skip locked) r
        join contact c on c.owner_id = r.owner_id and c.id = r.contact_id
        order by r.due_at, r.id`.execute(trx);
      if (rows.length === 0) return 0;
      const batch = await look(trx, rows, now);
      const outcomes: Outcome[] = [];
      for (const row of rows) outcomes.push(await one(trx, row, batch));
      const fresh = await mail.sendAll(trx, batch.mails);
      await record(trx, { outcomes, fresh, tags: batch.tags, now });
      return rows.length;
    });
  }

  async function look(trx: AnyTransaction, rows: DueRow[], now: Date): Promise<Batch> {
    const owners = new Map<string, Owner>();
    for (const ownerId of new Set(rows.map(({ owner_id }) => owner_id)))
      owners.set(ownerId, await ownerOf(trx, ownerId));
    const wanted = [...new Set(rows.map(({ owner_id, sequence_id }) => `${owner_id} ${sequence_id}`))];
    // In one look, so that a save between doesn't give one test's words to the next one.
    const { rows: found } = await sql<SequenceRow & { splits: Record<string, Split> }>`
      select s.*, (select coalesce(jsonb_object_agg(t.step_id, to_jsonb(t)), '{}') from followup_split t
        where t.owner_id = s.owner_id and t.sequence_id = s.id) as splits
      from followup_sequence s where owner_id || ' ' || id = any(${wanted})
        and owner_id = any(${[...owners.keys()]})`.execute(trx);
    const sequences = new Map(
      found
        .map(readSequence)
        .map(({ splits, ...sequence }): [string, Known] => [
          `${sequence.owner_id} ${sequence.id}`,
          { sequence, program: programOf(sequence.body.steps), letters: new Map(), splits },
        ]),
    );
    const asked = (row: DueRow) => ({ addressKey: row.email_key, purpose: fromMember(row.owner_id) });
    const standing = await standings(trx, rows.map(asked));
    const mailed = await lastMailed(
      trx,
      rows.map(({ owner_id, email_key }) => ({ owner_id, email_key })),
    );
    return {
      now,
      owners,
      sequences,
      standing: (row) => standing(asked(row)),
      mailedAt: mailed,
      written: new Set(),
      tags: new Map(),
      mails: [],
    };
  }

  async function ownerOf(trx: AnyTransaction, ownerId: string): Promise<Owner> {
    const owner = await ensureOwner(trx, ownerId, clock.now());
    const dress = await dressFor(trx, owner);
    const { timeZone, quietFrom, quietTo, capHours, webhookUrl } = owner.delivery;
    const mayTell = webhookUrl !== '' && (await plans.gate(trx, ownerId, 'multiChannel')).allowed;
    return {
      dress,
      hasSender: dress.shop !== '' && dress.address.trim() !== '',
      mayReach: await mayReachOthers(parts, trx, ownerId),
      sender: { timeZone, quietFrom, quietTo, capHours },
      webhook: mayTell ? { url: webhookUrl, secret: owner.secret } : null,
    };
  }

  async function one(trx: AnyTransaction, row: DueRow, batch: Batch): Promise<Outcome> {
    const { now } = batch;
    const outcome: Outcome = {
      row,
      state: 'waiting',
      step_id: row.step_id,
      due_at: row.due_at,
      reason: '',
      message: null,
      newTags: [],
    };
    const known = batch.sequences.get(`${row.owner_id} ${row.sequence_id}`);
    const owner = batch.owners.get(row.owner_id);
    if (!known || !owner) return { ...outcome, state: 'stopped', reason: 'its sequence was removed' };
    // Turned off while somebody was on their way into it: they wait with the others.
    if (known.sequence.on_since === null) return { ...outcome, isParked: true };
    const stepId = await placeNow(trx, row, known);
    if (stepId === null) return { ...outcome, state: 'finished', step_id: null };
    const step = known.program.places.get(stepId)?.step;
    if (step?.kind === 'mail') {
      const { record: consent, suppressed } = batch.standing(row);
      const decision = decideMail({
        now,
        dueAt: row.due_at,
        heldOut: row.held_out,
        suppressed,
        consent: consent && { withdrawn: consent.withdrawn_at !== null },
        mayReach: owner.mayReach,
        hasSender: owner.hasSender,
        mailedAt: batch.written.has(`${row.owner_id} ${row.email_key}`) ? now : batch.mailedAt(row),
        timeZone: row.time_zone,
        sender: owner.sender,
      });
      if (decision.is === 'move')
        return { ...outcome, step_id: stepId, due_at: decision.to, reason: decision.reason };
      if (decision.is === 'stop')
        return { ...outcome, state: 'stopped', step_id: null, reason: decision.reason };
      if (decision.is === 'refuse') outcome.message = unsent(stepId, step.subject, decision.reason);
      if (decision.is === 'send') outcome.message = write(row, step, known, owner, batch);
    }
    const tags = batch.tags.get(keyOf(row)) ?? new Set(row.tags);
    const walked = walk(
      known.program,
      stepId,
      {
        tags,
        fields: row.fields,
        timeZone: row.time_zone,
        lastBoughtAt: row.bought_at,
        hasClicked: row.has_clicked,
        startedAt: row.started_at,
      },
      now,
      owner.sender.timeZone,
    );
    for (const act of walked.acts) await carryOut(trx, act, { row, owner, batch, outcome, tags });
    return walked.next === null
      ? { ...outcome, state: 'finished', step_id: null }
      : { ...outcome, step_id: walked.next.stepId, due_at: walked.next.at };
  }

  function write(
    row: DueRow,
    step: Extract<Act, { do: 'mail' }>['step'],
    { letters, splits }: Known,
    { dress }: Owner,
    { written, mails }: Batch,
  ): Outcome['message'] {
    const token = randomText(32);
    const { side, words, counts } = sideFor(row, step, splits[step.id]);
    const place = `${step.id} ${side}`;
    const blocks = letters.get(place) ?? letterOf(words.blocks, origin());
    letters.set(place, blocks);
    const { seen, links } = inDress(
      { subject: words.subject, blocks },
      { name: row.name, email: row.email, shop: dress.shop, fields: row.fields },
      dress,
      (n) => `${origin()}/go/${token}${n > 0 ? `?n=${n}` : ''}`,
    );
    const message: MailMessage = {
      to: row.email,
      kind: 'marketing',
      purpose: fromMember(row.owner_id),
      why: 'followup',
      ...seen,
      dedupeKey: dedupeKeyOf(row.owner_id, row.id, step.id),
    };
    try {
      // What no mail can be made of is refused here, alone.
      mailPayload(message);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return unsent(step.id, seen.subject, error.message);
    }
    mails.push(message);
    written.add(`${row.owner_id} ${row.email_key}`);
    return {
      step_id: step.id,
      subject: seen.subject,
      state: 'handed',
      reason: '',
      token_hash: links.length > 0 ? hashToken(token) : null,
      links,
      ...counts,
    };
  }

  async function carryOut(
    trx: AnyTransaction,
    act: Act,
    {
      row,
      owner,
      batch,
      outcome,
      tags,
    }: { row: DueRow; owner: Owner; batch: Batch; outcome: Outcome; tags: Set<string> },
  ): Promise<void> {
    if (act.do === 'tag') {
      if (act.add && !tags.has(act.tag)) outcome.newTags.push(act.tag);
      if (act.add) tags.add(act.tag);
      else tags.delete(act.tag);
      batch.tags.set(keyOf(row), tags);
    }
    if (act.do === 'webhook' && owner.webhook)
      await webhooks.send(trx, {
        ...owner.webhook,
        type: 'followup.step',
        owner: row.owner_id,
        data: {
          sequenceId: row.sequence_id,
          stepId: act.stepId,
          email: row.email,
          name: row.name,
          tags: [...tags],
          fields: row.fields,
        },
        dedupeKey: dedupeKeyOf(row.owner_id, row.id, act.stepId),
      });
  }

  return {
    goOn,

    /** Everything that is due, in batches. */
    async goOnWithAll(): Promise<number> {
      let all = 0;
      for (let handled = await goOn(); handled > 0; handled = await goOn()) all += handled;
      return all;
    },
  };
}

export type Engine = ReturnType<typeof createEngine>;

const keyOf = ({ owner_id, contact_id }: Pick<RunRow, 'owner_id' | 'contact_id'>): string =>
  `${owner_id} ${contact_id}`;
