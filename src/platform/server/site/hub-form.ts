import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '#base/problem.ts';
import { replaceFile } from '../files/replace-file.ts';
import type { Asked, DeskField, Done } from '../desk.ts';
import { editMarkdownFile } from './edit-front-matter.ts';
import {
  type FormField,
  inShort,
  labelsOf,
  mergeFields,
  shownFields,
  shownOf,
  sortMistakes,
  asSent,
  type Values,
  valueAt,
  wantedKeys,
} from './front-matter-form.ts';
import { parseMarkdownFile } from './front-matter.ts';
import { hubWords } from './hub-words.ts';
import { SiteMistake } from './mistakes.ts';

const lineList = (data: unknown): string => (Array.isArray(data) ? data.join('\n') : '');
const orNothing = (typed: string): string | undefined => typed.trim() || undefined;

/** Who runs the hub: the keys of site/hub.md that nobody can sell without. */
const fields: readonly FormField[] = [
  {
    name: 'name',
    label: 'Name of your hub',
    at: ['name'],
    hint: 'Up to 60 characters, on every page.',
    written: orNothing,
  },
  {
    name: 'tagline',
    label: 'Tagline',
    at: ['tagline'],
    hint: 'What you do, in up to 120 characters.',
    written: orNothing,
  },
  {
    name: 'legalName',
    label: 'Legal name',
    at: ['seller', 'legalName'],
    hint: 'Yours or your company’s, as registered: on invoices and in the terms.',
    written: orNothing,
  },
  {
    name: 'address',
    label: 'Postal address',
    kind: 'long',
    rows: 4,
    at: ['seller', 'address'],
    hint: 'Up to 6 lines, without the country.',
    shown: lineList,
    written(typed) {
      const lines = typed.split('\n').map((line) => line.trim());
      const list = lines.filter(Boolean);
      return list.length > 0 ? list : undefined;
    },
  },
  {
    name: 'country',
    label: 'Country',
    at: ['seller', 'country'],
    hint: 'Two letters, such as DE.',
    written: orNothing,
  },
  { name: 'email', label: 'Email', kind: 'email', at: ['seller', 'email'], written: orNothing },
  {
    name: 'registration',
    label: 'Registration (optional)',
    at: ['seller', 'registration'],
    hint: 'Such as HRB 12345, Amtsgericht Berlin.',
    written: orNothing,
  },
  {
    name: 'vatId',
    label: 'VAT ID (optional)',
    at: ['seller', 'vatId'],
    hint: 'Such as DE123456789.',
    written: orNothing,
  },
];

const nothing = '---\n---\n';

export const hubFile = (siteDir: string): string => join(siteDir, 'hub.md');

async function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return nothing;
    throw new Problem('conflict', `${path} can’t be read (${error.code ?? 'unknown'}).`);
  });
}

function valuesOf(path: string, text: string): Values {
  const { data } = parseMarkdownFile(path, text);
  return Object.fromEntries(
    fields.map((field) => [field.name, asSent(field, shownOf(field, valueAt(data, field.at ?? [])))]),
  );
}

/** What the file says, and what was typed over it. */
export async function hubFields(siteDir: string, typed?: Asked): Promise<DeskField[]> {
  const path = hubFile(siteDir);
  const text = await textOf(path);
  try {
    return shownFields(fields, valuesOf(path, text), typed);
  } catch (error) {
    return asProblem(error);
  }
}

/** Lays what was typed over the operator's own file and writes it; whoever calls holds a lock. */
export async function saveHub(siteDir: string, shippedDir: string, form: Asked): Promise<Done> {
  const path = hubFile(siteDir);
  const text = await textOf(path);
  try {
    const now = valuesOf(path, text);
    const { changes, conflicts } = mergeFields(fields, form, now);
    if (Object.keys(conflicts).length > 0)
      throw new Problem(
        'conflict',
        `Nothing was saved. Changed since you opened this form: ${labelsOf(fields, conflicts)}. Both are shown below.`,
      );
    if (Object.keys(changes).length === 0) return { words: 'Nothing was changed.', after: {} };
    const { wanted, mistyped } = wantedKeys(fields, changes);
    if (Object.keys(mistyped).length > 0) throw fieldProblem(mistyped);
    const edited = editMarkdownFile(path, text, wanted);
    await assertRead(path, shippedDir, edited);
    await replaceFile(path, edited);
    const before = Object.fromEntries(Object.keys(changes).map((name) => [name, now[name] ?? '']));
    return {
      words: `Saved: ${labelsOf(fields, changes)}.`,
      before: inShort(before),
      after: inShort(changes),
    };
  } catch (error) {
    return asProblem(error);
  }
}

/** As the start would read it. */
async function assertRead(path: string, shippedDir: string, text: string): Promise<void> {
  const shipped = join(shippedDir, 'hub.md');
  const base = parseMarkdownFile(shipped, await readFile(shipped, 'utf8'));
  try {
    hubWords(base, parseMarkdownFile(path, text));
  } catch (error) {
    if (!(error instanceof SiteMistake)) throw error;
    const { fields: faults } = sortMistakes(error, path, fields);
    if (Object.keys(faults).length === 0) throw error;
    throw fieldProblem(faults);
  }
}

const fieldProblem = (faults: Record<string, string>): Problem =>
  new Problem('bad_request', `Nothing was saved. See ${labelsOf(fields, faults)}.`, { fields: faults });

function asProblem(error: unknown): never {
  if (error instanceof SiteMistake)
    throw new Problem(
      'conflict',
      `This can’t be done here until the file is corrected. ${error.message.split('\n')[0]}`,
    );
  throw error;
}
