import { Problem } from '#base/problem.ts';
import type { Asked, DeskField, Done } from '../desk.ts';
import {
  type FormField,
  inShort,
  labelsOf,
  mergeFields,
  shownFields,
  sortMistakes,
} from './front-matter-form.ts';
import { fileName, SiteMistake } from './mistakes.ts';
import type { OwnTexts } from './own-texts.ts';
import { editText, isWhole, textValues, wholeField } from './text-form.ts';

/** A text of the site that a form changes. */
export interface FormText {
  /** Inside site/, such as "pages/imprint.md". */
  path: string;
  fields: readonly FormField[];
  /** What a new one starts from. */
  blank: string;
  /** As the site would read it: throws a SiteMistake if it can't. */
  prove(text: string): void;
  /** Keys that every change sets, such as the day. */
  also?: Readonly<Record<string, string>>;
  /** It says only what differs from the shipped one, so a first change doesn't begin with that. */
  isOverlay?: true;
}

type Texts = Pick<OwnTexts, 'read' | 'write' | 'pathOf'>;

async function textNow(texts: Texts, { path, blank, isOverlay }: FormText): Promise<string> {
  const found = await texts.read(path);
  return found && (found.from === 'own' || !isOverlay) ? found.text : blank;
}

/** What the file says, and what was typed over it. */
export async function textFields(texts: Texts, of: FormText, typed?: Asked): Promise<DeskField[]> {
  const text = await textNow(texts, of);
  return inWords(() => shownFields(of.fields, textValues(of.fields, texts.pathOf(of.path), text), typed));
}

/** The form of one that isn't there yet. */
export const blankFields = ({ fields, blank, path }: FormText): DeskField[] =>
  shownFields(fields, textValues(fields, path, blank));

/** The text as it would be saved, for a look at it; where the file says something else by now, as it was typed. */
export async function draftText(texts: Texts, of: FormText, form: Asked): Promise<string> {
  const text = await textNow(texts, of);
  const path = texts.pathOf(of.path);
  return inWords(() => {
    const { changes, conflicts } = mergeFields(of.fields, form, textValues(of.fields, path, text));
    const typed = Object.fromEntries(Object.keys(conflicts).map((name) => [name, form[name] ?? '']));
    const edited = editText(of.fields, path, text, { ...changes, ...typed }, of.also);
    assertTyped(of, edited.mistyped);
    proven(of, path, edited.text);
    return edited.text;
  });
}

/** Lays what was typed over the operator's own file and writes it; whoever calls holds a lock. */
export async function saveText(texts: Texts, of: FormText, form: Asked): Promise<Done> {
  const text = await textNow(texts, of);
  const path = texts.pathOf(of.path);
  const outcome = inWords((): { done: Done; edited?: string } => {
    const now = textValues(of.fields, path, text);
    const { changes, conflicts } = mergeFields(of.fields, form, now);
    if (Object.keys(conflicts).length > 0)
      throw new Problem(
        'conflict',
        `Nothing was saved. Changed since you opened this form: ${labelsOf(of.fields, conflicts)}. Both are shown below.`,
      );
    if (Object.keys(changes).length === 0) return { done: { words: 'Nothing was changed.', after: {} } };
    const { text: edited, mistyped } = editText(of.fields, path, text, changes, of.also);
    assertTyped(of, mistyped);
    proven(of, path, edited);
    const before = Object.fromEntries(Object.keys(changes).map((name) => [name, now[name] ?? '']));
    const words = `Saved: ${labelsOf(of.fields, changes)}.`;
    return { done: { words, before: inShort(before), after: inShort(changes) }, edited };
  });
  if (outcome.edited !== undefined) await texts.write(of.path, outcome.edited);
  return outcome.done;
}

function assertTyped({ fields }: FormText, mistyped: Record<string, string>): void {
  if (Object.keys(mistyped).length > 0) throw faultAt(fields, mistyped);
}

/** As the site would read it; a mistake stands at its field. */
function proven({ fields, prove }: FormText, path: string, text: string): void {
  try {
    prove(text);
  } catch (error) {
    if (!(error instanceof SiteMistake)) throw error;
    if (isWhole(fields)) {
      const faults = linesOf(error, path);
      if (faults.length === 0) throw error;
      throw new Problem('bad_request', 'Nothing was saved. See what is said below the text.', {
        fields: { [wholeField]: faults.join('\n') },
      });
    }
    const sorted = sortMistakes(error, path, fields);
    if (Object.keys(sorted.fields).length > 0) throw faultAt(fields, sorted.fields);
    // Of the whole text as it would be: that is no file yet, so there is nothing in one to correct.
    const says = sorted.lines[0]?.says ?? sorted.lines[0]?.key;
    if (says === undefined) throw error;
    throw new Problem('bad_request', `Nothing was saved: ${says}.`);
  }
}

/** What the reader says of this file, each with its line. */
const linesOf = (error: SiteMistake, path: string): string[] =>
  error.message
    .split('\n')
    .filter((line) => line.startsWith(`${fileName(path)}:`))
    .map((line) => `Line ${line.slice(fileName(path).length + 1)}`);

const faultAt = (fields: readonly FormField[], faults: Record<string, string>): Problem =>
  new Problem('bad_request', `Nothing was saved. See ${labelsOf(fields, faults)}.`, { fields: faults });

/** A file that somebody wrote by hand may have a mistake that no field stands for. */
function inWords<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof SiteMistake)) throw error;
    const [first] = error.message.split('\n');
    throw new Problem('conflict', `This can’t be done here until the file is corrected. ${first}`);
  }
}
