import { type RawBuilder, sql } from 'kysely';
import { hours } from '#base/clock.ts';
import { randomText } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import { letterOf } from '#features/letters/rules/letter.ts';
import type { AnyTransaction } from '#platform/server/database/database.ts';
import { type MailMessage, mailPayload } from '#platform/server/mail/message.ts';
import { sendTexts } from '#platform/server/texts/message.ts';
import { decideMail } from '../rules/sending.ts';
import { type Act, walk } from '../rules/walk.ts';
import {
  type Batch,
  createLook,
  type Due,
  type DueRow,
  type EngineParts,
  keyOf,
  type Known,
  type Owner,
} from './batch.ts';
import { hashToken, inDress } from './letter.ts';
import { hubOwner, isProof, listPurpose } from './owner.ts';
import { placeNow } from './places.ts';
import { type Outcome, record, unsent } from './record.ts';
import { sideFor } from './splits.ts';
import { textNow } from './texting.ts';
import { inTurn } from './turns.ts';
import { dedupeKeyOf, type RunRow } from './tables.ts';

/** So long after a fault of ours somebody's next step is tried again. */
const faultHours = 1;

type Taken = Pick<RunRow, 'owner_id' | 'id'>;

/** Goes on with whatever is due: each step looked at, carried out and recorded in one transaction. */
export function createEngine(parts: EngineParts) {
  const { db, clock, mail, webhooks, origin, log } = parts;
  const look = createLook(parts);

  /**
   * Killed anywhere before its end nothing has happened; after it the outbox alone sends, at most once. One process of
   * the hub does this at a time.
   */
  async function goOn(limit = 1000): Promise<number> {
    const taken: Taken[] = [];
    try {
      return await goOnWith((now) => inTurn(now, limit), taken);
    } catch (error) {
      if (taken.length === 0) throw error;
      // Nobody waits for somebody else's fault: each goes alone, and what can't go on is tried again later.
      for (const { owner_id, id } of taken) await alone(owner_id, id);
      return taken.length;
    }
  }

  async function alone(ownerId: string, id: string): Promise<void> {
    try {
      await goOnWith(
        () =>
          sql`(select * from followup_run where owner_id = ${ownerId} and id = ${id} and state = 'waiting' for update)`,
        [],
      );
    } catch (error) {
      log.error('a follow-up can’t go on', { ownerId, run: id, error });
      await sql`
        update followup_run set due_at = ${new Date(clock.now().getTime() + hours(faultHours))}, reason = 'something went wrong: tried again'
        where owner_id = ${ownerId} and id = ${id} and state = 'waiting'`.execute(db.tables());
    }
  }

  async function goOnWith(which: (now: Date) => RawBuilder<unknown>, taken: Taken[]): Promise<number> {
    return db.transaction(async (trx) => {
      const now = clock.now();
      const { rows: runs } = await sql<Due>`
        select r.*, exists (select from followup_message m where m.owner_id = r.owner_id and m.run_id = r.id
          and m.clicked_at is not null) as has_clicked
        from ${which(now)} r order by r.due_at, r.id`.execute(trx);
      if (runs.length === 0) return 0;
      taken.push(...runs);
      const batch = await look(trx, runs, now);
      const { rows } = batch;
      const outcomes: Outcome[] = [];
      for (const row of rows) outcomes.push(await one(trx, row, batch));
      const fresh = new Set([
        ...(await mail.sendAll(trx, batch.mails)),
        ...(await sendTexts(parts.outbox, trx, batch.texting.messages)),
      ]);
      await record(trx, { outcomes, fresh, tags: batch.tags, now });
      return rows.length;
    });
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
      isCold: false,
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
      const isCold = !consent?.confirmed_at;
      const decision = decideMail({
        now,
        dueAt: row.due_at,
        startedAt: row.started_at,
        paused: owner.reach.paused,
        isCold,
        coldLeft: owner.reach.coldLeft,
        isFull: !batch.mailboxes.has(row.email),
        heldOut: row.held_out,
        suppressed,
        consent:
          consent && isProof(row.owner_id, consent) ? { withdrawn: consent.withdrawn_at !== null } : null,
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
      if (decision.is === 'send') {
        outcome.message = write(row, step, known, owner, batch);
        outcome.isCold = isCold;
        if (isCold) owner.reach.coldLeft -= 1;
      }
    }
    if (step?.kind === 'text') {
      const { decision, message } = textNow(row, step, owner, batch);
      if (decision.is === 'move')
        return { ...outcome, step_id: stepId, due_at: decision.to, reason: decision.reason };
      if (decision.is === 'stop')
        return { ...outcome, state: 'stopped', step_id: null, reason: decision.reason };
      outcome.message = message;
    }
    const tags = batch.tags.get(keyOf(row)) ?? new Set(row.tags);
    const walked = walk(
      known.program,
      stepId,
      {
        tags,
        fields: row.fields,
        source: row.source,
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
    { written, mails, mailboxes }: Batch,
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
      purpose: listPurpose(row.owner_id),
      why: row.owner_id === hubOwner ? 'agreed' : 'followup',
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
    mailboxes.take(row.email);
    written.add(`${row.owner_id} ${row.email_key}`);
    return {
      step_id: step.id,
      subject: seen.subject,
      channel: 'mail',
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
