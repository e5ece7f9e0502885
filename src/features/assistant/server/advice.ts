import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { intents } from '#features/assistant/rules/intent.ts';
import type { Advice } from '#features/assistant/rules/library.ts';
import { isOwnPath } from '#features/assistant/rules/reply.ts';
import { readFrontMatter, readMarkdownFile } from '#platform/server/site/front-matter.ts';
import { mistake, SiteMistake } from '#platform/server/site/mistakes.ts';

const line = (most: number) => {
  const takes = `one line of text, at most ${most} characters`;
  return z
    .string(takes)
    .check(z.refine((text) => text.trim() !== '' && text.length <= most && !/[\r\n]/.test(text), takes));
};
const aPath = 'a path on this site, such as /store';
const ownPath = z.string(aPath).check(z.refine(isOwnPath, aPath));

export const longestTitle = 80;

const schema = z.strictObject({
  title: line(longestTitle),
  asks: z.array(line(200), 'a list of questions people ask, each starting with a dash'),
  page: z.optional(ownPath),
  wish: z.optional(z.enum(intents, `one of ${intents.join(', ')}`)),
  updated: z.optional(z.iso.date('a day such as 2026-11-24')),
  sources: z.optional(z.array(line(200), 'a list of sources, each starting with a dash')),
  links: z.optional(z.array(ownPath, 'a list of paths on this site, each starting with a dash')),
});

export const longestBody = 3000;

/**
 * The answers in the folders, a later one replacing an earlier one's file of the same name. What cannot be read is told
 * and left out: a slip of the operator takes no answer away but that one.
 */
export async function readAdvice(folders: string[]): Promise<{ advice: Advice[]; mistakes: string[] }> {
  const files = new Map<string, string>();
  for (const folder of folders)
    for (const name of await markdownIn(folder)) files.set(name.slice(0, -'.md'.length), join(folder, name));
  const mistakes: string[] = [];
  const advice: Advice[] = [];
  for (const [slug, file] of files) {
    try {
      advice.push(await readOne(slug, file));
    } catch (error) {
      if (!(error instanceof SiteMistake)) throw error;
      mistakes.push(...error.message.split('\n'));
    }
  }
  return { advice, mistakes };
}

async function readOne(slug: string, path: string): Promise<Advice> {
  const file = await readMarkdownFile(path);
  const { title, asks, page, links, wish } = readFrontMatter(file, schema);
  const [body = '', ...others] = file.body.split(/^--- ([a-z]{2,3})$/m).map((part) => part.trim());
  if (body === '' || body.length > longestBody)
    throw new SiteMistake([
      mistake(path, file.bodyLine, `the answer: got ${body.length} characters, expected 1 to ${longestBody}`),
    ]);
  return {
    slug,
    title,
    asks,
    page: page ?? null,
    wish: wish ?? null,
    links: links ?? [],
    body,
    translated: translations(others),
  };
}

/** What follows a line such as "--- de": its title behind a #, then the answer. */
function translations(parts: readonly string[]): Advice['translated'] {
  const found = new Map<string, { title: string; body: string }>();
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [, title = '', body = ''] = /^# ([^\n]+)\n([^]*)$/.exec(parts[at + 1] ?? '') ?? [];
    if (body.trim() !== '') found.set(parts[at] ?? '', { title: title.trim(), body: body.trim() });
  }
  return found;
}

async function markdownIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
  return names.filter((name) => name.endsWith('.md') && !name.startsWith('.')).sort();
}
