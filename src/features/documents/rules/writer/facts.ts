import { countOf } from '#base/count.ts';
import { monthWord, readDates } from './days.ts';
import { folded, pattern, tidy } from './plain.ts';
import type { Said } from './said.ts';
import { spoken } from './spoken.ts';

export type { Said } from './said.ts';

export interface Money {
  amount: string;
  currency: string | null;
}

export interface Stated {
  /** Tidied, as places refer to it. */
  text: string;
  low: string;
  today: string;
  /** Where figures of rows stand: they answer nothing else. */
  taken: readonly { at: number; end: number }[];
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
  [/^(?:nok)$/, 'NOK'],
  [/^(?:dkk)$/, 'DKK'],
  [/^(?:nz\$|nzd)$/, 'NZD'],
  [/^(?:sgd|s\$)$/, 'SGD'],
  [/^(?:czk)$/, 'CZK'],
  [/^(?:zar|rand)$/, 'ZAR'],
  [/^(?:pln|zloty)$/, 'PLN'],
];
const unit = String.raw`us ?\$|c\$|a\$|€|\$|£|₹|eur|euros?|usd|(?:us |canadian |australian )?dollars?|gbp|pounds?(?: sterling)?|quid|chf|francs?|franken|cad|aud|inr|rupees?|sek|kronor|nok|dkk|nz\$|nzd|sgd|czk|zar|rand|pln|zloty|bucks`;
const figure = String.raw`\d{1,3}(?:[.,' ]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?`;
const amount = new RegExp(
  String.raw`(?<![\p{L}\d.-])(?:(${unit}) ?(${figure})( ?(?:k|m|million|thousand|tsd|mio))?(?![\d%])|(${figure})( ?(?:k|million|thousand|tsd|mio|m))? ?(${unit})(?![\p{L}]))`,
  'giu',
);

// Without a currency an amount is known by what follows it, or by the word before it.
const paidFor = String.raw`(?:/ ?(?:h|hr|hour|day|month|mo|year|yr)\b|ph\b|p\.? ?a\b|p\.? ?h\b|hourly|monthly|(?:an?|per|each|pro|par|por) (?:hour|day|month|year|annum|week|stunde|tag|monat|jahr|heure|jour|mois|hora|mes)\b|each\b|apiece\b|up ?front\b)`;
const priceWord = String.raw`(?:fees?|price|priced|rate|pauschal\w*|pauschale|salary|pays|pay|capped|caps?|max\.?|maximum|up to|festpreis|forfait|budget|total|flat|amount|costs?|extra (?:hours?|ones?)|additional hours?|stundensatz|precio|prix|honorar|preis|goes from|up from|owes?|owe us|owe me|owing|im wert|worth|raising|plus)`;
const bare = new RegExp(
  String.raw`(?<![\p{L}\d.,:#/-])(?:(${figure})( ?k)(?![\p{L}\d])(?! (?:users|people|runs|rows|records|visits|subscribers))|(${figure})(?= ?${paidFor})|(?<=\b${priceWord}(?: (?:of|is|at|von|de|to|for|us|me))?[:=]? )(\d[\d.,' ]*\d)( ?(?:k|thousand))?(?![\d%\p{L}]| ?%|[./-]\d| ?(?:hours?|hrs?|h|days?|weeks?|months?|years?|users?|seats?|stunden|tage|wochen|monate|${monthWord})\b))`,
  'gu',
);

const units: [RegExp, string][] = [
  [/^(?:days?|tage?n?|jours?|dias?)$/, 'day'],
  [/^(?:weeks?|wks?|wochen?|semaines?|semanas?)$/, 'week'],
  [/^(?:months?|mths?|mos|monate?n?|mois|mes(?:es)?)$/, 'month'],
  [/^(?:years?|jahre?n?|ans?|annees?|anos?|yrs?|y)$/, 'year'],
];
const duration =
  /(?<![\p{L}\d./-])(an?|\d{1,3})(?:[ -](?:business |working |full )?|(?=y\b))(days?|tage?n?|jours?|dias?|weeks?|wks?|wochen?|semaines?|semanas?|months?|mths?|mos|monate?n?|mois|mes(?:es)?|years?|jahre?n?|ans|(?<=(?<!\d)1 )an|annees?|anos?|yrs?|y)(?![\p{L}])/gu;

const mostRead = 8000;
const mostSaid = 80;

/** Of a very long text its beginning and its end, without runs of signs that are no words. */
function readable(text: string): string {
  const plain = text.replace(/\S{80,}/g, (run) => `${run.slice(0, 80)} `);
  return plain.length <= mostRead ? plain : `${plain.slice(0, 5000)}\n${plain.slice(-(mostRead - 5000))}`;
}

function firstOf<T>(all: Iterable<T>, most: number): T[] {
  const taken: T[] = [];
  for (const one of all) {
    if (taken.length >= most) break;
    taken.push(one);
  }
  return taken;
}

