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
const month = months.join('|');
const written = new RegExp(
  `(?<!\\d)(?:(\\d{4})-(\\d{2})-(\\d{2})|(\\d{1,2})(?:st|nd|rd|th)? (${month}),? (\\d{4})|(${month}) (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4}))(?!\\d)`,
  'gi',
);

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
