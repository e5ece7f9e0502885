import { csvRecords, isBlank, mostCells, separatorIn } from '#base/csv.ts';
import { parseMailAddress } from '#base/mail-address.ts';
import { parsePhone, phoneWords } from '#base/phone.ts';
import { isTimeZone } from '#base/time-zone.ts';
import { mostLines } from '#features/recovery/rules/csv-records.ts';

/** People out of a CSV file: good lines as people, every other line with what is wrong with it. */

export interface PersonLine {
  line: number;
  email: string;
  name: string;
  /** E.164; '' where the line has none. */
  phone: string;
  tags: string[];
  timeZone: string;
  fields: Record<string, string>;
  /** The file says that they unsubscribed. */
  isOut: boolean;
  /** The file says that they want no more text messages. */
  isTextOut: boolean;
  /** What could not be taken of a line that was. */
  note?: string;
}
export interface LineFault {
  line: number;
  words: string;
}

const aliases: Record<
  string,
  'email' | 'name' | 'tags' | 'timeZone' | 'first' | 'last' | 'phone' | 'out' | 'textOut'
> = {
  email: 'email',
  'e-mail': 'email',
  mail: 'email',
  'email address': 'email',
  name: 'name',
  'full name': 'name',
  'first name': 'first',
  firstname: 'first',
  'last name': 'last',
  lastname: 'last',
  tags: 'tags',
  tag: 'tags',
  phone: 'phone',
  'phone number': 'phone',
  mobile: 'phone',
  'mobile phone': 'phone',
  'mobile number': 'phone',
  telephone: 'phone',
  tel: 'phone',
  cell: 'phone',
  'time zone': 'timeZone',
  timezone: 'timeZone',
  // As an export of ours says it, and others.
  'unsubscribed at': 'out',
  unsubscribed: 'out',
  'unsubscribe time': 'out',
  unsub_time: 'out',
  'opted out': 'out',
  'no text messages since': 'textOut',
  'sms unsubscribed at': 'textOut',
  'sms opted out': 'textOut',
};

/** Whether the first line names a column of numbers. */
export const namesPhone = (text: string): boolean =>
  (/[^\r\n]*/.exec(text.slice(0, 5000))?.[0] ?? '').split(/[,;\t]/).some(
    (head) =>
      aliases[
        head
          .replace(/["\ufeff]/g, '')
          .trim()
          .toLowerCase()
      ] === 'phone',
  );

/** “Date of birth” as a field: dateOfBirth. '' for what can't be one. */
export function fieldNameOf(head: string): string {
  const words = head.match(/[a-zA-Z0-9]+/g) ?? [];
  const name = words
    .map((word, at) =>
      at === 0 ? word.charAt(0).toLowerCase() + word.slice(1) : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join('')
    .slice(0, 30);
  return /^[a-zA-Z]/.test(name) ? name : '';
}

const clean = (text: string, most: number): string =>
  text
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .toWellFormed()
    .slice(0, most);

/** Null for a blank line: whoever reads a large file lets others have their turn between two. */
export function* peopleLines(text: string): Generator<PersonLine | LineFault | null> {
  let heads: string[] | null = null;
  let count = 0;
  for (const record of csvRecords(text, separatorIn(text))) {
    const { line, cells, fault, unclosedAt } = record;
    if (unclosedAt !== undefined) {
      yield {
        line: unclosedAt,
        words: 'A quote opens here and is never closed. Nothing after it was imported.',
      };
      return;
    }
    if (isBlank(record)) {
      yield null;
      continue;
    }
    if (fault) {
      yield {
        line,
        words:
          fault === 'wide'
            ? `This line has more than ${mostCells} cells.`
            : 'A cell in this line is too long.',
      };
      if (!heads) return;
      continue;
    }
    if (!heads) {
      heads = cells.map((cell) => clean(cell, 100));
      if (!heads.some((head) => aliases[head.toLowerCase()] === 'email')) {
        yield { line, words: 'The first line names no column “email”.' };
        return;
      }
      continue;
    }
    count += 1;
    if (count > mostLines) {
      yield { line, words: `Only the first ${mostLines.toLocaleString('en-US')} lines were imported.` };
      return;
    }
    yield personOf(line, heads, cells);
  }
}

const isSaid = (cell = ''): boolean => !/^(?:|0|no|false|never|-)$/i.test(cell);

function personOf(line: number, heads: readonly string[], cells: readonly string[]): PersonLine | LineFault {
  const known: Partial<Record<string, string>> = {};
  const fields: Record<string, string> = {};
  for (const [at, head] of heads.entries()) {
    const value = clean(cells[at] ?? '', 200);
    if (value === '') continue;
    const lower = head.toLowerCase();
    const column = Object.hasOwn(aliases, lower) ? aliases[lower] : undefined;
    const field = column === undefined ? fieldNameOf(head) : '';
    if (column !== undefined) known[column] = value;
    else if (field !== '' && Object.keys(fields).length < 50) fields[field] = value;
  }
  const email = parseMailAddress(known['email'] ?? '');
  if (email === null) return { line, words: 'This isn’t an email address.' };
  const timeZone = known['timeZone'] ?? '';
  const given = known['phone'] ?? '';
  const phone = parsePhone(given);
  // Not a number that can be texted: kept as the field that it always was.
  if (given !== '' && phone === null && Object.keys(fields).length < 50) fields['phone'] = given;
  return {
    line,
    email,
    name: (known['name'] ?? [known['first'], known['last']].filter(Boolean).join(' ')).slice(0, 120),
    phone: phone ?? '',
    ...(given !== '' &&
      phone === null && { note: `The number was kept as a field and can’t be texted. ${phoneWords}` }),
    tags: [
      ...new Set(
        (known['tags'] ?? '')
          .split(/[,;|]/)
          .map((tag) => clean(tag, 40))
          .filter((tag) => tag !== ''),
      ),
    ].slice(0, 50),
    timeZone: isTimeZone(timeZone) ? timeZone : '',
    fields,
    isOut: isSaid(known['out']),
    isTextOut: isSaid(known['textOut']),
  };
}
