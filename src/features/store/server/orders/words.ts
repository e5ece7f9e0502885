import { isCalendarDay, readDollars } from '#base/amount.ts';
import { days } from '#base/clock.ts';
import { csvCell } from '#base/csv.ts';
import { Problem } from '#base/problem.ts';
import { cents, formatMoney } from '#base/money.ts';

/** `--name value`, `--name=value` and plain words, as the operator's command line takes them. */
export function readOptions<Name extends string>(
  args: readonly string[],
  known: readonly Name[],
  flags: readonly string[] = [],
): { words: string[]; options: Partial<Record<Name, string>>; flags: Set<string> } {
  const words: string[] = [];
  const options: Partial<Record<Name, string>> = {};
  const set = new Set<string>();
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? '';
    const match = /^--([a-z-]+)(?:=(.*))?$/.exec(word);
    if (!match) words.push(word);
    else if (flags.includes(match[1] ?? '')) set.add(match[1] ?? '');
    else if (known.includes(match[1] as Name)) {
      const value = match[2] ?? args[++at];
      if (value === undefined) throw new Problem('bad_request', `--${match[1]} needs a value.`);
      options[match[1] as Name] = value;
    } else {
      const all = [...known, ...flags].map((name) => `--${name}`).join(', ');
      throw new Problem('bad_request', `Unknown option ${word}; this command takes ${all || 'no options'}.`);
    }
  }
  return { words, options, flags: set };
}

export const money = (amount: number): string => formatMoney(cents(amount));
export const minute = (date: Date | null): string =>
  date ? date.toISOString().slice(0, 16).replace('T', ' ') : '-';

/** A line of a CSV file: quoted, and never read as a formula by a spreadsheet. */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  cells
    // A figure of ours may begin with a minus.
    .map((cell) => (typeof cell === 'number' ? String(cell) : csvCell(cell ?? '')))
    .join(',');

export function readDay(text: string, what: string): Date {
  const day = new Date(`${text}T00:00:00Z`);
  if (!isCalendarDay(text) || day.getTime() <= 0)
    throw new Problem(
      'bad_request',
      `${what}: got ${JSON.stringify(text)}, expected a day such as 2026-12-31.`,
    );
  return day;
}

/** The end of a day that is named as the last one. */
export const endOfDay = (text: string, what: string): Date =>
  new Date(readDay(text, what).getTime() + days(1) - 1);

/** What is wrong is told at the form's field of this name, too. */
export function readCents(text: string, what: string, field: string): number {
  const read = readDollars(text);
  if ('words' in read)
    throw new Problem('bad_request', `${what} must be an amount in dollars, such as 12.50: ${read.words}`, {
      fields: { [field]: read.words },
    });
  return read.cents;
}
