import * as z from 'zod/mini';
import type { Open } from './coming.ts';
import type { Section } from '../template/sections.ts';
import { isRecord } from '../answers/values.ts';
import type { Template } from '../template/template.ts';
import type { KnownDocument } from '../writer/kind.ts';

/** What browser and server say to each other about drafts from a request. */

export const draftApi = {
  page: '/api/template-generator',
  library: '/api/template-generator/library',
  finder: '/api/template-generator/finder',
  draft: '/api/template-generator/draft',
  help: '/api/template-generator/help',
} as const;

const slug = z.string().check(z.regex(/^[a-z0-9-]{1,60}$/));

export const draftPage = z.object({
  /** The configured model; null: the built-in writer does it all. */
  model: z.nullable(z.string()),
});
export type DraftPage = z.output<typeof draftPage>;

/** What documents say of themselves, and what words mean: for finding one in the browser. */
export const finderAnswer = z.object({
  documents: z.array(z.custom<KnownDocument>((value) => isRecord(value))),
  words: z.array(z.string()),
});
export type FinderAnswer = z.output<typeof finderAnswer>;

export const libraryAnswer = z.object({
  templates: z.array(z.custom<Template>((value) => isRecord(value))),
});
export type LibraryAnswer = z.output<typeof libraryAnswer>;

export const draftRequest = z.object({
  request: z.string().check(z.maxLength(20_000, { error: 'At most 20,000 characters.' })),
  slug,
  answers: z.record(z.string().check(z.maxLength(60)), z.unknown()),
  /** What was understood and taken out, or put otherwise: not to be read out of the request again. */
  dropped: z.optional(z.array(z.string().check(z.maxLength(60))).check(z.maxLength(200))),
});

/** One line of the answer to a draft: it grows, then it is done, or it failed. */
export type DraftLine =
  | { t: 'partial'; answers: Record<string, unknown>; sections: Section[]; open: Open | null }
  | {
      t: 'done';
      answers: Record<string, unknown>;
      sections: Section[];
      by: string | null;
      note: string | null;
    }
  | { t: 'failed'; words: string };

export const helpKinds = ['rewrite', 'shorten', 'explain', 'risks'] as const;
export type HelpKind = (typeof helpKinds)[number];
export const helpRequest = z.object({
  kind: z.enum(helpKinds),
  text: z.string().check(z.minLength(1), z.maxLength(20_000)),
});
export const helpAnswer = z.object({ text: z.string() });
