import { expect, test } from 'vitest';
import { days } from '#base/clock.ts';
import { cents } from '#base/money.ts';
import { paidPlans } from '#features/plans/rules/capabilities.ts';
import { billingCycles } from '#features/plans/rules/plans.ts';
import { priceOf } from '#features/plans/rules/prices.ts';
import { decideChange } from './change.ts';
import {
  type Agreement,
  cancelled,
  digest,
  failedAgain,
  moveOn,
  type Payment,
  type Standing,
} from './record.ts';

/** The figure is 10,000; a short form stands in the suite, and SUBSCRIPTIONS=10000 is the whole. */
const howMany = Number(process.env['SUBSCRIPTIONS'] ?? 200);
const start = Date.UTC(2027, 6, 1);
const length = 366;

function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** Kept by other means than the hub: whole milliseconds and cents as bigints, written down at each deed. */
class Ledger {
  readonly entries: string[] = [];
  add(at: number, amount: bigint) {
    this.entries.push(`${new Date(at).toISOString()} ${amount}`);
  }
}

const monthlyPrices = { PRO: 2900n, AI_CONTENT: 4900n, MULTI_CHANNEL: 7900n, ENTERPRISE: 19900n };
const yearlyPrices = { PRO: 27800n, AI_CONTENT: 47000n, MULTI_CHANNEL: 75800n, ENTERPRISE: 191000n };
type Paying = keyof typeof monthlyPrices;

interface Held {
  plan: Paying;
  cycle: 'monthly' | 'yearly';
  agreed: Agreement;
  standing: Standing;
}

interface Own {
  from: number;
  until: number;
  worth: bigint;
  price: bigint;
  anchor: number;
  n: number;
}

/** The calendar by hand: the same day some months on, and from the last of a month to the last of the other. */
function nextPeriod(own: Own, cycle: Held['cycle']): Own {
  const n = own.n + 1;
  const first = new Date(own.anchor);
  const months = first.getUTCMonth() + n * (cycle === 'monthly' ? 1 : 12);
  const lastOf = (month: number) => new Date(Date.UTC(first.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const isLast = first.getUTCDate() === lastOf(first.getUTCMonth());
  const date = isLast ? lastOf(months) : Math.min(first.getUTCDate(), lastOf(months));
  const time = own.anchor % days(1);
  const until = Date.UTC(first.getUTCFullYear(), months, date) + time;
  return { ...own, from: own.until, until, worth: own.price, n };
}

const fresh: Standing = {
  state: 'approving',
  paidFrom: null,
  paidUntil: null,
  worthCents: 0,
  renewals: 0,
  failedTries: 0,
  retryAt: null,
  cancelAskedAt: null,
};

function agreementFor(now: Date, held: Held | null, plan: Paying, cycle: Held['cycle']): Agreement | null {
  const { standing } = held ?? {};
  const paid =
    held && standing?.paidFrom && standing.paidUntil && standing.state !== 'ended'
      ? {
          plan: held.plan,
          cycle: held.cycle,
          from: standing.paidFrom,
          until: standing.paidUntil,
          paidCents: cents(standing.worthCents),
          ends: standing.state === 'ending',
        }
      : null;
  const change = decideChange(now, paid, { plan, cycle });
  if (!change || change.when === 'later') return null;
  return {
    cycle,
    when: 'now',
    dueNowCents: change.dueNowCents,
    priceCents: change.priceCents,
    firstWorthCents: change.dueNowCents + change.creditCents,
    renewalWorthCents: change.priceCents,
    startsAt: change.nextPaymentAt,
  };
}

/** One payer's year: what the hub writes down, beside a ledger that knows nothing of the hub's code. */
function liveOneYear(seed: number): { hub: string[]; ledger: string[] } {
  const chance = random(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(chance() * from.length)] as T;
  const ledger = new Ledger();
  const hub: string[] = [];
  let held: Held | null = null;
  // The ledger's own view: what the running period is worth, and when money moves next.
  let own: { from: number; until: number; worth: bigint; price: bigint; anchor: number; n: number } | null =
    null;
  let cards = 0;
  let sale = 0;

  const note = (payments: Payment[]) => {
    for (const { kind, cents: amount, at } of payments)
      hub.push(`${at.toISOString()} ${kind === 'first' || kind === 'renewal' ? amount : kind}`);
  };
  const tell = (now: Date, sales: { cents: number; at: Date }[], isOwing = false) => {
    if (!held) return;
    const news = sales.map((each) => ({ ...each, id: String(sale++) }));
    const result = digest(held.agreed, held.standing, { status: 'ACTIVE', isOwing, sales: news }, now);
    held.standing = result.standing;
    note(result.payments);
  };

  for (let day = 0; day < length; day++) {
    const at = start + day * days(1) + 36_000_000;
    const now = new Date(at);
    if (held) held.standing = moveOn(held.agreed, held.standing, now);
    if (held?.standing.state === 'ended') {
      held = null;
      own = null;
    }
    // Payments that are due: the provider charges at noon of the day, and one in twenty cards fails at first.
    if (held && own && own.until <= at && held.standing.cancelAskedAt === null && cards === 0) {
      if (chance() < 0.05) {
        cards = 1 + Math.floor(chance() * 5);
        tell(now, [], true);
      } else {
        ledger.add(at, own.price);
        tell(now, [{ cents: Number(own.price), at: now }]);
        own = nextPeriod(own, held.cycle);
      }
    }
    const { retryAt } = held?.standing ?? {};
    if (held && own && retryAt && retryAt <= now) {
      if (--cards > 0) {
        held.standing = failedAgain(held.standing, now);
      } else {
        cards = 0;
        ledger.add(at, own.price);
        tell(now, [{ cents: Number(own.price), at: now }]);
        own = nextPeriod(own, held.cycle);
      }
      if (held.standing.state === 'ended') cards = 0;
    }
    const wish = chance();
    if (held && wish < 0.004 && held.standing.state === 'active')
      held.standing = cancelled(held.standing, now);
    else if ((!held && wish < 0.02) || (held?.standing.state === 'active' && wish < 0.012)) {
      const plan = pick(paidPlans) as Paying;
      const cycle = pick(billingCycles);
      const agreed = agreementFor(now, held, plan, cycle);
      if (!agreed) continue;
      const price = (cycle === 'monthly' ? monthlyPrices : yearlyPrices)[plan];
      const isRunning = own !== null && own.until > at;
      const credit: bigint =
        own && isRunning ? (own.worth * BigInt(own.until - at)) / BigInt(own.until - own.from) : 0n;
      const due: bigint = credit > price ? 0n : price - credit;
      if (due > 0n) ledger.add(at, due);
      held = { plan, cycle, agreed, standing: { ...fresh } };
      tell(now, due > 0n ? [{ cents: Number(due), at: now }] : []);
      const until = agreed.startsAt.getTime();
      own = { from: at, until, worth: due + credit, price, anchor: until, n: 0 };
    }
  }
  return { hub, ledger: ledger.entries };
}

test(`${howMany} subscriptions over a year on a moved clock: every invoice equals a ledger, to the cent`, () => {
  let invoices = 0;
  for (let seed = 1; seed <= howMany; seed++) {
    const { hub, ledger } = liveOneYear(seed);
    expect(hub, `seed ${seed}`).toEqual(ledger);
    invoices += hub.length;
  }
  expect(invoices).toBeGreaterThan(howMany * 3);
  expect(priceOf('ENTERPRISE', 'yearly')).toBe(Number(yearlyPrices.ENTERPRISE));
});
