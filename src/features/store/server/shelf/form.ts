import { createHash } from 'node:crypto';
import type { Asked, DeskField } from '#platform/server/desk.ts';
import { editMarkdownFile } from '#platform/server/site/edit-front-matter.ts';
import { markdownFault } from '#platform/server/site/markdown-bounds.ts';
import type { Wanted } from '#platform/server/site/write-front-matter.ts';
import { parseMarkdownFile } from '#platform/server/site/front-matter.ts';
import { asSent, type FormField, formFields, Mistyped, shownOf, writtenOf } from './form-fields.ts';

/** The value of each field, by its name; a field that isn't there is not offered. */
export type Values = Readonly<Record<string, string>>;

/** What the form is about: product.md, and the text of its license if it can be edited here. */
export interface Texts {
  product: string;
  licence: string | null;
}

export const mostLetters = 50_000;

/** Blank lines around the page's words are the file's. */
function bodyParts(body: string): { before: string; words: string; after: string } {
  const [before = ''] = /^(?:[ \t]*\r?\n)*/.exec(body) ?? [];
  const rest = body.slice(before.length);
  const words = rest.trimEnd();
  return { before, words, after: rest.slice(words.length) };
}

export function valuesOf(path: string, { product, licence }: Texts): Values {
  const { data, body } = parseMarkdownFile(path, product);
  const raw = (field: FormField): string | null => {
    if (field.name === 'page') return bodyParts(body).words;
    if (field.name === 'licenceText') return licence === null ? null : bodyParts(licence).words;
    return shownOf(field, valueAt(data, field.at ?? []));
  };
  return Object.fromEntries(
    formFields.flatMap((field) => {
      const value = raw(field);
      return value === null ? [] : [[field.name, asSent(field, value)]];
    }),
  );
}

function valueAt(data: unknown, at: readonly string[]): unknown {
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
export function mergeForm(form: Asked, now: Values): Merged {
  const prints = readPrints(form['was']);
  const changes: Record<string, string> = {};
  const conflicts: Record<string, string> = {};
  for (const field of formFields) {
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
export function fieldsOf(now: Values, typed?: Asked): DeskField[] {
  const { conflicts } = typed ? mergeForm(typed, now) : { conflicts: {} as Values };
  const prints = { ...readPrints(typed?.['was']) };
  // What is shown below counts as seen; what isn't, as it was when the form was opened.
  for (const [name, value] of Object.entries(now))
    if (conflicts[name] !== undefined || prints[name] === undefined) prints[name] = printOf(value);
  const fields = formFields.flatMap((field): DeskField[] => {
    const { name, label, kind, options, hint, rows } = field;
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

/** The same texts with some fields saying something else; `mistyped` says which could not be written. */
export function editTexts(
  path: string,
  { product, licence }: Texts,
  changes: Values,
): Texts & { mistyped: Record<string, string> } {
  const mistyped: Record<string, string> = {};
  const wanted: Record<string, Wanted | undefined> = {};
  let body: string | undefined;
  let terms = licence;
  for (const field of formFields) {
    const typed = changes[field.name];
    if (typed === undefined) continue;
    if (typed.length > mostLetters) mistyped[field.name] = 'Up to 50,000 characters fit here.';
    else if (field.name === 'page') {
      const fault = markdownFault(typed);
      if (fault !== null) mistyped[field.name] = fault;
      else body = around(parseMarkdownFile(path, product).body, typed);
    } else if (field.name === 'licenceText') terms = around(licence ?? '', typed);
    else
      try {
        put(wanted, field.at ?? [], writtenOf(field, typed));
      } catch (error) {
        if (!(error instanceof Mistyped)) throw error;
        mistyped[field.name] = error.message;
      }
  }
  return { product: editMarkdownFile(path, product, wanted, body), licence: terms, mistyped };
}

function put(
  wanted: Record<string, Wanted | undefined>,
  at: readonly string[],
  value: Wanted | undefined,
): void {
  const [key = '', inner] = at;
  wanted[key] = inner === undefined ? value : { ...(wanted[key] as object | undefined), [inner]: value };
}

function around(old: string, words: string): string {
  const { before, after } = bodyParts(old);
  const eol = old.includes('\r\n') ? '\r\n' : '\n';
  const ends = after.includes('\n') ? after : eol;
  return before + words.trimEnd().replaceAll('\n', eol) + ends;
}
