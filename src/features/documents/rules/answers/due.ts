import { plainSpaces, type SaidDays, saidDays } from './said-days.ts';
import { type Facts, evaluate, gather } from './evaluate.ts';
import { formatValue } from './format.ts';
import { type Answers, addDuration, type Duration, type Value } from './values.ts';
import { signedName } from '../template/due.ts';
import type { Due, DueKind, DueSource, Template } from '../template/template.ts';

/** A day that a signed document sets. */
export interface DueDate {
  /** The same for the same answers, for good. */
  id: string;
  kind: DueKind;
  day: string;
  words: string;
}

export interface Signed {
  /** Days as YYYY-MM-DD: of the last signature, and on which the text was sent. */
  signed: string;
  sent: string;
  /** The text as it was signed: what it no longer says counts for nothing. */
  text: string;
  /** Days that come again and again are worked out up to here. */
  until: string;
}

/** Of one declaration, and of all. A list of days has an end, whatever somebody answers. */
const most = { ofOne: 120, inAll: 300 };
const mostTries = 40_000;

/**
 * The days that these answers set, as far as the signed text still says them; `isOpen` where more come after `until`.
 * Of what has no answer there is no day.
 */
export function dueDates(
  template: Template,
  answers: Answers,
  { signed, sent, text, until }: Signed,
): { dates: DueDate[]; isOpen: boolean } {
  const said = saidDays(text);
  const facts = gather(template, answers, madeOn(answers, said, sent));
  let isOpen = false;
  const dates = template.due.flatMap((due) =>
    placesOf(due, facts).flatMap(({ known, suffix }) => {
      const value = (path: string) => (path === signedName ? signed : known.value(path));
      if (due.when && !known.holds(due.when)) return [];
      if (!due.from.every((source) => stands(source, value, said))) return [];
      const series = daysOf(due, value, { signed, until });
      isOpen ||= series.isOpen;
      const words = wordsOf(due, value);
      const notice = due.notice && (evaluate(due.notice, value) as Duration | undefined);
      return series.days.flatMap(({ day, n }): DueDate[] => {
        const id = `${due.id}${suffix}${n > 0 ? `.${n}` : ''}`;
        const end = notice && lastDayOfNotice(day, notice);
        return [
          ...(end ? [{ id: `${id}.notice`, kind: 'notice' as const, day: end, words: noticeWords }] : []),
          { id, kind: due.is, day, words },
        ];
      });
    }),
  );
  dates.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.id < b.id ? -1 : 1));
  return { dates: dates.slice(0, most.inAll), isOpen };
}

export type DatesOf = (slug: string, answers: Answers, signed: Signed) => ReturnType<typeof dueDates>;

/** Of a document that this hub no longer has nothing is known. */
export const datesBy =
  (templateOf: (slug: string) => Template | undefined): DatesOf =>
  (slug, answers, signed) => {
    const template = templateOf(slug);
    return template ? dueDates(template, answers, signed) : { dates: [], isOpen: false };
  };

const noticeWords = 'Last day to give notice';

/** So that the whole time lies between it and the day before: whoever counts otherwise is early, never late. */
const lastDayOfNotice = (day: string, notice: Duration): string =>
  addDuration(addDuration(day, { count: 1, unit: 'day' }, -1), notice, -1);

function placesOf(due: Due, facts: Facts): { known: Facts; suffix: string }[] {
  if (due.each === null) return [{ known: facts, suffix: '' }];
  const { each } = due;
  return facts
    .rows(each)
    .slice(0, most.ofOne)
    .map((row, index) => ({ known: facts.inRow(each, row, index), suffix: `.row${index + 1}` }));
}

type Look = (path: string) => Value | undefined;