/** Everything in a request that is a figure, a day or an address. `today` decides what "1 March" means. */
export function stated(request: string, today: string): Stated {
  const text = spoken(readable(tidy(request)));
  const low = folded(text);
  const said = <T>(by: RegExp, read: (match: RegExpExecArray) => T | null): Said<T>[] =>
    firstOf(low.matchAll(by), mostSaid).flatMap((match) => {
      const value = read(match as RegExpExecArray);
      const at = match.index;
      const end = at + match[0].length;
      return value === null
        ? []
        : [{ value, at, end, before: low.slice(Math.max(0, at - 48), at), after: low.slice(end, end + 40) }];
    });
  const dates = readDates(today, isAmerican(low), said);
  const isDate = ({ at }: { at: number }) => dates.some((date) => at >= date.at && at < date.end);
  const priced = [...said(amount, readMoney), ...said(bare, readBare)].filter((one) => !isDate(one));
  const money = priced
    .filter((one, at) => !priced.slice(0, at).some(({ at: from, end }) => one.at < end && one.end > from))
    .sort((a, b) => a.at - b.at);
  // "1,200 a month" says what it is paid for, not how long something lasts.
  const isRate = ({ at }: { at: number }) =>
    /[a-z]/.test(low[at] ?? '') && money.some(({ end }) => at >= end && at - end <= 1);
  return {
    text,
    low,
    today,
    taken: [],
    dates,
    money,
    durations: said(duration, (match) => {
      const word = match[1] ?? '';
      // "Hours a month" says how often, not how long.
      if (
        /^an?$/.test(word) &&
        /(?:\d|hours?|hrs?|h|times|days|posts|users|stunden) $/.test(low.slice(0, match.index))
      )
        return null;
      // "4 days every month" says how often as well.
      if (
        /^ (?:every|each|a|per|im|pro|par|al) (?:week|month|year|monat|mois|mes|woche)\b/.test(
          low.slice(match.index + match[0].length),
        )
      )
        return null;
      const count = /^\d/.test(word) ? Number(word) : 1;
      const of = units.find(([words]) => words.test(match[2] ?? ''))?.[1];
      return of && count > 0 ? countOf(count, of) : null;
    }).filter((one) => !isRate(one)),
    percents: said(
      /(?<![\d.])(\d{1,3}(?:[.,]\d{1,2})?) ?(?:%|percent|per cent|prozent|pour ?cent|por ciento)/g,
      (match) => (match[1] ?? '').replace(',', '.'),
    ),
    counts: said(
      /(?<![\d.,])(\d{1,4}(?:[.,]\d{1,2})?) (?:(?!eur|usd|gbp|dollar|pound)[a-z]{4,} )?(?:hours?|hrs?|h|days?|std|[a-z]*stunden|tage|heures|jours|horas|dias|pages?|seats?|users?|licen[cs]es?|logos?|units?|pieces?|[a-z]*einheiten|sessions?|lessons?|classes|seances?|clases|workshops?|articles?|months?)\b/g,
      (match) => (match[1] ?? '').replace(',', '.'),
    ),
    mails: said(/(?<![a-z0-9._%+-])[a-z0-9._%+-]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)+/g, (match) => match[0]),
  };
}

const readMoney = (match: RegExpExecArray): Money | null => {
  const sign = match[1] ?? match[6];
  const value = readAmount(match[2] ?? match[4] ?? '', match[3] ?? match[5] ?? '');
  return value === null ? null : { amount: value, currency: currencyIn(sign ?? '') };
};

const readBare = (match: RegExpExecArray): Money | null => {
  const value = readAmount(match[1] ?? match[3] ?? match[4] ?? '', match[2] ?? match[5] ?? '');
  return value === null || /^20[1-4]\d$/.test(match[0].trim()) ? null : { amount: value, currency: null };
};

const currencyIn = (sign: string): string | null =>
  currencyOf.find(([words]) => words.test(sign))?.[1] ?? null;

/** A currency that stands by itself, apart from any figure. */
export const currencyNamed = (low: string): string | null =>
  currencyIn(pattern(`(?<![\\p{L}\\d])(?:${unit})(?![\\p{L}])`, 'u').exec(low)?.[0] ?? '');

/** Where the month is written before the day. */
const isAmerican = (low: string): boolean =>
  /(?<![ac])\$|\b(?:usd|dollars?|delaware|california|new york|texas|inc|llc)\b/.test(low) &&
  !/[€£]|\b(?:eur|euros?|gbp|pounds?)\b/.test(low);

function readAmount(figures: string, scale: string): string | null {
  const plain = figures.replace(/[' ]/g, '');
  const decimal = /[.,](\d{1,2})$/.exec(plain);
  const whole = (decimal ? plain.slice(0, decimal.index) : plain).replace(/[.,]/g, '');
  const factor = /^ ?(?:k|thousand|tsd)$/.test(scale) ? 1000 : scale.trim() ? 1_000_000 : 1;
  const value = Number(`${whole}.${decimal?.[1] ?? 0}`) * factor;
  if (!Number.isFinite(value) || value <= 0 || value > 999_999_999) return null;
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}

/** Numbers that are neither money nor part of a day; "40" of "40 users", "99.5" of "99.5 %". */
export function plainNumbers({
  low,
  money,
  dates,
  taken,
}: Stated): { at: number; end: number; value: string }[] {
  const isTaken = (at: number) => [...money, ...dates, ...taken].some((one) => at >= one.at && at < one.end);
  return [...low.matchAll(/(?<![\d.,/\p{L}-])(\d{1,5}(?:[.,]\d{1,2})?)(?![\d/]|[.,]\d)/gu)]
    .map((match) => ({
      at: match.index,
      end: match.index + match[0].length,
      value: (match[1] ?? '').replace(',', '.'),
    }))
    .filter(({ at }) => !isTaken(at));
}
