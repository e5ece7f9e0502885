import { hours } from '#base/clock.ts';
import type { AutomationSettings } from './automation.ts';
import type { Campaign, Delivery } from './contract.ts';

/** When messages go out, and why not. The browser simulates with the very rule that the engine sends by. */

type Quiet = Pick<Delivery, 'timeZone' | 'quietFrom' | 'quietTo'>;

/** What comes later than this is about a cart that nobody remembers: a server was away, or a backup came back. */
export const staleAfterHours = 24;
/** So long before a message goes out a model may write it, and its owner may edit it. */
export const writtenAheadHours = 1;
/** Why a message does not go that its owner stopped; it may go on. */
export const stoppedByHand = 'stopped by you';
/** Why a message doesn't go that is about a cart of before reminders were turned on. */
export const olderThanOn = 'older than the switching-on';
/** A purchase counts as the work of a click for this long. */
export const clickWindowHours = 7 * 24;

const formats = new Map<string, Intl.DateTimeFormat>();
function hourIn(zone: string, at: Date): number {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' });
    formats.set(zone, format);
  }
  return Number(format.format(at));
}

export function isQuiet(at: Date, { timeZone, quietFrom, quietTo }: Quiet): boolean {
  if (quietFrom === quietTo) return false;
  const hour = hourIn(timeZone, at);
  return quietFrom < quietTo ? hour >= quietFrom && hour < quietTo : hour >= quietFrom || hour < quietTo;
}

/** The first moment, from this one on, at which people are written to; whatever summer time does. */
export function afterQuiet(at: Date, quiet: Quiet): Date {
  if (!isQuiet(at, quiet)) return at;
  const quarter = hours(1) / 4;
  let time = Math.ceil(at.getTime() / quarter) * quarter;
  while (isQuiet(new Date(time), quiet)) time += quarter;
  return new Date(time);
}

/** When each message of a campaign is due, counted from when the buyer was last seen. */
export function timeline(
  { steps }: Pick<Campaign, 'steps'>,
  { emailDelay, maxEmails }: Pick<AutomationSettings, 'emailDelay' | 'maxEmails'>,
  quiet: Quiet,
  seenAt: Date,
): Date[] {
  let at = seenAt.getTime();
  return steps.slice(0, maxEmails).map((step, index) => {
    at = afterQuiet(new Date(at + hours(index === 0 ? emailDelay : step.afterHours)), quiet).getTime();
    return new Date(at);
  });
}

export interface SendFacts {
  now: Date;
  dueAt: Date;
  seenAt: Date;
  status: string;
  /** Whether this buyer agreed, for this cart, to be reminded. */
  agreed: boolean;
  autoRecovery: boolean;
  /** Since when this campaign, and recovery as a whole, is on; null: off. */
  onSince: Date | null;
  /** Why nothing of this owner goes at the moment. */
  stopped?: string;
  resumedAt: Date;
  step: number;
  maxEmails: number;
  mailedAt: Date | null;
  delivery: Quiet & Pick<Delivery, 'capHours'>;
}

export type SendDecision = { send: true } | { send: false; reason: string; at?: Date };

/** Asked just before a message goes: may it still? `at` means not now but then. */
export function decideSend(facts: SendFacts): SendDecision {
  const { now, dueAt, seenAt, status, onSince, resumedAt, mailedAt, delivery } = facts;
  const never = (reason: string): SendDecision => ({ send: false, reason });
  if (status === 'recovered') return never('bought');
  if (status !== 'abandoned') return never('closed manually');
  if (!facts.agreed) return never('no consent');
  if (facts.stopped) return never(facts.stopped);
  if (!facts.autoRecovery || onSince === null) return never('switched off');
  if (seenAt < onSince || dueAt < resumedAt) return never(olderThanOn);
  if (facts.step > facts.maxEmails) return never('over the limit in settings');
  if (now.getTime() - dueAt.getTime() > hours(staleAfterHours)) return never('stale: over a day late');
  if (isQuiet(now, delivery))
    return { send: false, reason: 'moved out of quiet hours', at: afterQuiet(now, delivery) };
  const free = mailedAt && new Date(mailedAt.getTime() + hours(delivery.capHours));
  if (free && free > now)
    return { send: false, reason: 'moved: emailed recently', at: afterQuiet(free, delivery) };
  return { send: true };
}

export const firstDelivery = (): Delivery => ({
  shopName: '',
  postalAddress: '',
  replyTo: '',
  timeZone: 'UTC',
  quietFrom: 22,
  quietTo: 8,
  capHours: 20,
  holdOut: 0,
  shopCode: '',
  webhookUrl: '',
});
