import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import * as z from 'zod/mini';
import { Problem } from '#base/problem.ts';
import { parseMarkdownFile, readFrontMatter } from '#platform/server/site/front-matter.ts';
import type { MailBlock } from '#platform/server/mail/message.ts';
import { mailBlocks } from './mail-blocks.ts';

/** One issue of the newsletter, written in Markdown. */
export interface Issue {
  /** Its name for ever: an issue is sent to nobody twice, however often the command is given. */
  id: string;
  subject: string;
  body: MailBlock[];
  /** Changes with its words. */
  contentHash: string;
}

const oneLine = 'one line of text, at most 150 characters';
const name = 'lowercase letters, digits and hyphens, such as 2026-11';

const frontMatter = z.strictObject({
  subject: z
    .string(oneLine)
    .check(z.refine((text) => text.trim() !== '' && text.length <= 150 && !/[\r\n]/.test(text), oneLine)),
  issue: z.optional(z.string(name).check(z.regex(/^[a-z0-9][a-z0-9-]{0,59}$/, name))),
});

export async function readIssue(path: string, origin: string): Promise<Issue> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Problem('bad_request', `${path}: can’t be read (${error.code ?? 'unknown'})`);
  });
  const file = parseMarkdownFile(path, text);
  const { subject, issue } = readFrontMatter(file, frontMatter);
  const body = mailBlocks(file, origin);
  const contentHash = createHash('sha256')
    .update(JSON.stringify([subject, body]))
    .digest('base64url');
  return { id: issue ?? nameOf(path), subject: subject.trim(), body, contentHash };
}

const nameOf = (path: string): string =>
  basename(path, '.md')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
    .slice(0, 60) || 'issue';
