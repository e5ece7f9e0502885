import { days, hours } from '#base/clock.ts';
import { afterQuiet, isQuiet } from '#features/recovery/rules/sequence.ts';

/** May this email go to this person now? Asked just before it is handed over. */

/** What is later than this is about something long past: the hub was away. */
const staleAfterHours = 72;
const staleDays = 7;

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
const pausedHours = 6;

/** Between two emails to one person, whatever its owner says. */
export const apart = ({ capHours }: Pick<Sender, 'capHours'>): number => Math.max(1, capHours);

export type MailDecision =
  | { is: 'send' }
  /** Nobody gets it, and nothing is said: they are the ones to compare with. */
  | { is: 'skip' }
  | { is: 'refuse'; reason: string }
  | { is: 'stop'; reason: string }
  | { is: 'move'; to: Date; reason: string };

type TimeFacts = Pick<
  MailFacts,
  'now' | 'dueAt' | 'startedAt' | 'mayReach' | 'hasSender' | 'paused' | 'mailedAt' | 'timeZone' | 'sender'
>;

/** What keeps any message back for a while, or for good: `unsaid` names what its owner may not have said of themselves. */
export function whenFree(
  { now, dueAt, startedAt, mayReach, hasSender, paused, mailedAt, timeZone, sender }: TimeFacts,
  unsaid: string,
): { later: MailDecision | null; quiet: Sender } {
  const quiet = { ...sender, timeZone: timeZone || sender.timeZone };
  const wait = (to: Date, reason: string): MailDecision => ({ is: 'move', to, reason });
  const inAWhile = new Date(now.getTime() + hours(pausedHours));
  const missing = !mayReach
    ? 'your email address isn’t confirmed: confirm it under Dashboard, Account'
    : hasSender
      ? null
      : `your ${unsaid} is missing: add it in the Cart recovery settings`;
  const free = mailedAt && new Date(mailedAt.getTime() + hours(apart(sender)));
  const later = (): MailDecision | null => {
    // It is looked at again, for a week: whoever may send nothing isn't walked through step by step.
    if (missing !== null)
      return now.getTime() - startedAt.getTime() > days(staleDays)
        ? { is: 'stop', reason: missing }
        : wait(inAWhile, missing);
    if (now.getTime() - dueAt.getTime() > hours(staleAfterHours))
      return { is: 'refuse', reason: 'over 3 days late' };
    if (isQuiet(now, quiet)) return wait(afterQuiet(now, quiet), 'moved out of quiet hours');
    if (paused !== null) return wait(inAWhile, 'paused');
    return free && free > now ? wait(afterQuiet(free, quiet), 'moved: written to recently') : null;
  };
  return { later: later(), quiet };
}

export function decideMail(facts: MailFacts): MailDecision {
  const { now, consent, suppressed } = facts;
  if (suppressed !== null) return { is: 'stop', reason: suppressed };
  if (consent?.withdrawn) return { is: 'stop', reason: 'unsubscribed' };
  if (facts.heldOut) return { is: 'skip' };
  if (consent === null) return { is: 'refuse', reason: 'no consent' };
  const { later, quiet } = whenFree(facts, 'sender name or postal address');
  if (later) return later;
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
