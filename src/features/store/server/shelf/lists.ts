import { lstat, readdir } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { Problem } from '#base/problem.ts';
import type { Asked, DeskField, GivenFile } from '#platform/server/desk.ts';
import { editMarkdownFile, madeFrom } from '#platform/server/site/edit-front-matter.ts';
import { parseMarkdownFile } from '#platform/server/site/front-matter.ts';
import {
  type FormField,
  mergeFields,
  shownFields,
  type Values,
} from '#platform/server/site/front-matter-form.ts';
import type { Wanted } from '#platform/server/site/write-front-matter.ts';
import { readGivenPictures } from './given-pictures.ts';
import { digestOf } from '../known-files.ts';
import { mostListed } from '../product-schema.ts';
import { fieldProblem } from './proof.ts';
import type { Standing } from './standing.ts';

/** The two lists of a product that name files of its folder. */
export interface ListKind {
  key: 'files' | 'images';
  words: 'words' | 'alt';
  /** As product.md takes it, on sale or not. */
  most: number;
  label: string;
  hint: string;
  given: Pick<DeskField, 'label' | 'hint' | 'accept' | 'widths' | 'ratio'>;
}

export const listKinds: Record<'files' | 'pictures', ListKind> = {
  files: {
    key: 'files',
    words: 'words',
    most: mostListed.files,
    label: 'What it is',
    hint: 'One line for buyers.',
    given: {
      label: 'Add files',
      hint: 'Any kind, up to 2 GB each; up to 50. A file of the same name replaces the one that is there.',
    },
  },
  pictures: {
    key: 'images',
    words: 'alt',
    most: mostListed.images,
    label: 'What it shows',
    hint: 'For people who don’t see it.',
    given: {
      label: 'Add pictures',
      hint: 'PNG, JPEG or WebP; up to 8. The store shows four to three, and room beside another shape unless you crop it. The first is the one in the list.',
      accept: 'image/png,image/jpeg,image/webp',
      widths: [208, 432, 864],
      ratio: 4 / 3,
    },
  },
};

/** One line of the list, as product.md says it. */
interface Entry {
  /** Names it in the form. */
  id: string;
  file: string;
  /** What buyers see. */
  name: string;
  words: string;
}

function entriesOf({ key, words }: ListKind, path: string, text: string): Entry[] {
  const said = (parseMarkdownFile(path, text).data as Record<string, unknown>)[key];
  if (said === undefined || said === null || said === '') return [];
  if (!Array.isArray(said))
    throw new Problem('bad_request', `This can’t be done here until ${key} in product.md is a list.`);
  const taken = new Set<string>();
  return (said as unknown[]).map((each) => {
    const entry = (typeof each === 'object' && each !== null ? each : {}) as Record<string, unknown>;
    const of = (name: string) => (typeof entry[name] === 'string' ? entry[name] : '');
    const file = of('file');
    let id = file;
    for (let n = 2; taken.has(id); n += 1) id = `${file} ${n}`;
    taken.add(id);
    return { id, file, name: of('name') || basename(file), words: of(words) };
  });
}

/** What the form says of each line: words, place, and whether it goes. */
function fieldsOf(kind: ListKind, entries: readonly Entry[]): FormField[] {
  return entries.flatMap(({ id, name: group }, at): FormField[] => [
    { name: `words ${id}`, label: kind.label, group, ...(at === 0 && { hint: kind.hint }) },
    ...(entries.length > 1
      ? [{ name: `place ${id}`, label: 'Position', kind: 'number' as const, group, does: 'place' as const }]
      : []),
    { name: `remove ${id}`, label: 'Remove it', kind: 'check', group, does: 'remove' },
  ]);
}

const valuesOf = (entries: readonly Entry[]): Values =>
  Object.fromEntries(
    entries.flatMap(({ id, words }, at) => [
      [`words ${id}`, words],
      [`place ${id}`, String(at + 1)],
      [`remove ${id}`, ''],
    ]),
  );

/** The list as a form, with what is added below it; `seen` shows a file of the list as a data URL. */
export async function listFields(
  kind: ListKind,
  path: string,
  text: string,
  { typed, seen }: { typed?: Asked | undefined; seen(file: string): Promise<string | null> },
): Promise<DeskField[]> {
  const entries = entriesOf(kind, path, text);
  const pictures = new Map<string, string>();
  for (const { id, file } of entries) {
    const picture = await seen(file);
    if (picture !== null) pictures.set(`words ${id}`, picture);
  }
  return [
    ...shownFields(fieldsOf(kind, entries), valuesOf(entries), typed).map((field) => {
      const picture = pictures.get(field.name);
      return picture === undefined ? field : { ...field, picture };
    }),
    { name: 'given', kind: 'files', ...kind.given },
  ];
}

export interface Changed {
  text: string;
  taken: Record<string, string>;
  without: string[];
  /** The form's field of each place in the new list. */
  fields: Record<string, string>;
  /** What was done, in words. */
  done: string[];
  /** The same for the record: of what came, also its size and the beginning of its digest. */
  record: string[];
}

