import { fail, ok } from '#base/result.ts';
import type { Column, Duration, Kind, PartyPart } from '../template/template.ts';

export type { Duration } from '../template/template.ts';

/** What was typed: strings as they stand in the fields, kept as they are until they are read. */
export type Answers = { readonly [field: string]: unknown };

/** An answer that could be read. Money is whole cents, a date is YYYY-MM-DD, a choice its value or own words. */
export type Value = string | number | boolean | Duration | Party | Row[];
export type Party = Partial<Record<PartyPart, string>>;
export type Row = Partial<Record<string, Value>>;

/** What is wrong in one part costs the others nothing: they are `kept`. */
type Reading = { ok: true; value: Value | undefined } | { ok: false; error: string; kept?: Value };

const mostCents = 99_999_999_999;
const longest = { text: 200, longtext: 10_000, address: 400 };

/** Reads one answer; `undefined` for one that is not given, words for one that cannot be what was meant. */
export function readAnswer(kind: Kind, raw: unknown): Reading {
  if (kind.type === 'list') return readList(kind, raw);
  if (kind.type === 'party')
    return readParty(raw, typeof kind.isPerson === 'boolean' ? kind.isPerson : undefined);
  if (kind.type === 'yesno') return readYesNo(raw);
  if (raw !== null && raw !== undefined && typeof raw !== 'string' && typeof raw !== 'number')
    return fail('Enter this as text.');
  const text = clean(
    raw === null || raw === undefined ? '' : String(raw),
    kind.type === 'longtext' || kind.type === 'address',
  );
  if (text === '') return ok(undefined);
  switch (kind.type) {
    case 'text':
    case 'longtext':
    case 'address':
      return short(text, longest[kind.type]);
    case 'number':
      return readNumber(text, kind);
    case 'money':
      return readMoney(text, kind.min);
    case 'date':
      return readDate(text);
    case 'duration':
      return readDuration(text);
    case 'choice':
      if (kind.options.some(({ value }) => value === text)) return ok(text);
      return kind.other === null ? fail('Choose one of the options.') : short(text, longest.text);
  }
}

function short(text: string, most: number): Reading {
  // By code point: a name in another script is not punished for its encoding.
  const length = [...text].length;
  return length <= most ? ok(text) : fail(`${length} characters; the limit is ${most}. Shorten it.`);
}

/** Ends trimmed; nothing that cannot be seen, and nothing that turns the direction of what follows. */
export function clean(text: string, manyLines: boolean): string {
  const seen = text
    .replace(/\r\n?/g, '\n')
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .toWellFormed();
  return (
    manyLines ? seen.replace(/[ \t]+/g, ' ').replace(/\n{3,}/g, '\n\n') : seen.replace(/\s+/g, ' ')
  ).trim();
}

function readYesNo(raw: unknown): Reading {
  if (raw === undefined || raw === null || raw === '') return ok(undefined);
  if (raw === true || raw === 'yes') return ok(true);
  if (raw === false || raw === 'no') return ok(false);
  return fail('Answer yes or no.');
}

