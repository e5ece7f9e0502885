import { join } from 'node:path';
import * as z from 'zod/mini';
import type { SiteProject } from '#base/site.ts';
import { type MarkdownFile, readFrontMatter, readMarkdownFile } from './front-matter.ts';
import { renderMarkdown } from './markdown.ts';
import { mistake, SiteMistake } from './mistakes.ts';
import { markdownIn, text } from './pages.ts';
import type { SiteAsset } from './site.ts';

const year = 'a year such as 2026';
const tags = 'a list of up to 8 lowercase tags, such as [typescript, postgres]';
const link = 'a URL such as https://example.com, or a path on this site such as /store';
const image = 'an image in site/images, such as /images/engine.svg';

const schema = z.strictObject({
  title: text(80),
  summary: text(200),
  year: z.pipe(
    z.string(year).check(z.regex(/^(19|20)\d\d$/, year)),
    z.transform((digits: string) => Number(digits)),
  ),
  role: text(80),
  tags: z
    .array(z.string(tags).check(z.regex(/^[a-z0-9][a-z0-9 .+#-]{0,29}$/, tags)), tags)
    .check(z.maxLength(8, tags)),
  link: z.optional(z.nullable(z.string(link).check(z.regex(/^(https?:\/\/\S+|\/(?!\/)\S*)$/, link)))),
  image: z.optional(z.nullable(z.string(image).check(z.regex(/^\/images\/[\w-][\w.-]*$/, image)))),
  imageAlt: z.optional(text(200)),
  /** In site/ only: hides the shipped project with this name. */
  hidden: z.optional(z.literal('true', 'true, or nothing')),
});

/** The shipped projects, each overridden by the operator's file with the same name, plus the operator's own. */
export async function readProjects(
  shippedDir: string,
  siteDir: string,
  assets: Map<string, SiteAsset>,
): Promise<SiteProject[]> {
  const files = new Map([
    ...(await markdownIn(join(shippedDir, 'portfolio'))),
    ...(await markdownIn(join(siteDir, 'portfolio'))),
  ]);
  const mistakes: string[] = [];
  const projects: SiteProject[] = [];
  for (const [slug, file] of files) {
    try {
      const project = projectOf(slug, await readMarkdownFile(file), assets);
      if (project) projects.push(project);
    } catch (error) {
      if (!(error instanceof SiteMistake)) throw error;
      mistakes.push(error.message);
    }
  }
  if (mistakes.length > 0) throw new SiteMistake(mistakes);
  return projects.sort((a, b) => b.year - a.year || a.title.localeCompare(b.title, 'en'));
}

/** Null for one that is hidden. */
export function projectOf(
  slug: string,
  file: MarkdownFile,
  assets: Pick<Map<string, SiteAsset>, 'get'>,
): SiteProject | null {
  const { path } = file;
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) || slug.length > 60)
    throw new SiteMistake([
      mistake(
        path,
        1,
        `file name: got "${slug}", expected lowercase letters, digits and single hyphens, such as night-train.md`,
      ),
    ]);
  if ((file.data as { hidden?: unknown }).hidden === 'true') return null;
  const front = readFrontMatter(file, schema);
  const picture = front.image ? assets.get(front.image) : undefined;
  if (front.image && !picture)
    throw new SiteMistake([
      mistake(path, file.lineOf(['image']), `image: got "${front.image}", expected ${image}`),
    ]);
  if (front.image && !front.imageAlt)
    throw new SiteMistake([
      mistake(
        path,
        file.lineOf(['image']),
        'imageAlt: got nothing, expected a description of the image for people who can’t see it',
      ),
    ]);
  return {
    slug,
    title: front.title,
    summary: front.summary,
    year: front.year,
    role: front.role,
    tags: [...new Set(front.tags)],
    link: front.link ?? null,
    image: picture ? `${front.image}?v=${picture.version}` : null,
    imageAlt: front.imageAlt ?? '',
    html: renderMarkdown(file.body).html,
  };
}
