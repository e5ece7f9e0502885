import { pattern } from './plain.ts';
import type { Said } from './said.ts';

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
export const monthWord = Object.keys(months)
  .sort((a, b) => b.length - a.length)
  .join('|');

/** Every day that is said, in its order. */
export function readDates(
  today: string,
  monthFirst: boolean,
  said: <T>(by: RegExp, read: (match: RegExpExecArray) => T | null) => Said<T>[],
): Said<string>[] {
  const named = `(?<![\\p{L}])(?:${monthWord})`;
  return [
    ...said(/(?<![\d-])(\d{4})-(\d{2})-(\d{2})(?![\d-])/g, ([, y, m, d]) =>
      day(Number(y), Number(m), Number(d)),
    ),
    ...said(
      pattern(
        `(?<![\\d.])(\\d{1,2})(?:st|nd|rd|th|er|\\.)? ?(?:of |de |d')?(${monthWord})\\.?,? ?(?:de |del |of )?(\\d{4}|next year)?(?![\\p{L}\\d])`,
        'gu',
      ),
      (match) =>
        mayBe.test(match.input.slice(match.index + match[0].length - 4))
          ? null
          : dayOf(Number(match[1]), months[match[2] ?? ''], match[3], today, wasBefore(match)),
    ),
    ...said(
      pattern(`(${named})\\.? (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?(?![\\p{L}\\d])`, 'gu'),
      (match) => dayOf(Number(match[2]), months[match[1] ?? ''], match[3], today, wasBefore(match)),
    ),
    ...said(/(?<![\d.])(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/g, ([, d, m, y]) =>
      day(Number(y), Number(m), Number(d)),
    ),
    ...said(/(?<![\d./-])(\d{1,2})[/.](\d{1,2})[/.](\d{4}|\d{2})(?![\d/]|\.\d)/g, ([whole, a, b, y]) => {
      if (/\./.test(whole) && y?.length === 4) return null;
      const year = Number(y) + (y?.length === 2 ? 2000 : 0);
      const [first, second] = [Number(a), Number(b)];
      const isMonthFirst = second > 12 || (first <= 12 && monthFirst && whole.includes('/'));
      return isMonthFirst ? day(year, first, second) : day(year, second, first);
    }),
    ...said(
      pattern(
        `(?:the )?(end|middle|mid|ende|mitte|fin|mi|finales|mediados|beginning|start|anfang|debut)[ -](?:of |de |du |del |d')?(next )?(${monthWord})(?: (?:de )?(\\d{4}))?(?![\\p{L}\\d]| \\d{1,2}(?!\\d))`,
        'gu',
      ),
      ([, part, next, m, y]) => monthPart(part ?? '', months[m ?? ''] ?? 1, y, Boolean(next), today),
    ),
    ...said(/(?:the )?(?:end of (?:the )?(?:year )?|ende |fin )(20\d\d)(?!\d)/g, ([, y]) => `${y}-12-31`),
    ...said(
      /(?:end of (?:the|this) year|year.?end|zum jahresende|fin d'annee)/g,
      () => `${today.slice(0, 4)}-12-31`,
    ),
    ...said(
      /(?<!\b(?:pay|pays|paid|payable|payment|payments|due|settled|answers?|reply) )\bin (?:about )?(\d{1,2}) (days?|weeks?|months?|tagen|wochen|monaten)\b(?! (?:of|notice))/g,
      ([, count, of]) => later(today, Number(count), of ?? ''),
    ),
    ...said(
      /\b(?:next|this coming|coming|on|nachsten|prochain|kommenden|am) (monday|tuesday|wednesday|thursday|friday|saturday|sunday|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)\b(?!,? (?:the )?\d)/g,
      ([, name]) => weekday(today, name ?? ''),
    ),
    ...said(
      /\b(?:today|this (?:morning|afternoon|evening)|tonight|just now|heute|ce matin|esta manana|aujourd'hui|hoy)\b/g,
      () => today,
    ),
    ...said(/\b(?:yesterday|gestern|hier soir|ayer)\b/g, () => later(today, -1, 'days')),
    ...said(/\b(tomorrow|morgen ab|demain|manana)\b/g, () => later(today, 1, 'days')),
    ...said(/\b(?:christmas|xmas) eve(?: (\d{4}))?/g, ([, y]) => dayOf(24, 12, y, today)),
    // The first of a month that is only named.
    ...said(
      pattern(`(?:from|until|by|starting|starts|ab|since|in|a partir de) (${named}) (\\d{4})(?!\\d)`, 'gu'),
      ([, m, y]) => day(Number(y), months[m ?? ''] ?? 0, 1),
    ),
  ]
    .sort((a, b) => a.at - b.at || b.end - a.end)
    .filter((one, at, all) => !all.slice(0, at).some(({ end }) => one.at < end));
}

function day(year: number, month: number, date: number): string | null {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
  const read = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(text) ? text : null;
}

/** What somebody owes since a day, or signed on it, lies behind. */
const wasBefore = ({ input, index }: RegExpExecArray): boolean =>
  lateDue.test(input.slice(Math.max(0, index - 400), index)) ||
  /\b(?:since|dated|(?:was|were|went|outage|incident|downtime|crash|ausfall|storung|panne|caida|broke|crashed|failed|fell|happened|stopped|signed|seit|vom|ging|fiel|war|desde|depuis|etait)(?![^.;,]*\b(?:starts?|until|by)\b)|fallig am|(?:invoice|bill|rechnung|facture|factura)(?: \S*\d\S*)? (?:of|from|du|del?))\b[^.;,]{0,26}$/.test(
    input.slice(Math.max(0, index - 44), index),
  );

/** "Kids under 13 may not" says no day. */
const mayBe =
  /^ ?may (?:not|never|only|be|have|use|join|see|start|end|stop|cancel|leave|ask|terminate|keep)\b/;

const lateDue =
  /\b(?:owes?|owed|unpaid|overdue|not paid|n't paid|schuldet|impaye\w*|sans paiement|sin pagar|debe|adeuda)\b.*\b(?:due|fallig|since|seit|payable|echue?|vencid\w+|vencio)\b[^.;,]{0,12}$/;

/** Without a year: the next such day, or the last one. */
function dayOf(
  date: number,
  month: number | undefined,
  year: string | undefined,
  today: string,
  isPast = false,
): string | null {
  if (!month) return null;
  const now = Number(today.slice(0, 4)) || 2026;
  if (year === 'next year') return day(now + 1, month, date);
  if (year) return day(Number(year), month, date);
  const found = day(now, month, date);
  if (found === null) return null;
  if (isPast) return found > today ? day(now - 1, month, date) : found;
  return found < today ? day(now + 1, month, date) : found;
}

const iso = (date: Date): string => date.toISOString().slice(0, 10);

/** The end, the middle or the beginning of a month. */
function monthPart(
  part: string,
  month: number,
  year: string | undefined,
  next: boolean,
  today: string,
): string {
  const now = Number(today.slice(0, 4));
  // Said in November, "next March" and "March" are the same one; "next December" is not this one.
  const isOver = month < Number(today.slice(5, 7)) || (next && month === Number(today.slice(5, 7)));
  const of = year ? Number(year) : isOver ? now + 1 : now;
  if (/^(?:end|ende|fin)/.test(part)) return iso(new Date(Date.UTC(of, month, 0)));
  return `${of}-${String(month).padStart(2, '0')}-${/^mi|^mid|^mitte/.test(part) ? '15' : '01'}`;
}

function later(today: string, count: number, of: string): string | null {
  const from = new Date(`${today}T00:00:00Z`);
  if (Number.isNaN(from.getTime())) return null;
  if (/^mon/.test(of)) from.setUTCMonth(from.getUTCMonth() + count);
  else from.setUTCDate(from.getUTCDate() + count * (/^w/.test(of) ? 7 : 1));
  return iso(from);
}

const weekdays = [
  'sunday sonntag',
  'monday montag',
  'tuesday dienstag',
  'wednesday mittwoch',
  'thursday donnerstag',
  'friday freitag',
  'saturday samstag',
];

function weekday(today: string, name: string): string | null {
  const wanted = weekdays.findIndex((names) => names.split(' ').includes(name));
  const now = new Date(`${today}T00:00:00Z`).getUTCDay();
  return Number.isNaN(now) || wanted < 0 ? null : later(today, ((wanted - now + 6) % 7) + 1, 'days');
}
