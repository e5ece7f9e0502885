import { days, hours } from '#base/clock.ts';
import { afterQuiet, isQuiet } from '#features/recovery/rules/sequence.ts';
import {
  apart,
  type MailFacts,
  type MailDecision,
  pausedHours,
  staleAfterHours,
  staleDays,
} from './sending.ts';

/** May this text message go to this person now? Asked when its step is due, and in part again just before it leaves. */

/** Why none leaves here or for this member; '' : they do. */
export type TextsOff = '' | 'provider' | 'plan';

export const offReason: Record<Exclude<TextsOff, ''>, string> = {
  provider: 'this hub sends no text messages yet',
  plan: 'your plan has no text messages',
};

export type TextFacts = Pick<
  MailFacts,
  'now' | 'dueAt' | 'startedAt' | 'heldOut' | 'mayReach' | 'hasSender' | 'paused' | 'timeZone' | 'sender'
> & {
  /** '' where nobody has told it. */
  phone: string;
  consent: { withdrawn: boolean } | null;
  /** Why this number gets no text message from this hub at all; null: it may. */
  stopped: string | null;
  off: TextsOff;
  /** How many more its owner may send this month. */
  left: number;
  perMonth: number;
  /** When this person last got an email or this number a text message of this owner. */
  mailedAt: Date | null;
};

export function decideText(facts: TextFacts): MailDecision {
  const { now, dueAt, sender, mailedAt } = facts;
  if (facts.heldOut) return { is: 'skip' };
  const never = whyNever(facts);
  if (never !== null) return { is: 'refuse', reason: never };
  const missing = !facts.mayReach
    ? 'your email address isn’t confirmed: confirm it under Dashboard, Account'
    : facts.hasSender
      ? null
      : 'your sender name is missing: add it in the Cart recovery settings';
  if (missing !== null)
    return now.getTime() - facts.startedAt.getTime() > days(staleDays)
      ? { is: 'stop', reason: missing }
      : { is: 'move', to: new Date(now.getTime() + hours(pausedHours)), reason: missing };
  if (now.getTime() - dueAt.getTime() > hours(staleAfterHours))
    return { is: 'refuse', reason: 'over 3 days late' };
  const quiet = { ...sender, timeZone: facts.timeZone || sender.timeZone };
  if (isQuiet(now, quiet))
    return { is: 'move', to: afterQuiet(now, quiet), reason: 'moved out of quiet hours' };
  if (facts.paused !== null)
    return { is: 'move', to: new Date(now.getTime() + hours(pausedHours)), reason: 'paused' };
  const free = mailedAt && new Date(mailedAt.getTime() + hours(apart(sender)));
  if (free && free > now)
    return { is: 'move', to: afterQuiet(free, quiet), reason: 'moved: written to recently' };
  return { is: 'send' };
}

/** What no waiting mends: the person goes on without it. */
function whyNever({ phone, off, stopped, consent, left, perMonth }: TextFacts): string | null {
  if (off !== '') return offReason[off];
  if (phone === '') return 'no phone number';
  if (stopped !== null) return stopped;
  if (consent === null) return 'no consent to text messages';
  if (consent.withdrawn) return 'consent to text messages withdrawn';
  if (left <= 0) return `your ${perMonth} text messages of this month are used up`;
  return null;
}
