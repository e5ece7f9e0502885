import { createHash } from 'node:crypto';
import type { Asked, DeskField } from '../desk.ts';
import type { SiteMistake } from './mistakes.ts';
import { fileName } from './mistakes.ts';
import type { Wanted } from './write-front-matter.ts';

/** One field of a form for a Markdown file, and the key of the front matter that it says. */
export interface FormField extends DeskField {
  /** Where it stands in the front matter; what is no key, such as the words below it, has none. */
  at?: readonly [string] | readonly [string, string];
  /** What is said where it is empty and mustn't be, and where it doesn't fit: the reader speaks of the file's own form. */
  needed?: string;
  misfit?: string;
  /** As the form shows what the file says. */
  shown?(data: unknown): string;
  /** As the file says what was typed; undefined leaves the key out. Throws words that belong to the field. */
  written?(typed: string, before: unknown): Wanted | undefined;
}

/** What somebody typed that can't be written as it is. */
export class Mistyped extends Error {}

/** The value of each field, by its name; a field that isn't there is not offered. */
export type Values = Readonly<Record<string, string>>;

export const mostLetters = 50_000;

export const shownText = (data: unknown): string => (typeof data === 'string' ? data : '');
export const shownOf = (field: FormField, data: unknown): string => (field.shown ?? shownText)(data);
export const writtenOf = (field: FormField, typed: string, before: unknown): Wanted | undefined =>
  field.written ? field.written(typed, before) : typed.trim();

/** As a browser sends a field that nobody touched. */
export const asSent = ({ kind }: Pick<FormField, 'kind'>, value: string): string =>
  kind === 'long' ? value.replace(/\r\n?/g, '\n') : value.replace(/[\r\n]/g, '');

export function valueAt(data: unknown, at: readonly string[]): unknown {
  return at.reduce<unknown>(
    (value, key) => (value as Record<string, unknown> | null | undefined)?.[key],
    data,
  );
}

const printOf = (value: string): string =>
  createHash('sha256').update(value).digest('base64url').slice(0, 16);

/** What the form knows of the values that it was opened with. */
export const printsOf = (values: Values): string =>
  JSON.stringify(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, printOf(value)])));

function readPrints(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(text ?? '');
    return typeof read === 'object' && read !== null ? { ...read } : {};
  } catch {
    return {};
  }
}

export interface Merged {
  /** What was typed where the file still says what the form was opened with. */
  changes: Values;
  /** Changed here and in the file since, to something else: the file's value by field. */
  conflicts: Values;
}

/** Three sides: what the form was opened with (as prints), what was typed, and what the file says now. */
export function mergeFields(fields: readonly FormField[], form: Asked, now: Values): Merged {
  const prints = readPrints(form['was']);
  const changes: Record<string, string> = {};
  const conflicts: Record<string, string> = {};
  for (const field of fields) {
    const { name } = field;
    const stands = now[name];
    const typed = typedOf(field, form);
    if (stands === undefined || typed === undefined || typed === stands) continue;
    const was = prints[name];
    if (was === printOf(typed)) continue;
    if (was === undefined || was === printOf(stands)) changes[name] = typed;
    else conflicts[name] = stands;
  }
  return { changes, conflicts };
}

/** A box that isn't ticked is not sent. */
export const typedOf = (field: FormField, form: Asked): string | undefined => {
  const value = form[field.name] ?? (field.kind === 'check' ? '' : undefined);
  return value === undefined ? undefined : asSent(field, value);
};

/** The fields as they stand in the file; with what somebody typed, also where the file says something else by now. */
export function shownFields(all: readonly FormField[], now: Values, typed?: Asked): DeskField[] {
  const { conflicts } = typed ? mergeFields(all, typed, now) : { conflicts: {} as Values };
  const prints = { ...readPrints(typed?.['was']) };
  // What is shown below counts as seen; what isn't, as it was when the form was opened.
  for (const [name, value] of Object.entries(now))
    if (conflicts[name] !== undefined || prints[name] === undefined) prints[name] = printOf(value);
  const fields = all.flatMap((field): DeskField[] => {
    const { name, label, kind, options, hint, rows, group, isMono, does } = field;
    const value = now[name];
    if (value === undefined) return [];
    const shown: DeskField = {
      name,
      label,
      value,
      ...(kind && { kind }),
      ...(options && { options: withOther(options, value) }),
      ...(hint !== undefined && { hint }),
      ...(rows !== undefined && { rows }),
      ...(group !== undefined && { group }),
      ...(isMono && { isMono }),
      ...(does && { does }),
    };
    const other = conflicts[name];
    if (other === undefined) return [shown];
    if (kind !== 'long')
      return [{ ...shown, mistake: `${changedWords} “${other || 'nothing'}”. ${keepWords}` }];
    // Without a name it is not sent.
    const theirs = { name: '', label: `${label}, as the file says now`, kind, rows, value: other };
    return [{ ...shown, mistake: `${changedWords} the text below it. ${keepWords}` }, theirs as DeskField];
  });
  return [{ name: 'was', label: '', kind: 'hidden', value: JSON.stringify(prints) }, ...fields];
}

