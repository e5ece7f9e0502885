import { assertNever } from '#base/assert.ts';
import { plainLocale } from '#base/locale.ts';
import type { Kind } from '../template/template.ts';
import type { Duration, Party, Value } from './values.ts';

export interface Manner {
  /** Such as en-US: how days and figures are written. */
  locale: string;
  currency: string;
}

/** The texts are English, and so are their days and figures: only their order follows the reader's country. */
export const inEnglish = (locale: string): string =>
  `en-${new Intl.Locale(plainLocale(locale)).region ?? 'US'}`;

/** A value as it stands in a document. */
export function formatValue(kind: Kind, value: Value, manner: Manner): string {
  switch (kind.type) {
    case 'text':
    case 'longtext':
      return String(value);
    case 'address':
      return String(value)
        .split(/\n+/)
        .map((line) => line.replace(/,\s*$/, '').trim())
        .filter(Boolean)
        .join(', ');
    case 'yesno':
      return value === true ? 'yes' : 'no';
    case 'choice':
      return kind.options.find((option) => option.value === value)?.words ?? String(value);
    case 'date':
      return days(manner.locale).format(new Date(`${String(value)}T00:00:00Z`));
    case 'duration':
      return formatDuration(value as Duration);
    case 'money':
      return formatAmount(Number(value), manner);
    case 'number':
      return (
        figures(Number(value), manner.locale) +
        (kind.unit === '%' ? '%' : kind.unit && ` ${unitOf(Number(value), kind.unit)}`)
      );
    case 'party':
      return (value as Party).name ?? '';
    case 'list':
      return String((value as unknown[]).length);
    default:
      return assertNever(kind);
  }
}

/** One of them is in the singular: 1 hour, 1 time a year. */
const unitOf = (value: number, unit: string): string =>
  value === 1 ? unit.replace(/^(\p{Ll}*[^\Ws])s\b/u, '$1') : unit;

const smallNumbers = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

/** Small counts in words, as contracts have them. */
function formatDuration({ count, unit }: Duration): string {
  return `${smallNumbers[count] ?? count} ${unit}${count === 1 ? '' : 's'}`;
}

/** To make a formatter costs more than to set a page: each is made once. */
function once<T>(make: (locale: string, currency: string) => T): (locale: string, currency?: string) => T {
  const made = new Map<string, T>();
  return (locale, currency = '') => {
    const key = `${locale} ${currency}`;
    const found = made.get(key) ?? make(locale, currency);
    // A locale is whatever a request says: only so many are kept.
    if (made.size > 60) made.clear();
    made.set(key, found);
    return found;
  };
}

const days = once((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }));
const amounts = once((locale, currency) => new Intl.NumberFormat(locale, { style: 'currency', currency }));
const numbers = once((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 4 }));

const formatAmount = (cents: number, { locale, currency }: Manner): string =>
  amounts(locale, currency).format(inUnits(cents));

/** As digits: a hundredth of a great number is not the same to the cent. */
function inUnits(cents: number): Intl.StringNumericLiteral {
  const digits = String(Math.abs(Math.round(cents))).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` as Intl.StringNumericLiteral;
}

const figures = (value: number, locale: string): string => numbers(locale).format(value);
