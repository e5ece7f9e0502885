import { whyNotTexted } from '#base/mobile-number.ts';
import { whyStopped } from '#features/consent/server/public.ts';
import { usedUpWords } from '#platform/server/texts/bounds.ts';
import { nextMonth, waitingWords } from '#platform/server/texts/month.ts';
import { afterQuiet } from '#features/recovery/rules/sequence.ts';
import type { MailDecision } from '../rules/sending.ts';
import type { TextStep } from '../rules/steps.ts';
import { shortText } from '../rules/words.ts';
import { textFor } from '../rules/text-message.ts';
import { decideText } from '../rules/texting.ts';
import type { Batch, DueRow, Owner } from './batch.ts';
import { type Outcome, unsent } from './record.ts';
import { dedupeKeyOf } from './tables.ts';

/** A step that is a text message: asked of the person as they are now, and written. */

const later = (one: Date | null, other: Date | null): Date | null =>
  one && other ? (one > other ? one : other) : (one ?? other);

/** What is to be done with it, and the message where it goes. */
export function textNow(
  row: DueRow,
  step: TextStep,
  owner: Owner,
  batch: Batch,
): { decision: MailDecision; message: Outcome['message'] } {
  const { now, texting, written } = batch;
  const standing = texting.standing(row);
  const { record } = standing;
  const isWritten =
    written.has(`${row.owner_id} ${row.email_key}`) ||
    (row.phone !== '' && written.has(`${row.owner_id} ${row.phone}`));
  const decision = decideText({
    now,
    dueAt: row.due_at,
    startedAt: row.started_at,
    heldOut: row.held_out,
    mayReach: owner.mayReach,
    hasSender: owner.dress.shop !== '',
    paused: owner.reach.paused,
    timeZone: row.time_zone,
    sender: owner.sender,
    phone: row.phone,
    consent: record && { withdrawn: record.withdrawn_at !== null },
    refused: row.phone === '' ? null : whyNotTexted(row.phone, texting.countries),
    stopped: whyStopped(standing),
    off: owner.texts.off,
    left: owner.texts.left,
    perMonth: owner.texts.perMonth,
    mailedAt: isWritten ? now : later(batch.mailedAt(row), texting.textedAt(row)),
  });
  const subject = shortText(step.text);
  if (decision.is === 'refuse')
    return { decision, message: unsent(step.id, subject, decision.reason, 'text') };
  if (decision.is !== 'send') return { decision, message: null };
  const { name, email, fields, phone } = row;
  const made = textFor(step.text, { name, email, fields, shop: owner.dress.shop });
  if (made === null)
    return { decision, message: unsent(step.id, subject, 'longer than 4 parts, or empty', 'text') };
  const { parts } = made.counted;
  const { left, perMonth } = owner.texts;
  if (parts > left) {
    const reason = usedUpWords(perMonth, left);
    return { decision: { is: 'refuse', reason }, message: unsent(step.id, subject, reason, 'text') };
  }
  // Nobody who is to get it did anything about this, so they wait, and nothing is lost.
  if (parts > texting.hubLeft) {
    const quiet = { ...owner.sender, timeZone: row.time_zone || owner.sender.timeZone };
    const to = afterQuiet(nextMonth(now), quiet);
    return { decision: { is: 'move', to, reason: waitingWords(now) }, message: null };
  }
  texting.hubLeft -= parts;
  texting.messages.push({
    to: phone,
    text: made.text,
    owner: row.owner_id,
    person: email,
    dedupeKey: dedupeKeyOf(row.owner_id, row.id, step.id),
  });
  owner.texts.left -= parts;
  written.add(`${row.owner_id} ${row.email_key}`);
  written.add(`${row.owner_id} ${phone}`);
  return {
    decision,
    message: {
      ...unsent(step.id, shortText(made.text.slice(0, made.text.lastIndexOf('\n'))), '', 'text'),
      state: 'handed',
    },
  };
}
