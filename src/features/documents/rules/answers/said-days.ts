/** A text with plain spaces, and the days that it names. */
export interface SaidDays {
  text: string;
  days: ReadonlySet<string>;
}

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const written =
  /(?<!\d)(?:(\d{4})-(\d{2})-(\d{2})|(\d{1,2})(?:st|nd|rd|th)? (january|february|march|april|may|june|july|august|september|october|november|december),? (\d{4})|(january|february|march|april|may|june|july|august|september|october|november|december) (\d{1,2})(?:st|nd|rd|th)?,? (\d{4}))(?!\d)/gi;

export const plainSpaces = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** The days that stand in a text, as any country writes them in English: 1 March 2027, March 1, 2027, 2027-03-01. */
export function saidDays(text: string): SaidDays {
  const plain = plainSpaces(text);
  const days = new Set<string>();
  for (const found of plain.matchAll(written)) {
    const [, isoYear, isoMonth, isoDay, day1, name1, year1, name2, day2, year2] = found;
    const name = (name1 ?? name2 ?? '').toLowerCase();
    const two = (figure: string | number): string => String(figure).padStart(2, '0');
    days.add(
      isoYear === undefined
        ? `${year1 ?? year2}-${two(months.indexOf(name) + 1)}-${two(day1 ?? day2 ?? '')}`
        : `${isoYear}-${isoMonth}-${isoDay}`,
    );
  }
  return { text: plain, days };
}

/** Whether the text has these words, and not only as a part of longer ones: "two years" isn't in "twenty-two years". */
export function says(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1))
    if (
      !/[\p{L}\p{N}-]$/u.test(text.slice(Math.max(0, at - 2), at)) &&
      !/^[\p{L}\p{N}]/u.test(text.slice(at + words.length))
    )
      return true;
  return false;
}