function daysOf(
  { is, on, every, until: end, times }: Due,
  value: Look,
  { signed, until }: Pick<Signed, 'signed' | 'until'>,
): { days: { day: string; n: number }[]; isOpen: boolean } {
  const first = evaluate(on, value);
  if (typeof first !== 'string') return { days: [], isOpen: false };
  if (!every) return { days: [{ day: first, n: 0 }], isOpen: false };
  const step = evaluate(every, value) as Duration | undefined;
  const last = end && evaluate(end, value);
  const count = times && evaluate(times, value);
  if (!step || last === undefined || count === undefined) return { days: [], isOpen: false };
  const nth = is === 'renews' ? null : fromBeginning(on, value, step);
  const days: { day: string; n: number }[] = [];
  for (let n = 0, day = first; n < mostTries; n++, day = nth?.(n) ?? addDuration(day, step)) {
    if ((typeof last === 'string' && day > last) || (typeof count === 'number' && n >= count))
      return { days, isOpen: false };
    if (day > until) return { days, isOpen: true };
    // What came round before anybody signed is over.
    if (n > 0 && day < signed) continue;
    if (days.length === most.ofOne) return { days, isOpen: false };
    days.push({ day, n });
  }
  return { days, isOpen: false };
}

/**
 * What comes each month keeps the day on which it began: after 31 January it is 28 February, then 31 March. A renewed
 * term is counted from its own first day instead.
 */
function fromBeginning(on: Due['on'], value: Look, step: Duration): (n: number) => string {
  const [base, offset] = on.e === 'op' && on.op === '+' ? on.args.map((part) => evaluate(part, value)) : [];
  const first = evaluate(on, value) as string;
  const isSame = typeof base === 'string' && typeof offset === 'object' && 'unit' in offset;
  const before = isSame && offset.unit === step.unit ? (offset as Duration).count : 0;
  const from = before > 0 ? (base as string) : first;
  return (n) => {
    const steps = before + step.count * n;
    return steps === 0 ? from : addDuration(from, { unit: step.unit, count: steps });
  };
}

function wordsOf({ words }: Due, value: Look): string {
  const text = words
    .map((word) => {
      if (typeof word === 'string') return word;
      const found = value(word.path);
      if (found === undefined) return '';
      if (typeof found === 'string') return /^\d{4}-\d{2}-\d{2}$/.test(found) ? dayInWords(found) : found;
      return typeof found === 'object' && 'unit' in found ? periodInWords(found as Duration) : '';
    })
    .join('');
  const letters = [...text.replace(/\s+/g, ' ').trim()];
  return letters.length > 160 ? `${letters.slice(0, 159).join('').trim()}…` : letters.join('');
}

const plain = { locale: 'en-GB', currency: 'USD' };
const dayInWords = (day: string): string => formatValue({ type: 'date' }, day, plain);
const periodInWords = (period: Duration): string => formatValue({ type: 'duration' }, period, plain);

/** Whether the text says it: a date in words, a period in words or figures, a text as it was answered. */
function stands({ path, type, of }: DueSource, value: Look, said: SaidDays): boolean {
  const found = value(path);
  if (found === undefined) return true;
  if (of.length > 0 && of.every((source) => stands(source, value, said))) return true;
  if (type === 'date') return said.days.has(String(found));
  if (type === 'text') return said.text.includes(plainSpaces(String(found)));
  const period = found as Duration;
  return [periodInWords(period), `${period.count} ${period.unit}${period.count === 1 ? '' : 's'}`].some(
    (words) => new RegExp(`(?<![\\p{L}\\p{N}-])${words}(?![\\p{L}\\p{N}])`, 'u').test(said.text),
  );
}

/**
 * The day that "today" was when the text was made: the last day up to its sending that it names and nobody typed.
 * Empty: it names none.
 */
function madeOn(answers: Answers, { days }: SaidDays, sent: string): string {
  const typed = JSON.stringify(answers);
  // Who made it may live where it is tomorrow already.
  const last = addDuration(sent, { count: 1, unit: 'day' });
  return (
    [...days]
      .filter((day) => day <= last && !typed.includes(`"${day}"`))
      .sort()
      .at(-1) ?? ''
  );
}
