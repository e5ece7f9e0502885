import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Bundle, bundleSchema, frontSchema } from '#features/documents/rules/template/front.ts';
import { type Law, lawSchema, names } from '#features/documents/rules/template/laws.ts';
import { Mistakes } from '#features/documents/rules/template/mistake.ts';
import { parseTemplate } from '#features/documents/rules/template/parse.ts';
import { categories, type Template } from '#features/documents/rules/template/template.ts';
import { type MarkdownFile, parseTextFile, readFrontMatter } from '#platform/server/site/front-matter.ts';
import { cannotRead, mistake, SiteMistake } from '#platform/server/site/mistakes.ts';

export type Library = ReadonlyMap<string, Template>;

/** Where files are read from: the disk, or the disk with one file as it would be. */
export interface Sources {
  files(folder: string, ending: '.md' | '.yaml'): Map<string, string>;
  text(path: string): string;
}

/** What a file would change, told as the start would tell it; null: the file is no more. */
export const withFile = (path: string, text: string | null): Sources => ({
  files(folder, ending) {
    const found = filesIn(folder, ending);
    const name = basename(path, ending);
    if (dirname(path) !== folder || !path.endsWith(ending)) return found;
    if (text === null) found.delete(name);
    else found.set(name, path);
    return found;
  },
  text: (asked) => (asked === path && text !== null ? text : textOf(asked)),
});

/** Files whose mistakes stop nothing but themselves. */
export interface Excused {
  may(path: string): boolean;
  before: Library;
  mistakes: Map<string, string>;
}

/** The same of bundles. */
export interface ExcusedBundles extends Omit<Excused, 'before'> {
  before: readonly Bundle[];
}

/**
 * Every document of this hub: the shipped ones, each replaced by the operator's file of the same name, and the
 * operator's own. One reading names every mistake with file and line; `excused` takes those of files that may have one, whose
 * documents stay as they were.
 */
export function readLibrary(
  shippedDir: string,
  siteDir: string,
  sources: Sources = onDisk,
  known: Map<string, Template> = new Map(),
  excused?: Excused,
): Library {
  const files = new Map([...sources.files(shippedDir, '.md'), ...sources.files(siteDir, '.md')]);
  const laws = readLaws(dirname(shippedDir), dirname(siteDir), sources);
  const mistakes: string[] = [...laws.mistakes];
  const templates: Template[] = [];
  const read = new Map<string, Template>();
  for (const [slug, path] of files) {
    try {
      const text = sources.text(path);
      if (isHidden(path, text)) continue;
      // The same text under the same laws is the same document: a change of one doesn't read all anew.
      const print = createHash('sha256').update(`${laws.print} ${path} ${text}`).digest('base64url');
      const template = known.get(print) ?? readTemplate(slug, path, text, laws);
      read.set(print, template);
      templates.push(template);
    } catch (error) {
      if (!(error instanceof SiteMistake)) throw error;
      if (excused?.may(path)) {
        excused.mistakes.set(path, error.message);
        const before = excused.before.get(slug);
        if (before) templates.push(before);
      } else mistakes.push(error.message);
    }
  }
  if (mistakes.length > 0) throw new SiteMistake(mistakes);
  templates.sort(
    (a, b) =>
      categories.indexOf(a.category) - categories.indexOf(b.category) || a.short.localeCompare(b.short, 'en'),
  );
  known.clear();
  for (const [print, template] of read) known.set(print, template);
  return new Map(templates.map((template) => [template.slug, template]));
}

/** A file that says only, or among other things, that it is off the site. */
export function isHidden(path: string, text: string): boolean {
  if (!/^hidden:/m.test(text)) return false;
  try {
    return (parseTextFile(path, text).data as { hidden?: unknown } | null)?.hidden === 'true';
  } catch {
    return false;
  }
}

export function readTemplate(
  slug: string,
  path: string,
  text = textOf(path),
  { laws, lawFiles, shippedRoot }: Omit<Laws, 'mistakes' | 'print'> = {
    laws: [],
    lawFiles: new Map(),
    shippedRoot: '',
  },
): Template {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) || slug.length > 60) {
    throw new SiteMistake([
      mistake(
        path,
        1,
        `document name: got "${slug}", expected lowercase letters, digits and single hyphens, such as mutual-nda.md`,
      ),
    ]);
  }
  const file = parseTextFile(path, text);
  const front = readFrontMatter(file, frontSchema);
  const inLaws: string[] = [];
  const wrongLaw = (law: Law, at: PropertyKey[], words: string) => {
    const from = lawFiles.get(law);
    // A rule that was shipped later asks for what an operator's older copy of a document does not have.
    if (from && rootOf(from.path) === shippedRoot && rootOf(path) !== shippedRoot) return;
    inLaws.push(mistake(from?.path ?? law.law, from?.lineOf(at) ?? 1, words));
  };
  const { body, bodyLine, lineOf } = file;
  try {
    const template = parseTemplate({ slug, front, body, bodyLine, lineOf, laws, wrongLaw });
    if (inLaws.length > 0) throw new SiteMistake(inLaws);
    return template;
  } catch (error) {
    if (!(error instanceof Mistakes)) throw error;
    throw new SiteMistake(error.list.map(({ line, words }) => mistake(path, line, words)));
  }
}

