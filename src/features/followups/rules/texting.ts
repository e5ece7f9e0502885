import { type MailDecision, type MailFacts, whenFree } from './sending.ts';

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
  /** Why no text message goes to such a number from here; null: one may. */
  refused: string | null;
  /** How many more parts its owner may send this month. */
  left: number;
  perMonth: number;
  /** When this person last got an email or this number a text message of this owner. */
  mailedAt: Date | null;
};

export function decideText(facts: TextFacts): MailDecision {
  if (facts.heldOut) return { is: 'skip' };
  const never = whyNever(facts);
  if (never !== null) return { is: 'refuse', reason: never };
  return whenFree(facts, 'sender name').later ?? { is: 'send' };
}

/** What no waiting mends: the person goes on without it. */
function whyNever({ phone, off, refused, stopped, consent, left, perMonth }: TextFacts): string | null {
  if (off !== '') return offReason[off];
  if (phone === '') return 'no phone number';
  if (refused !== null) return refused;
  if (stopped !== null) return stopped;
  if (consent === null) return 'no consent to text messages';
  if (consent.withdrawn) return 'consent to text messages withdrawn';
  if (left <= 0) return `your ${perMonth} text message parts of this month are used up`;
  return null;
}
