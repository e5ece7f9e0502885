import { days } from '#base/clock.ts';
import type { BillingCycle } from '#features/plans/rules/plans.ts';
import { nextTry } from './dunning.ts';
import { dueDate } from './periods.ts';

/** What was agreed when it was begun, and never changes. All amounts in cents, tax included unless said. */
export interface Agreement {
  cycle: BillingCycle;
  when: 'now' | 'later';
  dueNowCents: number;
  /** One renewal. */
  priceCents: number;
  /** What the first period and every renewal are worth without tax: what a later change counts from. */
  firstWorthCents: number;
  renewalWorthCents: number;
  /** The first payment at the full price. */
  startsAt: Date;
}

export const states = [
  /** The provider waits for the buyer's yes. */
  'approving',
  /** Agreed, and begins when what is paid has run out. */
  'scheduled',
  'active',
  /** A renewal failed; it is tried again and the plan stays meanwhile. */
  'past_due',
  /** Cancelled; what is paid is used to its end. */
  'ending',
  'ended',
  /** Never agreed to. */
  'abandoned',
  /** Agreed to after something else had been: its money goes back. */
  'refused',
] as const;
export type State = (typeof states)[number];

export interface Standing {
  state: State;
  paidFrom: Date | null;
  paidUntil: Date | null;
  /** Of the present period, without tax. */
  worthCents: number;
  renewals: number;
  failedTries: number;
  retryAt: Date | null;
  cancelAskedAt: Date | null;
}

/** A subscription as the provider shows it, with those of its payments that we do not know yet. */
export interface Seen {
  status: 'APPROVAL_PENDING' | 'APPROVED' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED' | 'EXPIRED';
  isOwing: boolean;
  sales: { id: string; cents: number; at: Date }[];
}

export interface Payment {
  saleId: string;
  cents: number;
  at: Date;
  /** `mismatch`: another amount than agreed; `unwanted`: taken after it was cancelled or refused, and given back. */
  kind: 'first' | 'renewal' | 'mismatch' | 'unwanted';
  from: Date | null;
  until: Date | null;
}

export interface Digest {
  standing: Standing;
  payments: Payment[];
}

export const isLive = (state: State): boolean =>
  state === 'active' || state === 'past_due' || state === 'ending';

/**
 * What follows from what the provider shows now. The order in which news comes does not matter, and the same news
 * twice changes nothing: everything is read off the agreement, what stood before and the payments not seen before.
 */
export function digest(agreed: Agreement, before: Standing, seen: Seen, now: Date): Digest {
  // A period that has begun meanwhile is known to have, before its payment is looked at.
  const standing = { ...(before.state === 'scheduled' ? moveOn(agreed, before, now) : before) };
  const payments = seen.sales
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map((sale) => take(agreed, standing, sale));
  followStatus(agreed, standing, seen, now);
  return { standing: moveOn(agreed, standing, now), payments };
}

function take(agreed: Agreement, standing: Standing, sale: Seen['sales'][number]): Payment {
  const { id: saleId, cents, at } = sale;
  const none = { saleId, cents, at, from: null, until: null };
  const isFirst = agreed.dueNowCents > 0 && standing.paidFrom === null && standing.renewals === 0;
  const isLate = standing.cancelAskedAt !== null && at > standing.cancelAskedAt && !isFirst;
  if (standing.state === 'refused' || standing.state === 'ended' || isLate)
    return { ...none, kind: 'unwanted' };
  if (cents !== (isFirst ? agreed.dueNowCents : agreed.priceCents)) return { ...none, kind: 'mismatch' };
  const period = isFirst
    ? { from: at, until: agreed.startsAt }
    : {
        from: dueDate(agreed.startsAt, agreed.cycle, standing.renewals),
        until: dueDate(agreed.startsAt, agreed.cycle, standing.renewals + 1),
      };
  // Charged for a period long before it is due, which nobody agreed to.
  if (!isFirst && period.from.getTime() - at.getTime() > days(5)) return { ...none, kind: 'unwanted' };
  standing.paidFrom = period.from;
  standing.paidUntil = period.until;
  standing.worthCents = isFirst ? agreed.firstWorthCents : agreed.renewalWorthCents;
  if (!isFirst) standing.renewals++;
  standing.failedTries = 0;
  standing.retryAt = null;
  if (standing.state === 'past_due') standing.state = 'active';
  return { saleId, cents, at, kind: isFirst ? 'first' : 'renewal', ...period };
}