const changedWords = 'Changed since you opened this form, to';
const keepWords = 'If you save again, what stands here counts.';

type Options = NonNullable<DeskField['options']>;

/** What somebody wrote into the file by hand is offered, too, until it is changed. */
const withOther = (options: Options, value: string): Options =>
  options.some((option) => option.value === value)
    ? options
    : [{ value, label: value || 'Choose' }, ...options];

/** What was typed, as keys; `mistyped` says which can't be written. Fields without a key are left to the caller. */
export function wantedKeys(
  fields: readonly FormField[],
  changes: Values,
  data?: unknown,
): { wanted: Record<string, Wanted | undefined>; mistyped: Record<string, string> } {
  const mistyped: Record<string, string> = {};
  const wanted: Record<string, Wanted | undefined> = {};
  for (const field of fields) {
    const typed = changes[field.name];
    if (typed === undefined) continue;
    if (typed.length > mostLetters) mistyped[field.name] = 'Up to 50,000 characters fit here.';
    else if (field.at)
      try {
        put(wanted, field.at, writtenOf(field, typed, valueAt(data, field.at)));
      } catch (error) {
        if (!(error instanceof Mistyped)) throw error;
        mistyped[field.name] = error.message;
      }
  }
  return { wanted, mistyped };
}

function put(
  wanted: Record<string, Wanted | undefined>,
  at: readonly string[],
  value: Wanted | undefined,
): void {
  const [key = '', inner] = at;
  wanted[key] = inner === undefined ? value : { ...(wanted[key] as object | undefined), [inner]: value };
}

/** What the readers of a file say: at a field of the form, at a line of the file, or about another file. */
export interface SortedMistakes {
  fields: Record<string, string>;
  lines: { line: string; key: string; says: string }[];
  others: string[];
}

export function sortMistakes(
  error: SiteMistake,
  path: string,
  fields: readonly FormField[],
  more: Readonly<Record<string, string>> = {},
): SortedMistakes {
  const sorted: SortedMistakes = { fields: {}, lines: [], others: [] };
  const start = `${fileName(path)}:`;
  for (const text of error.message.split('\n')) {
    if (!text.startsWith(start)) {
      sorted.others.push(text);
      continue;
    }
    const [line = '', key = '', ...rest] = text.slice(start.length).split(': ');
    const says = rest.join(': ');
    const field = more[key] ?? fieldAt(fields, key);
    if (field !== undefined) sorted.fields[field] = told(sorted.fields[field], wordsAt(fields, field, says));
    else sorted.lines.push({ line: line.trim(), key, says });
  }
  return sorted;
}

/** Of a list each wrong entry is told, as long as somebody would read on. */
const told = (before: string | undefined, words: string): string => {
  if (before === undefined) return words;
  return before.includes(words) || before.length > 600 ? before : `${before} ${words}`;
};

function wordsAt(fields: readonly FormField[], name: string, says: string): string {
  const { needed = 'This is needed.', misfit } = fields.find((field) => field.name === name) ?? {};
  if (says.startsWith('got nothing,')) return needed;
  return misfit ?? `${says.charAt(0).toUpperCase()}${says.slice(1)}.`;
}

const fieldAt = (fields: readonly FormField[], key: string): string | undefined =>
  fields.find(({ at }) => {
    const own = at?.join('.');
    return own !== undefined && (key === own || key.startsWith(`${own}.`));
  })?.name;

export const labelsOf = (fields: readonly FormField[], values: Values): string =>
  fields
    .filter(({ name }) => name in values)
    .map(({ label }) => label)
    .join(', ');

const shortDigest = (value: string): string => createHash('sha256').update(value).digest('hex').slice(0, 8);

/** For the record: a long text is told by its length, and by a digest that says later which one it was. */
export const inShort = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value.length > 100 || value.includes('\n')
        ? `${value.length} characters, ${shortDigest(value)}`
        : value,
    ]),
  );
