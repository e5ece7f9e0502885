import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { frontSchema } from '#features/documents/rules/template/front.ts';
import { Mistakes } from '#features/documents/rules/template/mistake.ts';
import { parseTemplate } from '#features/documents/rules/template/parse.ts';
import { categories, type Template } from '#features/documents/rules/template/template.ts';
import { parseMarkdownFile, readFrontMatter } from '#platform/server/site/front-matter.ts';
import { cannotRead, mistake, SiteMistake } from '#platform/server/site/mistakes.ts';

export type Library = ReadonlyMap<string, Template>;

/**
 * Every document of this hub: the shipped ones, each replaced by the operator's file of the same name, and the
 * operator's own. One reading names every mistake with file and line.
 */
export function readLibrary(shippedDir: string, siteDir: string): Library {
  const files = new Map([...markdownIn(shippedDir), ...markdownIn(siteDir)]);
  const mistakes: string[] = [];
  const templates: Template[] = [];
  for (const [slug, path] of files) {
    try {
      templates.push(readTemplate(slug, path));
    } catch (error) {
      if (!(error instanceof SiteMistake)) throw error;
      mistakes.push(error.message);
    }
  }
  if (mistakes.length > 0) throw new SiteMistake(mistakes);
  templates.sort(
    (a, b) =>
      categories.indexOf(a.category) - categories.indexOf(b.category) || a.short.localeCompare(b.short, 'en'),
  );
  return new Map(templates.map((template) => [template.slug, template]));
}

export function readTemplate(slug: string, path: string, text = textOf(path)): Template {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) || slug.length > 60) {
    throw new SiteMistake([
      mistake(
        path,
        1,
        `document name: got "${slug}", takes small letters, digits and single hyphens, such as mutual-nda.md`,
      ),
    ]);
  }
  const file = parseMarkdownFile(path, text);
  const front = readFrontMatter(file, frontSchema);
  try {
    return parseTemplate({ slug, front, body: file.body, bodyLine: file.bodyLine, lineOf: file.lineOf });
  } catch (error) {
    if (!(error instanceof Mistakes)) throw error;
    throw new SiteMistake(error.list.map(({ line, words }) => mistake(path, line, words)));
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw cannotRead(path, error);
  }
}

function markdownIn(folder: string): Map<string, string> {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return new Map();
    throw error;
  }
  const documents = names.filter((name) => name.endsWith('.md') && !name.startsWith('.')).sort();
  return new Map(documents.map((name) => [name.slice(0, -3), join(folder, name)]));
}