function followStatus(agreed: Agreement, standing: Standing, seen: Seen, now: Date): void {
  const isOn = seen.status === 'ACTIVE';
  const isOver = seen.status === 'CANCELLED' || seen.status === 'EXPIRED' || seen.status === 'SUSPENDED';
  if (standing.state === 'approving' || standing.state === 'abandoned') {
    const isPaid = standing.paidFrom !== null;
    if (isPaid || (isOn && agreed.dueNowCents === 0)) begin(agreed, standing, now);
    else if (isOver) standing.state = 'abandoned';
  }
  if (isOver && standing.state === 'scheduled') standing.state = 'ended';
  else if (isOver && (standing.state === 'active' || standing.state === 'past_due'))
    standing.state = 'ending';
  // Suspended and taken up again at the provider's own site.
  else if (isOn && standing.state === 'ending' && standing.cancelAskedAt === null) standing.state = 'active';
  // What is owed is owed for a period that is due: the provider's day may begin before ours.
  const isDue = standing.paidUntil !== null && standing.paidUntil.getTime() - days(1) <= now.getTime();
  if (isOn && seen.isOwing && isDue && standing.state === 'active') {
    standing.state = 'past_due';
    standing.failedTries = 1;
    standing.retryAt = nextTry(now, 1);
  }
}

function begin(agreed: Agreement, standing: Standing, now: Date): void {
  if (agreed.when === 'later') {
    standing.state = standing.renewals > 0 ? 'active' : 'scheduled';
    return;
  }
  standing.state = 'active';
  if (standing.paidFrom !== null) return;
  standing.paidFrom = now;
  standing.paidUntil = agreed.startsAt;
  standing.worthCents = agreed.firstWorthCents;
}

/** What time alone brings about. */
export function moveOn(agreed: Agreement, before: Standing, now: Date): Standing {
  if (before.state === 'scheduled' && (agreed.startsAt <= now || before.renewals > 0)) {
    const { paidFrom, paidUntil } = before;
    const start = { paidFrom: paidFrom ?? agreed.startsAt, paidUntil: paidUntil ?? agreed.startsAt };
    return { ...before, state: 'active', ...start };
  }
  if (before.state === 'ending' && (before.paidUntil === null || before.paidUntil <= now))
    return { ...before, state: 'ended', retryAt: null };
  return before;
}

/** The retry failed as well: the next one, or the end. */
export function failedAgain(before: Standing, now: Date): Standing {
  if (before.state !== 'past_due') return before;
  const failedTries = before.failedTries + 1;
  const retryAt = nextTry(now, failedTries);
  return { ...before, failedTries, retryAt, state: retryAt ? 'past_due' : 'ended' };
}

/** No more payments; what is paid stays until its end. A failed renewal is owed for nothing that was used. */
export function cancelled(before: Standing, now: Date): Standing {
  const state = before.state === 'scheduled' ? 'ended' : 'ending';
  return { ...before, state, cancelAskedAt: before.cancelAskedAt ?? now, retryAt: null };
}

/** When to ask the provider although it has told nothing; null: never again. */
export function nextLook(
  { state, paidUntil }: Pick<Standing, 'state' | 'paidUntil'>,
  { startsAt, createdAt }: { startsAt: Date; createdAt: Date },
  now: Date,
): Date | null {
  const after = (date: Date, ms: number) => new Date(Math.max(date.getTime(), now.getTime()) + ms);
  const minute = 60_000;
  switch (state) {
    case 'approving': {
      const age = now.getTime() - createdAt.getTime();
      return new Date(
        now.getTime() + (age < 10 * minute ? 2 * minute : age < days(1) ? 30 * minute : days(1)),
      );
    }
    case 'abandoned':
      return now.getTime() - createdAt.getTime() < days(30) ? new Date(now.getTime() + days(1)) : null;
    case 'scheduled':
      return after(startsAt, 60 * minute);
    case 'active':
      // Overdue without any news: every six hours until there is some.
      return paidUntil && paidUntil > now
        ? after(paidUntil, 60 * minute)
        : new Date(now.getTime() + days(0.25));
    case 'past_due':
    case 'ending':
      return new Date(now.getTime() + days(1));
    default:
      return null;
  }
}
