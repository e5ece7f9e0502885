import { csvRecords, isBlank, mostCells } from '#base/csv.ts';
import { parseMailAddress } from '#base/mail-address.ts';
import { isTimeZone } from '#base/time-zone.ts';
import { mostLines, separatorOf } from '#features/recovery/rules/csv-records.ts';

/** People out of a CSV file: good lines as people, every other line with what is wrong with it. */

export interface PersonLine {
  line: number;
  email: string;
  name: string;
  tags: string[];
  timeZone: string;
  fields: Record<string, string>;
  /** The file says that they unsubscribed. */
  isOut: boolean;
}
export interface LineFault {
  line: number;
  words: string;
}

const aliases: Record<string, 'email' | 'name' | 'tags' | 'timeZone' | 'first' | 'last' | 'out'> = {
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
  'time zone': 'timeZone',
  timezone: 'timeZone',
  // As an export of ours says it, and others.
  'unsubscribed at': 'out',
  unsubscribed: 'out',
  'unsubscribe time': 'out',
  unsub_time: 'out',
  'opted out': 'out',
};

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
  for (const record of csvRecords(text, separatorOf(text))) {
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
  return {
    line,
    email,
    name: (known['name'] ?? [known['first'], known['last']].filter(Boolean).join(' ')).slice(0, 120),
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
    isOut: !/^(?:|0|no|false|never|-)$/i.test(known['out'] ?? ''),
  };
}
