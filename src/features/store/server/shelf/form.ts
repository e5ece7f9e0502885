import type { Asked, DeskField } from '#platform/server/desk.ts';
import {
  asSent,
  mergeFields,
  type Merged,
  mostLetters,
  shownFields,
  type Values,
} from '#platform/server/site/front-matter-form.ts';
import { editText, textValues, withWords, wordsFault, wordsOf } from '#platform/server/site/text-form.ts';
import { formFields } from './form-fields.ts';

export { mostLetters, printsOf, type Values } from '#platform/server/site/front-matter-form.ts';

/** What the form is about: product.md, and the text of its license if it can be edited here. */
export interface Texts {
  product: string;
  licence: string | null;
}

export const valuesOf = (path: string, { product, licence }: Texts): Values => ({
  ...textValues(formFields, path, product),
  ...(licence !== null && { licenceText: asSent({ kind: 'long' }, wordsOf(licence)) }),
});

export const mergeForm = (form: Asked, now: Values): Merged => mergeFields(formFields, form, now);

/** The fields as they stand in the file; with what somebody typed, also where the file says something else by now. */
export const fieldsOf = (now: Values, typed?: Asked): DeskField[] => shownFields(formFields, now, typed);

/** The same texts with some fields saying something else; `mistyped` says which could not be written. */
export function editTexts(
  path: string,
  { product, licence }: Texts,
  changes: Values,
): Texts & { mistyped: Record<string, string> } {
  const { text, mistyped } = editText(formFields, path, product, changes);
  const typed = changes['licenceText'];
  let terms = licence;
  if (typed !== undefined && typed.length <= mostLetters) {
    const fault = wordsFault(typed);
    if (fault !== null) mistyped['licenceText'] = fault;
    else terms = withWords(licence ?? '', typed);
  }
  return { product: text, licence: terms, mistyped };
}
