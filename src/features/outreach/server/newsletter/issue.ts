import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import * as z from 'zod/mini';
import { nearest } from '#base/nearest.ts';
import { Problem } from '#base/problem.ts';
import { parseMarkdownFile, readFrontMatter } from '#platform/server/site/front-matter.ts';
import { mistake, SiteMistake } from '#platform/server/site/mistakes.ts';
import type { IssueBlock } from '../../rules/newsletter-contract.ts';
import { type Planned, plannedForm, readPlanned } from '#base/planned.ts';
import { mailBlocks } from './mail-blocks.ts';

/** One issue of the newsletter, written in Markdown. */
export interface Issue {
  /** Its name for ever: an issue is sent to nobody twice, however often the command is given. */
  id: string;
  subject: string;
  /** A sentence for lists, feeds and search engines. */
  summary: string;
  body: IssueBlock[];
  /** Changes with its words. */
  contentHash: string;
  /** Empty: it is for everybody. */
  topics: string[];
  /** Whether it can be read on the web. */
  isPublic: boolean;
}

export interface IssueFile extends Issue {
  send: Planned | null;
  /** The file as it was written. */
  text: string;
}

const lineOf = (max: number) => {
  const takes = `one line of text, at most ${max} characters`;
  return z
    .string(takes)
    .check(
      z.refine((text) => text.trim() !== '' && text.length <= max && !/[\r\n]/.test(text), { error: takes }),
    );
};
const name = 'lowercase letters, digits and hyphens, such as 2026-11';
const topicNames = 'names of topics, one a line after a dash, or separated by commas';

const frontMatter = z.strictObject({
  subject: lineOf(150),
  issue: z.optional(z.string(name).check(z.regex(/^[a-z0-9][a-z0-9-]{0,59}$/, name))),
  description: z.optional(lineOf(300)),
  archive: z.optional(z.enum(['yes', 'no'], 'yes or no')),
  topics: z.optional(z.union([z.array(z.string(topicNames)), z.string()], topicNames)),
  send: z.optional(
    z.string(plannedForm).check(z.refine((text) => readPlanned(text) !== null, { error: plannedForm })),
  ),
});

export interface Place {
  origin: string;
  /** The names of the topics that readers can choose. */
  topics: readonly string[];
}

export async function readIssue(path: string, place: Place): Promise<IssueFile> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Problem('bad_request', `${path}: can’t be read (${error.code ?? 'unknown'})`);
  });
  return parseIssue(path, text, place);
}

export function parseIssue(path: string, text: string, { origin, topics: known }: Place): IssueFile {
  const file = parseMarkdownFile(path, text);
  const {
    subject,
    issue,
    description,
    archive,
    topics: named = [],
    send,
  } = readFrontMatter(file, frontMatter);
  const topics = [
    ...new Set((typeof named === 'string' ? named.split(',') : named).map((topic) => topic.trim())),
  ];
  const unknown = topics.filter((topic) => !known.includes(topic));
  if (unknown.length > 0)
    throw new SiteMistake(
      unknown.map((topic) => mistake(path, file.lineOf(['topics']), unknownTopic(topic, known))),
    );
  const body = mailBlocks(file, origin) as IssueBlock[];
  const contentHash = createHash('sha256')
    .update(JSON.stringify([subject, body]))
    .digest('base64url');
  return {
    id: issue ?? nameOf(path),
    subject: subject.trim(),
    summary: description?.trim() ?? summaryOf(body),
    body,
    contentHash,
    topics,
    isPublic: archive !== 'no',
    send: send === undefined ? null : readPlanned(send),
    text,
  };
}

function unknownTopic(topic: string, known: readonly string[]): string {
  const [meant] = nearest(topic, [...known]);
  const advice =
    known.length === 0
      ? 'expected nothing, because site/hub.md has no newsletterTopics'
      : meant
        ? `did you mean ${meant}?`
        : `expected one of ${known.join(', ')}`;
  return `topics: got ${JSON.stringify(topic)}, ${advice}`;
}

const longestSummary = 160;

/** The first words of the text, up to the end of a word. */
function summaryOf(body: IssueBlock[]): string {
  const first = body.find((block) => block.kind === 'prose');
  const text = (first?.spans ?? [])
    .map((span) => span.text)
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
  if (text.length <= longestSummary) return text;
  const cut = text.slice(0, longestSummary);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 100)).toWellFormed()} …`;
}

const nameOf = (path: string): string =>
  basename(path, '.md')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
    .slice(0, 60) || 'issue';
