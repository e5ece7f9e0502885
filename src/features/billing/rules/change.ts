import { type Cents, cents } from '#base/money.ts';
import { rankOf } from '#features/plans/rules/capabilities.ts';
import type { BillingCycle, PlanId } from '#features/plans/rules/plans.ts';
import { priceOf } from '#features/plans/rules/prices.ts';
import { dueDate } from './periods.ts';

export interface Choice {
  plan: PlanId;
  cycle: BillingCycle;
}

/** What is paid for now, and until when. */
export interface Paid extends Choice {
  from: Date;
  until: Date;
  paidCents: Cents;
  /** Cancelled, or to be another plan once this period is over. */
  ends: boolean;
}

/** What a choice comes to: shown before it is paid, and then done exactly so. */
export interface Change {
  /** `now`: the plan changes once it is paid. `later`: it changes when what is paid has run out. */
  when: 'now' | 'later';
  kind: 'start' | 'upgrade' | 'downgrade' | 'cycle' | 'resume';
  dueNowCents: Cents;
  /** What the rest of the present period is worth, and counts towards the new one. */
  creditCents: Cents;
  priceCents: Cents;
  /** The first payment at the full price. */
  nextPaymentAt: Date;
}

/**
 * The one decision about changing what one pays for. More comes at once and what was paid is counted to the day; less
 * comes when the paid period is over, so nothing that was paid for is taken away.
 * Null: they have exactly this already.
 */
export function decideChange(now: Date, paid: Paid | null, wanted: Choice): Change | null {
  const priceCents = priceOf(wanted.plan, wanted.cycle);
  const noCredit = { creditCents: cents(0), priceCents };
  if (!paid || paid.until <= now) {
    const nextPaymentAt = dueDate(now, wanted.cycle, 1);
    return { when: 'now', kind: 'start', dueNowCents: priceCents, nextPaymentAt, ...noCredit };
  }
  const rise = rankOf(wanted.plan) - rankOf(paid.plan);
  const isSame = rise === 0 && wanted.cycle === paid.cycle;
  const isMore = rise > 0 || (rise === 0 && wanted.cycle === 'yearly' && paid.cycle === 'monthly');
  if (isSame && !paid.ends) return null;
  if (!isMore) {
    const kind = isSame ? 'resume' : rise < 0 ? 'downgrade' : 'cycle';
    return { when: 'later', kind, dueNowCents: cents(0), nextPaymentAt: paid.until, ...noCredit };
  }
  const creditCents = worthOfRest(now, paid);
  const dueNowCents = cents(Math.max(0, priceCents - creditCents));
  return {
    when: 'now',
    kind: rise > 0 ? 'upgrade' : 'cycle',
    dueNowCents,
    creditCents,
    priceCents,
    nextPaymentAt: paidUntil(now, wanted.cycle, creditCents, priceCents),
  };
}

/** Rounded down to a cent: the part of the period that has begun was used. */
export function worthOfRest(now: Date, { from, until, paidCents }: Omit<Paid, keyof Choice | 'ends'>): Cents {
  const length = until.getTime() - from.getTime();
  const rest = Math.min(length, Math.max(0, until.getTime() - now.getTime()));
  return cents(length > 0 ? Math.floor((paidCents * rest) / length) : 0);
}

/** A credit of more than one period buys as much longer. */
function paidUntil(now: Date, cycle: BillingCycle, credit: Cents, price: Cents): Date {
  const one = dueDate(now, cycle, 1);
  if (credit <= price) return one;
  return new Date(now.getTime() + Math.floor((one.getTime() - now.getTime()) * (credit / price)));
}