/** The folder in which folders of documents and laws lie. */
const rootOf = (path: string): string => dirname(dirname(path));

interface Laws {
  shippedRoot: string;
  laws: Law[];
  lawFiles: ReadonlyMap<Law, MarkdownFile>;
  mistakes: string[];
  /** Another one when any law says something else. */
  print: string;
}

/** The laws that documents know: the shipped ones, each replaced by the operator's file of the same name. */
function readLaws(shippedRoot: string, siteRoot: string, sources: Sources): Laws {
  const roots = [shippedRoot, siteRoot];
  const files = new Map(roots.flatMap((root) => [...sources.files(join(root, 'laws'), '.yaml')]));
  const kinds = ['documents', 'templates'];
  const documents = new Set(
    roots.flatMap((root) => kinds.flatMap((kind) => [...sources.files(join(root, kind), '.md').keys()])),
  );
  const lawFiles = new Map<Law, MarkdownFile>();
  const mistakes: string[] = [];
  const print = createHash('sha256');
  for (const [called, path] of files) {
    try {
      const text = sources.text(path);
      print.update(`${path} ${text}`);
      const file = parseTextFile(path, text);
      const law = readFrontMatter(file, lawSchema);
      if (law.law !== called)
        mistakes.push(mistake(path, 1, `law: got "${law.law}", expected the file’s name`));
      for (const part of ['rules', 'formalities'] as const)
        for (const [at, rule] of (law[part] ?? []).entries())
          for (const slug of names(rule.documents ?? ''))
            if (!documents.has(slug))
              mistakes.push(
                mistake(
                  path,
                  file.lineOf([part, at, 'documents']),
                  `documents: there is no document "${slug}"`,
                ),
              );
      lawFiles.set(law, file);
    } catch (error) {
      if (!(error instanceof SiteMistake)) throw error;
      mistakes.push(error.message);
    }
  }
  return {
    shippedRoot,
    laws: [...lawFiles.keys()],
    lawFiles,
    mistakes,
    print: print.digest('base64url'),
  };
}

/** The laws alone, by their name. Throws what is wrong with them. */
export function lawsIn(shippedDir: string, siteDir: string, sources: Sources = onDisk): Law[] {
  const { laws, mistakes } = readLaws(dirname(shippedDir), dirname(siteDir), sources);
  if (mistakes.length > 0) throw new SiteMistake(mistakes);
  return laws.sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** Documents that go together; an operator’s file of the same name takes the place of a shipped one. */
export function readBundles(
  shippedDir: string,
  siteDir: string,
  library: Library,
  {
    sources = onDisk,
    isOff = () => false,
    excused,
  }: { sources?: Sources; isOff?(slug: string): boolean; excused?: ExcusedBundles | undefined } = {},
): Bundle[] {
  const files = new Map([...sources.files(shippedDir, '.yaml'), ...sources.files(siteDir, '.yaml')]);
  const mistakes: string[] = [];
  const bundles: Bundle[] = [];
  const put = (bundle: Bundle) => {
    const documents = bundle.documents.filter((one) => library.has(one));
    if (documents.length > 1) bundles.push({ ...bundle, documents });
  };
  for (const [slug, path] of files) {
    try {
      const text = sources.text(path);
      if (!isHidden(path, text))
        put({ slug, ...readBundle(path, text, (one) => library.has(one) || isOff(one)) });
    } catch (error) {
      if (!(error instanceof SiteMistake)) throw error;
      if (excused?.may(path)) {
        excused.mistakes.set(path, error.message);
        for (const before of excused.before) if (before.slug === slug) put(before);
      } else mistakes.push(error.message);
    }
  }
  if (mistakes.length > 0) throw new SiteMistake(mistakes);
  return bundles.sort((a, b) => a.title.localeCompare(b.title, 'en'));
}

function readBundle(path: string, text: string, isDocument: (slug: string) => boolean): Omit<Bundle, 'slug'> {
  const file = parseTextFile(path, text);
  const bundle = readFrontMatter(file, bundleSchema);
  const unknown = bundle.documents.flatMap((one, at) =>
    isDocument(one)
      ? []
      : [mistake(path, file.lineOf(['documents', at]), `documents: there is no document "${one}"`)],
  );
  if (unknown.length > 0) throw new SiteMistake(unknown);
  return bundle;
}

export const onDisk: Sources = { files: filesIn, text: textOf };

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw cannotRead(path, error);
  }
}

function filesIn(folder: string, ending: '.md' | '.yaml'): Map<string, string> {
  let found: string[];
  try {
    found = readdirSync(folder);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return new Map();
    throw error;
  }
  const wanted = found.filter((name) => name.endsWith(ending) && !name.startsWith('.')).sort();
  return new Map(wanted.map((name) => [name.slice(0, -ending.length), join(folder, name)]));
}