const plainNumber = /^([+-]?)(\d{1,3}(?:[ ,'’]\d{3})+|\d+)(?:\.(\d+))?$/;

function readNumber(text: string, { min, max }: { min: number; max: number }): Reading {
  const match = plainNumber.exec(text);
  if (!match) return fail('Enter a number, such as 12 or 7.5.');
  if ((match[3] ?? '').length > 4) return fail('Use up to four decimals.');
  const value = Number(`${match[1]}${match[2]?.replace(/\D/g, '')}.${match[3] ?? 0}`);
  if (value < min) return fail(`At least ${min}.`);
  return value > max ? fail(`At most ${max}.`) : ok(value);
}

function readMoney(text: string, min: number): Reading {
  const match = plainNumber.exec(text);
  if (!match) return fail('Enter an amount, such as 1250 or 1250.50.');
  const [, sign, whole = '', part = ''] = match;
  if (part.length > 2) return fail('Use up to two decimals.');
  const digits = whole.replace(/\D/g, '');
  const value = digits.length > 12 ? Infinity : Number(digits) * 100 + Number(part.padEnd(2, '0'));
  if (sign === '-' && value > 0) return fail('An amount can’t be below zero.');
  if (value > mostCents) return fail('This is more than 999,999,999.99. Check the digits.');
  return value < min ? fail('Enter an amount above zero.') : ok(value);
}

function readDate(text: string): Reading {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  const date = match ? new Date(`${text}T00:00:00Z`) : null;
  if (!date || Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text) {
    return fail('Enter a valid date, such as 2026-11-21.');
  }
  const year = date.getUTCFullYear();
  return year < 1900 || year > 2200 ? fail('Check the year.') : ok(text);
}

function readDuration(text: string): Reading {
  const match = /^(\d{1,4}) (day|week|month|year)s?$/.exec(text);
  if (!match) return fail('Enter a number of days, weeks, months or years, such as 2 years.');
  const duration: Duration = { count: Number(match[1]), unit: match[2] as Duration['unit'] };
  if (duration.count === 0) return fail('At least 1.');
  return daysOf(duration) > 36_525 ? fail('At most 100 years.') : ok(duration);
}

const partyLengths: Record<PartyPart, number> = {
  kind: 10,
  name: 200,
  number: 80,
  address: 400,
  representative: 120,
  role: 120,
  email: 254,
};

function readParty(raw: unknown, isPerson: boolean | undefined): Reading {
  if (raw === undefined || raw === null || raw === '') return ok(undefined);
  // A name alone is a party already.
  const given: Record<string, unknown> = typeof raw === 'string' ? { name: raw } : isRecord(raw) ? raw : {};
  const party: Party = {};
  let error: string | null = null;
  for (const [part, most] of Object.entries(partyLengths) as [PartyPart, number][]) {
    const value = Object.hasOwn(given, part) ? given[part] : undefined;
    const read = short(clean(typeof value === 'string' ? value : '', part === 'address'), most);
    if (!read.ok) error ??= `${partyWords[part]}: ${read.error}`;
    else if (read.value) party[part] = read.value as string;
  }
  if (party.kind && party.kind !== 'company' && party.kind !== 'person') {
    error ??= 'Choose company or person.';
    delete party.kind;
  }
  const kept = Object.keys(party).length === 0 ? undefined : ofKind(party, isPerson);
  if (error === null) return ok(kept);
  return kept ? { ok: false, error, kept } : fail(error);
}

function ofKind(party: Party, isPerson: boolean | undefined): Party {
  if (isPerson === false) return { ...party, kind: 'company' };
  if (!isPerson && party.kind !== 'person') return party;
  // What was typed before somebody said that this is a person stays in its fields and out of the text.
  const { number: _number, representative: _representative, role: _role, ...rest } = party;
  return { ...rest, kind: 'person' };
}

export const partyWords: Record<PartyPart, string> = {
  kind: 'Company or person',
  name: 'Name',
  number: 'Registration number',
  address: 'Address',
  representative: 'Signer',
  role: 'Signer’s role',
  email: 'Email',
};

function readList(kind: Extract<Kind, { type: 'list' }>, raw: unknown): Reading {
  if (raw === undefined || raw === null || raw === '') return ok(undefined);
  if (!Array.isArray(raw)) return fail('Enter this as a list.');
  if (raw.length > kind.max) return fail(`${raw.length} lines; the limit is ${kind.max}.`);
  const rows: Row[] = [];
  let error: string | null = null;
  for (const [index, entry] of raw.entries()) {
    const given = isRecord(entry) ? entry : {};
    const row: Row = {};
    for (const column of kind.columns) {
      if (column.formula) continue;
      const read = readAnswer(
        column.kind,
        Object.hasOwn(given, column.name) ? given[column.name] : undefined,
      );
      if (!read.ok) error ??= `Line ${index + 1}, ${column.label}: ${read.error}`;
      const value = read.ok ? read.value : (read.kept ?? unread(column.kind));
      if (value !== undefined) row[column.name] = value;
    }
    if (Object.keys(row).length > 0) rows.push(row);
  }
  const kept = rows.length > 0 ? rows : undefined;
  if (error === null) return ok(kept);
  return kept ? { ok: false, error, kept } : fail(error);
}

/** A figure that could not be read is no figure, and so is every sum with it; anything else is a blank. */
function unread({ type }: Kind): Value | undefined {
  return type === 'money' || type === 'number' ? Number.NaN : undefined;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const unitDays = { day: 1, week: 7, month: 30.4375, year: 365.25 };
export const daysOf = ({ count, unit }: Duration): number => count * unitDays[unit];

/** Months end where they end: one month after 31 January is the last day of February. */
export function addDuration(date: string, { count, unit }: Duration, sign: 1 | -1 = 1): string {
  const from = new Date(`${date}T00:00:00Z`);
  if (unit === 'day' || unit === 'week') {
    from.setUTCDate(from.getUTCDate() + sign * count * (unit === 'week' ? 7 : 1));
    return from.toISOString().slice(0, 10);
  }
  const day = from.getUTCDate();
  from.setUTCDate(1);
  from.setUTCMonth(from.getUTCMonth() + sign * count * (unit === 'year' ? 12 : 1));
  const last = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 0)).getUTCDate();
  from.setUTCDate(Math.min(day, last));
  return from.toISOString().slice(0, 10);
}

export const askedColumns = (columns: Column[]): Column[] => columns.filter((column) => !column.formula);
