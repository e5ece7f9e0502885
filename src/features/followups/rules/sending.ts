import { days, hours } from '#base/clock.ts';
import { afterQuiet, isQuiet } from '#features/recovery/rules/sequence.ts';

/** May this email go to this person now? Asked just before it is handed over. */

/** What is later than this is about something long past: the hub was away. */
export const staleAfterHours = 72;
export const staleDays = 7;

export interface Sender {
  timeZone: string;
  quietFrom: number;
  quietTo: number;
  capHours: number;
}

export interface MailFacts {
  now: Date;
  dueAt: Date;
  startedAt: Date;
  heldOut: boolean;
  /** Why this address gets no marketing at all; null: it may. */
  suppressed: string | null;
  consent: { withdrawn: boolean } | null;
  mayReach: boolean;
  hasSender: boolean;
  mailedAt: Date | null;
  /** What came back in the last days: nothing goes out before its owner has looked. */
  paused: string | null;
  /** Nobody ever confirmed this address, and so many more such people may be written to today. */
  isCold: boolean;
  coldLeft: number;
  /** This mailbox got as many emails of this kind from this hub as it gets in a while. */
  isFull: boolean;
  /** The reader's own; '' where nobody has told it. */
  timeZone: string;
  sender: Sender;
}

/** Paused sequences are looked at again this often, so that a pause ends by itself. */
export const pausedHours = 6;

/** Between two emails to one person, whatever its owner says. */
export const apart = ({ capHours }: Pick<Sender, 'capHours'>): number => Math.max(1, capHours);

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
  const missing = !facts.mayReach
    ? 'your email address isn’t confirmed: confirm it under Dashboard, Account'
    : facts.hasSender
      ? null
      : 'your sender name or postal address is missing: add it in the Cart recovery settings';
  // It is looked at again, for a week: whoever may send nothing isn't walked through step by step.
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
    return { is: 'move', to: afterQuiet(free, quiet), reason: 'moved: emailed recently' };
  if (facts.isFull)
    return {
      is: 'move',
      to: afterQuiet(new Date(now.getTime() + hours(1)), quiet),
      reason: 'moved: this address got several emails from here',
    };
  if (facts.isCold && facts.coldLeft <= 0)
    return {
      is: 'move',
      to: afterQuiet(new Date(Math.floor(now.getTime() / days(1) + 1) * days(1)), quiet),
      reason: 'moved: no more people today who haven’t confirmed their address',
    };
  return { is: 'send' };
}
