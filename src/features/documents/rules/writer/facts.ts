import { folded, tidy } from './plain.ts';

/** Something stated, and where: what stands before and after says what it is for. */
export interface Said<T> {
  value: T;
  at: number;
  end: number;
  before: string;
  after: string;
}

export interface Money {
  amount: string;
  currency: string | null;
}

export interface Stated {
  /** Tidied, as places refer to it. */
  text: string;
  low: string;
  money: Said<Money>[];
  dates: Said<string>[];
  durations: Said<string>[];
  percents: Said<string>[];
  /** "40 hours at": how many of something. */
  counts: Said<string>[];
  mails: Said<string>[];
}

const currencyOf: [RegExp, string][] = [
  [/^(?:€|eur|euros?)$/, 'EUR'],
  [/^(?:us ?\$|\$|usd|us dollars?|dollars?|bucks)$/, 'USD'],
  [/^(?:£|gbp|pounds?(?: sterling)?|quid)$/, 'GBP'],
  [/^(?:chf|francs?|sfr|franken)$/, 'CHF'],
  [/^(?:cad|c\$|canadian dollars?)$/, 'CAD'],
  [/^(?:aud|a\$|australian dollars?)$/, 'AUD'],
  [/^(?:inr|₹|rupees?)$/, 'INR'],
  [/^(?:sek|kronor)$/, 'SEK'],
  [/^(?:pln|zloty)$/, 'PLN'],
];
const unit = String.raw`us ?\$|c\$|a\$|€|\$|£|₹|eur|euros?|usd|(?:us |canadian |australian )?dollars?|gbp|pounds?(?: sterling)?|quid|chf|francs?|franken|cad|aud|inr|rupees?|sek|kronor|pln|zloty|bucks`;
const figure = String.raw`\d{1,3}(?:[.,' ]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?`;
const amount = new RegExp(
  String.raw`(?<![\p{L}\d.-])(?:(${unit}) ?(${figure})( ?(?:k|m|million|thousand|tsd|mio))?(?![\d%])|(${figure})( ?(?:k|million|thousand|tsd|mio|m))? ?(${unit})(?![\p{L}]))`,
  'giu',
);

const months: Record<string, number> = {};
const monthNames = [
  'january januar janvier enero jan janner',
  'february februar fevrier febrero feb',
  'march marz mars marzo mar',
  'april avril abril apr',
  'may mai mayo',
  'june juni juin junio jun',
  'july juli juillet julio jul',
  'august aout agosto aug',
  'september septembre septiembre sep sept',
  'october oktober octobre octubre oct okt',
  'november novembre noviembre nov',
  'december dezember decembre diciembre dec dez',
];
monthNames.forEach((names, index) => {
  for (const name of names.split(' ')) months[name] = index + 1;
});
const monthWord = Object.keys(months)
  .sort((a, b) => b.length - a.length)
  .join('|');

const units: [RegExp, string][] = [
  [/^(?:days?|tage?n?|jours?|dias?)$/, 'day'],
  [/^(?:weeks?|wochen?|semaines?|semanas?)$/, 'week'],
  [/^(?:months?|monate?n?|mois|mes(?:es)?)$/, 'month'],
  [/^(?:years?|jahre?n?|ans?|annees?|anos?|yrs?)$/, 'year'],
];
const numbers = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const others: Record<string, number> = {
  ein: 1,
  eine: 1,
  einem: 1,
  un: 1,
  une: 1,
  uno: 1,
  una: 1,
  zwei: 2,
  deux: 2,
  dos: 2,
  drei: 3,
  trois: 3,
  tres: 3,
  vier: 4,
  quatre: 4,
  cuatro: 4,
  funf: 5,
  cinq: 5,
  cinco: 5,
  sechs: 6,
  six: 6,
  seis: 6,
  thirty: 30,
  sixty: 60,
  ninety: 90,
  fourteen: 14,
  a: 1,
  an: 1,
};
const spelled = [...numbers, ...Object.keys(others)].join('|');
const duration = new RegExp(
  String.raw`(?<![\p{L}\d.])(\d{1,3}|${spelled})[ -](days?|tage?n?|jours?|dias?|weeks?|wochen?|semaines?|semanas?|months?|monate?n?|mois|mes(?:es)?|years?|jahre?n?|ans|annees?|anos?|yrs?)(?![\p{L}])`,
  'gu',
);

const scales: Record<string, number> = { hundred: 100, thousand: 1000 };

/** "eight thousand dollars" as figures, and "2k" that is paid as an amount of dollars. */
const inFigures = (text: string): string =>
  text
    .replace(
      new RegExp(
        `\\b(${numbers.join('|')}|\\d{1,3}) (hundred|thousand) (?=dollars?|euros?|pounds?|francs?)`,
        'gi',
      ),
      (_, count: string, scale: string) =>
        `${(/^\d/.test(count) ? Number(count) : numbers.indexOf(count.toLowerCase()) + 1) * (scales[scale.toLowerCase()] ?? 1)} `,
    )
    .replace(/\bnet (\d{2})\b(?! ?(?:days|[$€£]))/gi, 'payable within $1 days');

