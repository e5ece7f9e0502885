import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SitePage } from '#base/site.ts';
import { renderMarkdown } from './markdown.ts';

/** The repository's CHANGELOG.md as a content page; null if the hub was installed without it. */
export async function readChangelog(folder: string): Promise<SitePage | null> {
  const text = await readFile(join(folder, 'CHANGELOG.md'), 'utf8').catch(() => null);
  if (text === null) return null;
  // The newest day comes first.
  const body = text.replace(/^\uFEFF?#\s[^\n]*\n/, '');
  return {
    slug: 'changelog',
    title: 'Changelog',
    description: 'What’s new, and what was put right.',
    updated: /\b(\d{4}-\d{2}-\d{2})\b/.exec(body)?.[1] ?? '1970-01-01',
    ...renderMarkdown(body),
  };
}
