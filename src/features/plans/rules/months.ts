/** A calendar month somewhere; `index` is 0 for January to 11. */
export interface Month {
  year: number;
  index: number;
}

/** The server's month. */
export const utcMonth = (now: Date): Month => ({ year: now.getUTCFullYear(), index: now.getUTCMonth() });

/** The month on the wall of whoever asks; the offset is minutes behind UTC, as `Date` says it. */
export const localMonth = (now: Date, offset = now.getTimezoneOffset()): Month =>
  utcMonth(new Date(now.getTime() - offset * 60_000));

/** 2026-11 */
export const monthKey = ({ year, index }: Month): string =>
  `${String(year).padStart(4, '0')}-${String(index + 1).padStart(2, '0')}`;

export const isMonthKey = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-(?:0[1-9]|1[0-2])$/.test(value);

/** When the month after this one begins, in UTC. */
export const nextMonthStart = ({ year, index }: Month): Date => new Date(Date.UTC(year, index + 1, 1));

/** The day on which counters start anew: "1 December". */
export const firstDayAfter = (month: Month): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    nextMonthStart(month),
  );

const lastDay = (year: number, index: number): number => new Date(Date.UTC(year, index + 1, 0)).getUTCDate();

/**
 * The same day and time some months on. The last day of a month goes to the last day of the other; a day that the other
 * does not have is its last.
 */
export function monthsAhead(from: Date, months: number): Date {
  const year = from.getUTCFullYear();
  const index = from.getUTCMonth();
  const day = from.getUTCDate();
  const last = lastDay(year, index + months);
  const isLast = day === lastDay(year, index);
  const ahead = new Date(from);
  // The day first: the 31st in a month of 30 days would already be the month after.
  ahead.setUTCDate(1);
  ahead.setUTCMonth(index + months);
  ahead.setUTCDate(isLast ? last : Math.min(day, last));
  return ahead;
}

export const nextBillingDate = (from: Date): Date => monthsAhead(from, 1);
