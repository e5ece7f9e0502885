import { editMarkdownFile } from './edit-front-matter.ts';
import {
  asSent,
  type FormField,
  mostLetters,
  shownOf,
  type Values,
  valueAt,
  wantedKeys,
} from './front-matter-form.ts';
import { parseTextFile } from './front-matter.ts';
import { markdownFault } from './markdown-bounds.ts';
import { SiteMistake } from './mistakes.ts';
import type { Wanted } from './write-front-matter.ts';

/** The field that stands for the words below the front matter. */
export const bodyField = 'page';

/** The field that stands for all of a file, keys and words as they are: whoever writes it knows the file's own form. */
export const wholeField = 'file';

export const isWhole = (fields: readonly FormField[]): boolean =>
  fields.some(({ name }) => name === wholeField);

/** What a Markdown file says, field by field: its keys, and the words below them. */
export function textValues(fields: readonly FormField[], path: string, text: string): Values {
  if (isWhole(fields)) return { [wholeField]: text.replace(/\r\n?/g, '\n') };
  const { data, body } = parseTextFile(path, text);
  return Object.fromEntries(
    fields.flatMap((field) => {
      if (field.name === bodyField) return [[field.name, asSent(field, wordsOf(body))]];
      return field.at ? [[field.name, asSent(field, shownOf(field, valueAt(data, field.at)))]] : [];
    }),
  );
}

/** The same text with some fields saying something else; `mistyped` says which could not be written. */
export function editText(
  fields: readonly FormField[],
  path: string,
  text: string,
  changes: Values,
  also: Readonly<Record<string, Wanted>> = {},
): { text: string; mistyped: Record<string, string> } {
  const whole = changes[wholeField];
  if (whole !== undefined) {
    const fault =
      whole.length > mostLetters
        ? 'Up to 50,000 characters fit here.'
        : unreadable.test(whole)
          ? brokenWords
          : null;
    const eol = text.includes('\r\n') ? '\r\n' : '\n';
    return {
      text: withKeys(path, `${whole.trimEnd()}\n`.replaceAll('\n', eol), also),
      mistyped: fault === null ? {} : { [wholeField]: fault },
    };
  }
  const { wanted, mistyped } = wantedKeys(fields, changes, parseTextFile(path, text).data);
  const words = changes[bodyField];
  let body: string | undefined;
  if (words !== undefined && words.length <= mostLetters) {
    const fault = wordsFault(words);
    if (fault !== null) mistyped[bodyField] = fault;
    else body = withWords(parseTextFile(path, text).body, words);
  }
  return { text: editMarkdownFile(path, text, { ...also, ...wanted }, body), mistyped };
}

/** A file that can't be read stays as it is: its own reader tells what is wrong with it. */
function withKeys(path: string, text: string, also: Readonly<Record<string, Wanted>>): string {
  if (Object.keys(also).length === 0) return text;
  try {
    return editMarkdownFile(path, text, also);
  } catch (error) {
    if (error instanceof SiteMistake) return text;
    throw error;
  }
}

/** What can't be written, or would keep the reader of Markdown busy for minutes. */
export const wordsFault = (text: string): string | null =>
  unreadable.test(text) ? brokenWords : markdownFault(text);

/** What a reader takes for a file in another encoding. */
const unreadable = /[\uFFFD\0]/;
const brokenWords = 'One character here is broken (�). Delete it, or type it anew.';

/** Blank lines around the words are the file's. */
function parts(body: string): { before: string; words: string; after: string } {
  const [before = ''] = /^(?:[ \t]*\r?\n)*/.exec(body) ?? [];
  const rest = body.slice(before.length);
  const words = rest.trimEnd();
  return { before, words, after: rest.slice(words.length) };
}

export const wordsOf = (body: string): string => parts(body).words;

/** The words in place of the ones before, with the line ends and the blank lines around them as they were. */
export function withWords(old: string, words: string): string {
  const { before, after } = parts(old);
  const eol = old.includes('\r\n') ? '\r\n' : '\n';
  const ends = after.includes('\n') ? after : eol;
  return before + words.trimEnd().replaceAll('\n', eol) + ends;
}
