import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { decoded } from '#base/decode.ts';
import type { SitePage } from '#base/site.ts';
import { type MarkdownFile, readFrontMatter, readMarkdownFile } from './front-matter.ts';
import { renderMarkdown } from './markdown.ts';
import { mistake, SiteMistake } from './mistakes.ts';
import { filled, type PageWords } from './placeholders.ts';

/** First path segments that belong to the hub itself; a content page can't use them. */
export const takenSlugs: ReadonlySet<string> = new Set(
  (
    'api assets automation brand cart checkout contact dashboard dev documents donate errors f files forgot-password healthz ' +
    'images mail metrics my-purchases newsletter newslettersignup offline plans portfolio product reset-password robots s signin signup ' +
    'sitemap static store sw thank-you tools unsubscribe verify'
  ).split(' '),
);

export const text = (max: number) => {
  const takes = `one line of text, at most ${max} characters`;
  return z
    .string(takes)
    .check(z.refine((value) => value.trim() !== '' && value.length <= max && !/[\r\n]/.test(value), takes));
};

const day = 'a day such as 2026-11-21';
const isDay = (value: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) && new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value) === true;

/** As pages refer to them: /images/workshop.jpg */
type PictureNames = Pick<Map<string, unknown>, 'has'>;

const pageSchema = z.strictObject({
  title: text(80),
  description: text(200),
  updated: z.string(day).check(z.refine(isDay, day)),
  asks: z.optional(z.array(text(200), 'a list of questions people ask about it, each starting with a dash')),
});

/**
 * The content pages: the shipped ones, each overridden by the operator's file with the same name, plus the
 * operator's own.
 */
export async function readPages(
  shippedDir: string,
  siteDir: string,
  words: PageWords,
  pictures: PictureNames,
): Promise<{ pages: Map<string, SitePage>; added: string[] }> {
  const shipped = await markdownIn(join(shippedDir, 'pages'));
  const own = await markdownIn(join(siteDir, 'pages'));
  const added = [...own.keys()].filter((slug) => !shipped.has(slug));
  const mistakes: string[] = [];
  const pages = new Map<string, SitePage>();
  for (const [slug, file] of new Map([...shipped, ...own])) {
    try {
      assertFree(slug, file);
      pages.set(slug, pageOf(slug, await readMarkdownFile(file), words, pictures));
    } catch (error) {
      if (!(error instanceof SiteMistake)) throw error;
      mistakes.push(error.message);
    }
  }
  if (mistakes.length > 0) throw new SiteMistake(mistakes);
  return { pages, added };
}

/** Throws if the hub can't have a page of this name. */
export function assertFree(slug: string, file: string): void {
  if (takenSlugs.has(slug)) {
    throw new SiteMistake([
      mistake(file, 1, `page name: got "${slug}", expected an unused name: the hub itself uses /${slug}`),
    ]);
  }
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) || slug.length > 60) {
    throw new SiteMistake([
      mistake(
        file,
        1,
        `page name: got "${slug}", expected lowercase letters, digits and single hyphens, such as imprint.md`,
      ),
    ]);
  }
}

export function pageOf(slug: string, file: MarkdownFile, words: PageWords, pictures: PictureNames): SitePage {
  const { title, description, updated, asks } = readFrontMatter(file, pageSchema);
  assertPictures(file, pictures);
  return { slug, title, description, updated, ...(asks && { asks }), ...renderMarkdown(filled(file, words)) };
}

/** A missing image would leave a hole in the page. */
function assertPictures({ path, body, bodyLine }: MarkdownFile, pictures: PictureNames): void {
  const missing = [...body.matchAll(/!\[[^[\]]*\]\(\s*<?(\/images\/[^\s)>?#]+)/g)].filter(
    ([, name = '']) => !pictures.has(decoded(name) ?? name),
  );
  if (missing.length > 0)
    throw new SiteMistake(
      missing.map(({ index, 1: name }) =>
        mistake(
          path,
          bodyLine + body.slice(0, index).split('\n').length - 1,
          `image: got "${name}", expected one in site/images`,
        ),
      ),
    );
}

export async function markdownIn(folder: string): Promise<Map<string, string>> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
  const files = names.filter((name) => name.endsWith('.md') && !name.startsWith('.')).sort();
  return new Map(files.map((name) => [name.slice(0, -'.md'.length), join(folder, name)]));
}
