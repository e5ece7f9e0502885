/** An amount in hundredths of its currency, or the reason it can't be read: nothing is guessed. */
export type ReadAmount = { cents: number } | { words: string };

const no = (words: string): ReadAmount => ({ words });

/** With the sign or code of a currency before or after it. */
const shape =
  /^(?:(?:[A-Za-z]{2})?[$€£¥₹]|[A-Za-z]{3})?\s*(\d[\d.,'’ \u00a0\u202f]*)[\t\r\n]*(?:[$€£¥₹]|[A-Za-z]{3})?$/u;
/** Groups of three, all with the same separator. */
const groups = /^\d{1,3}(?:([.,'’ \u00a0\u202f])\d{3})(?:\1\d{3})*$/u;

const isWhole = (text: string): boolean => /^\d{1,12}$/.test(text) || groups.test(text);
const digits = (text: string): string => text.replace(/\D/g, '');

/** What a person typed or a file contains: $1,234.56, 1.234,56, 1 234,56, 49,90 and 12.5 are all read as intended. */
export function readAmount(typed: string): ReadAmount {
  const text = typed.trim();
  const figure = shape.exec(text)?.[1]?.trim();
  const shown = text.slice(0, 40);
  if (figure === undefined) return no(`“${shown}” is not an amount, such as 49.90.`);
  const at = Math.max(figure.lastIndexOf('.'), figure.lastIndexOf(','));
  const mark = figure[at] ?? '';
  const [before, after] = at === -1 ? [figure, ''] : [figure.slice(0, at), figure.slice(at + 1)];
  const isOnly = at === -1 || !/[.,'’ \u00a0\u202f]/.test(before);
  if (at !== -1 && isOnly && /^\d{3}$/.test(after) && /^[1-9]\d{0,2}$/.test(before))
    return no(
      `“${shown}” could mean ${before}${after} or ${before}.${after.slice(0, 2)}. Write ${before}${after}.00 or ${before}.${after.slice(0, 2)}.`,
    );
  if (at === -1 || (before.includes(mark) && isWhole(figure)) || (!isOnly && isWhole(figure)))
    return isWhole(figure) ? inCents(digits(figure), '') : no(`“${shown}” is not an amount, such as 49.90.`);
  if (!isWhole(before) || before.includes(mark) || !/^\d+$/.test(after))
    return no(`“${shown}” is not an amount, such as 49.90.`);
  return after.length > 2
    ? no(`“${shown}” has more than two decimals: write it as 49.90.`)
    : inCents(digits(before), after);
}

function inCents(whole: string, decimals: string): ReadAmount {
  const amount = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  return Number.isSafeInteger(amount) && whole.length <= 12
    ? { cents: amount }
    : no('This amount is too large.');
}

/** The same for a field that takes US dollars: another currency is told, not taken for dollars. */
export function readDollars(typed: string): ReadAmount {
  const read = readAmount(typed);
  const currency = typed.replace(/[\d.,'’\s\u00a0\u202f]/gu, '').toUpperCase();
  return 'words' in read || ['', '$', 'US$', 'USD'].includes(currency)
    ? read
    : no(`“${typed.trim().slice(0, 40)}” is not in US dollars. Type an amount in dollars, such as 49.90.`);
}

/** Hundredths if it could be read, for callers with their own error message. */
export function centsTyped(typed: string): number | null {
  const read = readAmount(typed);
  return 'cents' in read ? read.cents : null;
}

/**
 * A number from a program: a point and any number of decimals, rounded half up to hundredths. Unit prices before
 * tax and the currencies of the Gulf have three or four.
 */
export function centsSaid(said: unknown): number | null {
  const [, whole = '', decimals = ''] = /^(\d{1,12})(?:\.(\d{1,12}))?$/.exec(String(said)) ?? [];
  if (whole === '') return null;
  const hundredths = Number(whole) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0'));
  return hundredths + (Number(decimals[2] ?? 0) >= 5 ? 1 : 0);
}

/** A valid calendar day; February 30 is not one. Of a date with a time, only the day is used, and it must exist. */
export function isCalendarDay(day: string): boolean {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00Z`) : null;
  return moment !== null && !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day);
}
