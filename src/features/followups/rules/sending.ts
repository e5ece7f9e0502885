import { hours } from '#base/clock.ts';
import { afterQuiet, isQuiet } from '#features/recovery/rules/sequence.ts';
import type { Sender } from './simulate.ts';

/** May this email go to this person now? Asked just before it is handed over. */

/** What is later than this is about something long past: the hub was away. */
export const staleAfterHours = 72;

export interface MailFacts {
  now: Date;
  dueAt: Date;
  heldOut: boolean;
  /** Why this address gets no marketing at all; null: it may. */
  suppressed: string | null;
  consent: { withdrawn: boolean } | null;
  mayReach: boolean;
  hasSender: boolean;
  mailedAt: Date | null;
  /** The reader's own; '' where nobody has told it. */
  timeZone: string;
  sender: Sender;
}

export type MailDecision =
  | { is: 'send' }
  /** Nobody gets it, and nothing is said: they are the ones to compare with. */
  | { is: 'skip' }
  | { is: 'refuse'; reason: string }
  | { is: 'stop'; reason: string }
  | { is: 'move'; to: Date; reason: string };

export function decideMail(facts: MailFacts): MailDecision {
  const { now, dueAt, consent, suppressed, mailedAt, sender } = facts;
  if (suppressed !== null) return { is: 'stop', reason: suppressed };
  if (consent?.withdrawn) return { is: 'stop', reason: 'unsubscribed' };
  if (facts.heldOut) return { is: 'skip' };
  if (consent === null) return { is: 'refuse', reason: 'no consent' };
  if (!facts.mayReach)
    return {
      is: 'refuse',
      reason: 'your email address isn’t confirmed: confirm it under Dashboard, Account',
    };
  if (!facts.hasSender)
    return {
      is: 'refuse',
      reason: 'your sender name or postal address is missing: add it in the Cart recovery settings',
    };
  if (now.getTime() - dueAt.getTime() > hours(staleAfterHours))
    return { is: 'refuse', reason: 'over 3 days late' };
  const quiet = { ...sender, timeZone: facts.timeZone || sender.timeZone };
  if (isQuiet(now, quiet))
    return { is: 'move', to: afterQuiet(now, quiet), reason: 'moved out of quiet hours' };
  const free = mailedAt && new Date(mailedAt.getTime() + hours(sender.capHours));
  if (free && free > now)
    return { is: 'move', to: afterQuiet(free, quiet), reason: 'moved: emailed recently' };
  return { is: 'send' };
}