/** The folder with the list as the form says it; null if nothing of it is new. */
export async function withList(
  kind: ListKind,
  { folder, text, title, licence }: Standing,
  form: Asked,
  given: readonly GivenFile[],
): Promise<Changed | null> {
  const path = join(folder, 'product.md');
  const entries = entriesOf(kind, path, text);
  const { changes, conflicts } = mergeFields(fieldsOf(kind, entries), form, valuesOf(entries));
  if (Object.keys(conflicts).length > 0)
    throw new Problem(
      'conflict',
      'Nothing was saved. Somebody changed this list since you opened it; see below.',
    );
  const gone = entries.filter(({ id }) => changes[`remove ${id}`] === 'yes');
  const kept = entries
    .map((entry, at) => ({ ...entry, at, place: placeOf(changes, entry.id, at) }))
    .filter((entry) => !gone.some(({ id }) => id === entry.id))
    .sort((a, b) => a.place - b.place || a.at - b.at);

  const done: string[] = gone.map(({ name }) => `${name} removed`);
  const record = [...done];
  const taken: Record<string, string> = {};
  const left = new Set(gone.map(({ file }) => file));
  const redrawn = new Set<string>();
  const empty = given.find(({ bytes }) => bytes === 0);
  if (empty) throw fieldProblem({ given: `${empty.name} is empty: a buyer would get nothing.` });
  const files =
    kind.key === 'images' ? await readGivenPictures(given) : given.map((file) => ({ ...file, smaller: [] }));
  const list: { entry: Wanted; field: string; file: string }[] = kept.map(({ id, at, file }) => {
    const words = changes[`words ${id}`]?.trim();
    return {
      entry: { [madeFrom]: at, ...(words !== undefined && { [kind.words]: words }) } as Wanted,
      field: `words ${id}`,
      file,
    };
  });
  for (const { name, bytes, path: from, smaller } of files) {
    if (name.toLowerCase() === licence?.file.toLowerCase())
      throw fieldProblem({ given: `${name} is the license’s. Change that under Edit.` });
    const old = kept.findIndex((entry) => entry.name.toLowerCase() === name.toLowerCase());
    const before = kept[old];
    const isSame =
      before !== undefined && (await lstat(join(folder, before.file)).catch(() => null))?.isFile() === true;
    const file = isSame ? before.file : await freePath(folder, `${kind.key}/${name}`, taken);
    if (before) {
      (isSame ? redrawn : left).add(before.file);
      const line = list[old];
      if (line) list[old] = { ...line, file, entry: { ...(line.entry as object), file } as Wanted };
    } else list.push({ entry: { file, [kind.words]: wordsFor(kind, name, title) }, field: 'given', file });
    const words = `${name} ${before ? 'replaced' : 'added'}`;
    done.push(words);
    record.push(`${words} (${bytes} bytes, ${(await digestOf(from)).slice(0, 8)})`);
    taken[file] = from;
    for (const { width, path: small } of smaller) taken[smallName(file, width)] = small;
  }

  // Fewer than before is a step out of it.
  if (list.length > Math.max(kind.most, kept.length))
    throw fieldProblem({
      given: `Up to ${kind.most} ${kind.key === 'images' ? 'pictures' : 'files'} fit; this makes ${list.length}.`,
    });
  const wanted = list.length > 0 ? list.map(({ entry }) => entry) : undefined;
  const edited = editMarkdownFile(path, text, { [kind.key]: wanted });
  if (edited === text && given.length === 0) return null;
  if (done.length === 0) {
    done.push('the list changed');
    record.push('the list changed');
  }
  const named = new Set(list.map(({ file }) => file));
  const elsewhere = namedElsewhere(kind, path, text);
  return {
    text: edited,
    taken,
    without: await leftOut(folder, { left, redrawn }, (file) => named.has(file) || elsewhere.has(file)),
    fields: Object.fromEntries(list.map(({ field }, at) => [`${kind.key}.${at + 1}.${kind.words}`, field])),
    done,
    record,
  };
}

function placeOf(changes: Values, id: string, at: number): number {
  const typed = changes[`place ${id}`]?.trim() ?? '';
  const place = Number(typed === '' ? at + 1 : typed);
  if (Number.isFinite(place)) return place;
  throw fieldProblem({ [`place ${id}`]: 'A position is a number, such as 1.' });
}

/** What its name says, until somebody says it better. */
function wordsFor({ key }: ListKind, name: string, title: string): string {
  if (key === 'images') return title;
  const words = name
    .slice(0, name.length - extname(name).length)
    .replace(/[_-]+/g, ' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1) || name;
}

const smallName = (file: string, width: number): string =>
  `${file.slice(0, file.length - extname(file).length)}.${width}.webp`;

/** Not over a file that lies there for another reason. */
async function freePath(folder: string, path: string, taken: Record<string, string>): Promise<string> {
  const ending = extname(path);
  const stem = path.slice(0, path.length - ending.length);
  for (let n = 1; ; n += 1) {
    const one = n === 1 ? path : `${stem}-${n}${ending}`;
    if (!(one in taken) && !(await lstat(join(folder, one)).catch(() => null))) return one;
  }
}

/** Files that another line of product.md names, too. */
function namedElsewhere({ key }: ListKind, path: string, text: string): Set<string> {
  const data = parseMarkdownFile(path, text).data as Record<string, unknown>;
  const { [key]: _, ...rest } = data;
  const found = new Set<string>();
  JSON.stringify(rest, (name, value: unknown) => {
    if (name === 'file' && typeof value === 'string') found.add(value);
    return value;
  });
  return found;
}

/** What nothing names any more, with the smaller pictures of it; of a picture drawn anew, only those. */
async function leftOut(
  folder: string,
  { left, redrawn }: { left: ReadonlySet<string>; redrawn: ReadonlySet<string> },
  isNamed: (file: string) => boolean,
): Promise<string[]> {
  const gone = [...left].filter((file) => file !== '' && !isNamed(file));
  const smaller: string[] = [];
  for (const file of [...gone, ...redrawn]) {
    const [place, stem] = [dirname(file), `${basename(file, extname(file))}.`];
    for (const name of await readdir(join(folder, place)).catch(() => []))
      if (name.startsWith(stem) && /^\d{2,4}\.webp$/.test(name.slice(stem.length)))
        smaller.push(`${place}/${name}`);
  }
  return [...gone, ...smaller.filter((file) => !isNamed(file))];
}
