import { cents as asCents, formatMoney } from '#base/money.ts';

/** One subscription over its time, as a share of a month. */
export interface BookedChange {
  who: string;
  monthlyCents: number;
  from: Date;
  until: Date | null;
}

export interface MonthLine {
  month: string;
  /** Monthly recurring revenue at the month's end. */
  mrrCents: number;
  newCents: number;
  grownCents: number;
  shrunkCents: number;
  lostCents: number;
  /** Payers lost, of those there were when the month began; null when there was none. */
  churn: number | null;
  netCents: number;
  words: string;
}

interface Received {
  at: Date;
  cents: number;
  tax_cents: number;
  refunded_cents: number;
}

const money = (amount: number) => formatMoney(asCents(amount));

/** What came and went, month by month: start + new + grown - shrunk - lost is the next month's start. */
export function churnReport(
  booked: readonly BookedChange[],
  received: readonly Received[],
  now: Date,
  months: number,
): MonthLine[] {
  return Array.from({ length: months }, (_, at) => {
    const index = now.getUTCMonth() - (months - 1 - at);
    const from = new Date(Date.UTC(now.getUTCFullYear(), index, 1));
    const end = new Date(Date.UTC(now.getUTCFullYear(), index + 1, 1));
    const until = end < now ? end : now;
    return monthLine(booked, received, from, until);
  });
}

function monthLine(
  booked: readonly BookedChange[],
  received: readonly Received[],
  from: Date,
  until: Date,
): MonthLine {
  const before = payersAt(booked, from);
  const after = payersAt(booked, until);
  const line = { mrrCents: 0, newCents: 0, grownCents: 0, shrunkCents: 0, lostCents: 0 };
  let lost = 0;
  for (const who of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(who) ?? 0, after.get(who) ?? 0];
    line.mrrCents += is;
    if (was === 0) line.newCents += is;
    else if (is === 0) {
      line.lostCents += was;
      lost++;
    } else if (is > was) line.grownCents += is - was;
    else line.shrunkCents += was - is;
  }
  const churn = before.size === 0 ? null : lost / before.size;
  const netCents = received
    .filter(({ at }) => at >= from && at < until)
    .reduce((sum, paid) => sum + netOf(paid), 0);
  const month = from.toISOString().slice(0, 7);
  const parts = [line.mrrCents, line.newCents, line.grownCents, 0 - line.shrunkCents, 0 - line.lostCents].map(
    money,
  );
  const share = churn === null ? '-' : `${(churn * 100).toFixed(1)} %`;
  return {
    month,
    ...line,
    churn,
    netCents,
    words: `${month}  ${parts.join('  ')}  ${share} | ${money(netCents)}`,
  };
}

function payersAt(booked: readonly BookedChange[], at: Date): Map<string, number> {
  const payers = new Map<string, number>();
  for (const { who, monthlyCents, from, until } of booked)
    if (from < at && (until === null || until >= at)) payers.set(who, (payers.get(who) ?? 0) + monthlyCents);
  return payers;
}

/** The tax goes back with the money it was on. */
const netOf = ({ cents, tax_cents, refunded_cents }: Received): number =>
  cents === 0 ? 0 : Math.round(((cents - tax_cents) * (cents - refunded_cents)) / cents);