/** Everything in a request that is a figure, a day or an address. `today` decides what "1 March" means. */
export function stated(request: string, today: string): Stated {
  const text = inFigures(tidy(request));
  const low = folded(text);
  const said = <T>(pattern: RegExp, read: (match: RegExpExecArray) => T | null): Said<T>[] =>
    [...low.matchAll(pattern)].flatMap((match) => {
      const value = read(match as RegExpExecArray);
      const at = match.index;
      const end = at + match[0].length;
      return value === null
        ? []
        : [{ value, at, end, before: low.slice(Math.max(0, at - 48), at), after: low.slice(end, end + 40) }];
    });
  const dates = readDates(low, today, said);
  const isDate = ({ at }: { at: number }) => dates.some((date) => at >= date.at && at < date.end);
  const money = said(amount, (match) => {
    const sign = match[1] ?? match[6];
    const value = readAmount(match[2] ?? match[4] ?? '', match[3] ?? match[5] ?? '');
    return value === null
      ? null
      : {
          amount: value,
          currency: currencyOf.find(([pattern]) => pattern.test(sign ?? ''))?.[1] ?? null,
        };
  }).filter((one) => !isDate(one));
  // "1,200 a month" says what it is paid for, not how long something lasts.
  const isRate = ({ at }: { at: number }) =>
    /[a-z]/.test(low[at] ?? '') && money.some(({ end }) => at >= end && at - end <= 1);
  return {
    text,
    low,
    dates,
    money,
    durations: said(duration, (match) => {
      const word = match[1] ?? '';
      const count = /^\d/.test(word) ? Number(word) : (others[word] ?? numbers.indexOf(word) + 1);
      const of = units.find(([pattern]) => pattern.test(match[2] ?? ''))?.[1];
      return of && count > 0 ? `${count} ${of}${count === 1 ? '' : 's'}` : null;
    }).filter((one) => !isRate(one)),
    percents: said(
      /(?<![\d.])(\d{1,3}(?:[.,]\d{1,2})?) ?(?:%|percent|per cent|prozent|pour ?cent|por ciento)/g,
      (match) => (match[1] ?? '').replace(',', '.'),
    ),
    counts: said(
      /(?<![\d.,])(\d{1,4}(?:[.,]\d{1,2})?) (?:(?!eur|usd|gbp|dollar|pound)[a-z]{4,} )?(?:hours?|hrs?|h|days?|stunden|tage|heures|jours|horas|dias|pages?|seats?|users?|licen[cs]es?|logos?|units?|pieces?|workshops?|articles?|months?)\b/g,
      (match) => (match[1] ?? '').replace(',', '.'),
    ),
    mails: said(/(?<![a-z0-9._%+-])[a-z0-9._%+-]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)+/g, (match) => match[0]),
  };
}

function readAmount(figures: string, scale: string): string | null {
  const plain = figures.replace(/[' ]/g, '');
  const decimal = /[.,](\d{1,2})$/.exec(plain);
  const whole = (decimal ? plain.slice(0, decimal.index) : plain).replace(/[.,]/g, '');
  const factor = /^ ?(?:k|thousand|tsd)$/.test(scale) ? 1000 : scale.trim() ? 1_000_000 : 1;
  const value = Number(`${whole}.${decimal?.[1] ?? 0}`) * factor;
  if (!Number.isFinite(value) || value <= 0 || value > 999_999_999) return null;
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}

function readDates(
  low: string,
  today: string,
  said: <T>(pattern: RegExp, read: (match: RegExpExecArray) => T | null) => Said<T>[],
): Said<string>[] {
  void low;
  const named = `(?<![\\p{L}])(?:${monthWord})`;
  return [
    ...said(/(?<![\d-])(\d{4})-(\d{2})-(\d{2})(?![\d-])/g, ([, y, m, d]) =>
      day(Number(y), Number(m), Number(d)),
    ),
    ...said(
      new RegExp(
        `(?<![\\d.])(\\d{1,2})(?:st|nd|rd|th|er|\\.)? ?(?:of |de |d')?(${monthWord})\\.?,? ?(?:de |del )?(\\d{4})?(?![\\p{L}\\d])`,
        'gu',
      ),
      (match) => dayOf(Number(match[1]), months[match[2] ?? ''], match[3], today, wasBefore(match)),
    ),
    ...said(
      new RegExp(`(${named})\\.? (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?(?![\\p{L}\\d])`, 'gu'),
      (match) => dayOf(Number(match[2]), months[match[1] ?? ''], match[3], today, wasBefore(match)),
    ),
    ...said(/(?<![\d.])(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/g, ([, d, m, y]) =>
      day(Number(y), Number(m), Number(d)),
    ),
    // The first of a month that is only named.
    ...said(
      new RegExp(`(?:from|until|by|starting|ab|since|in) (${named}) (\\d{4})(?!\\d)`, 'gu'),
      ([, m, y]) => day(Number(y), months[m ?? ''] ?? 0, 1),
    ),
  ].sort((a, b) => a.at - b.at);
}

function day(year: number, month: number, date: number): string | null {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
  const read = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(text) ? text : null;
}

/** What somebody owes since a day, or signed on it, lies behind. */
const wasBefore = ({ input, index }: RegExpExecArray): boolean =>
  /\b(?:since|dated|was due|fallig am|on invoice of)\b[^.;,]{0,8}$/.test(
    input.slice(Math.max(0, index - 24), index),
  );

/** Without a year: the next such day, or the last one. */
function dayOf(
  date: number,
  month: number | undefined,
  year: string | undefined,
  today: string,
  isPast = false,
): string | null {
  if (!month) return null;
  if (year) return day(Number(year), month, date);
  const now = Number(today.slice(0, 4)) || 2026;
  const found = day(now, month, date);
  if (found === null) return null;
  if (isPast) return found > today ? day(now - 1, month, date) : found;
  return found < today ? day(now + 1, month, date) : found;
}
