import type { Asked, DeskField } from '#platform/server/desk.ts';
import { editMarkdownFile } from '#platform/server/site/edit-front-matter.ts';
import { parseMarkdownFile } from '#platform/server/site/front-matter.ts';
import {
  asSent,
  type FormField,
  mergeFields,
  type Merged,
  mostLetters,
  shownFields,
  shownOf,
  type Values,
  valueAt,
  wantedKeys,
} from '#platform/server/site/front-matter-form.ts';
import { markdownFault } from '#platform/server/site/markdown-bounds.ts';
import { formFields } from './form-fields.ts';

export { mostLetters, printsOf, type Values } from '#platform/server/site/front-matter-form.ts';

/** What the form is about: product.md, and the text of its license if it can be edited here. */
export interface Texts {
  product: string;
  licence: string | null;
}

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

export const mergeForm = (form: Asked, now: Values): Merged => mergeFields(formFields, form, now);

/** The fields as they stand in the file; with what somebody typed, also where the file says something else by now. */
export const fieldsOf = (now: Values, typed?: Asked): DeskField[] => shownFields(formFields, now, typed);

/** The same texts with some fields saying something else; `mistyped` says which could not be written. */
export function editTexts(
  path: string,
  { product, licence }: Texts,
  changes: Values,
): Texts & { mistyped: Record<string, string> } {
  const { wanted, mistyped } = wantedKeys(formFields, changes);
  let body: string | undefined;
  let terms = licence;
  const { page, licenceText } = changes;
  if (page !== undefined && page.length <= mostLetters) {
    const fault = unreadable(page) ?? markdownFault(page);
    if (fault !== null) mistyped['page'] = fault;
    else body = around(parseMarkdownFile(path, product).body, page);
  }
  if (licenceText !== undefined && licenceText.length <= mostLetters) {
    const fault = unreadable(licenceText);
    if (fault !== null) mistyped['licenceText'] = fault;
    else terms = around(licence ?? '', licenceText);
  }
  return { product: editMarkdownFile(path, product, wanted, body), licence: terms, mistyped };
}

/** What a reader takes for a file in another encoding. */
const unreadable = (text: string): string | null =>
  /[\uFFFD\0]/.test(text) ? 'One character here is broken (�). Delete it, or type it anew.' : null;

function around(old: string, words: string): string {
  const { before, after } = bodyParts(old);
  const eol = old.includes('\r\n') ? '\r\n' : '\n';
  const ends = after.includes('\n') ? after : eol;
  return before + words.trimEnd().replaceAll('\n', eol) + ends;
}
