import type { Clock } from '#base/clock.ts';

/** A millionth of a US dollar: an AI call may cost less than a cent. */
export type MicroDollars = number & { readonly microDollars: unique symbol };

/** Rounded up: a ceiling that rounds down is none. */
export const microDollars = (dollars: number): MicroDollars => {
  if (!(dollars >= 0) || dollars > 1e9) throw new RangeError(`Not an amount of dollars: ${dollars}`);
  // 0.07 * 1e6 is a hair above 70000.
  return Math.ceil(Number((dollars * 1e6).toFixed(3))) as MicroDollars;
};

/** The budget's day: YYYY-MM-DD in UTC, on every process alike. */
export const budgetDay = (clock: Clock): string => clock.now().toISOString().slice(0, 10);

export const budgetWords =
  'Today’s AI budget is used up, so the built-in writer takes over. AI is back after midnight UTC.';
