import * as z from 'zod/mini';
import { brandingContract } from '#features/branding/rules/branding.ts';
import type { Block } from './assembly/doc.ts';
import { sections } from './template/sections.ts';
import { categories, type Template } from './template/template.ts';
import { isRecord } from './answers/values.ts';

export const slugParams = z.object({ slug: z.string().check(z.regex(/^[a-z0-9-]{1,60}$/)) });

/** Answers are kept as they were typed; what they mean is read against the template, never here. */
const answers = z.record(z.string().check(z.maxLength(60)), z.unknown());

export const paper = z.enum(['a4', 'us-letter']);

export const pdfRequest = z.object({
  answers,
  /** Clauses that a draft added. */
  sections: z.optional(sections),
  branding: z.optional(brandingContract),
  paper: z.optional(paper),
  summaries: z.optional(z.boolean()),
  /** The link of an order that unlocks it. */
  order: z.optional(z.string().check(z.maxLength(200))),
  /** Today where the reader is; the hub's own day unless said. */
  date: z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))),
  /** How days and figures are written; the hub's own way unless said. */
  locale: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^[a-z]{2,8}(-[A-Za-z0-9]{1,8}){0,10}$/,
          'A locale is a language and perhaps a country, such as en-GB.',
        ),
      ),
  ),
});
/** An edited text goes out by the same ways. */
export const editedRequest = z.object({
  title: z.string().check(z.maxLength(400)),
  html: z.string().check(z.maxLength(1_000_000)),
  branding: z.optional(brandingContract),
  paper: z.optional(paper),
});
export type EditedRequest = z.input<typeof editedRequest>;
/** Two texts, and what changed from the older one to the newer. */
export const comparedRequest = z.object({
  title: z.string().check(z.maxLength(400)),
  before: z.string().check(z.maxLength(1_000_000)),
  after: z.string().check(z.maxLength(1_000_000)),
  /** Who is told to have made the changes, and when. */
  author: z.string().check(z.maxLength(200)),
  at: z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)),
  /** Such as "Version of May 3, compared with May 1". */
  lead: z.string().check(z.maxLength(400)),
  answers: z
    .array(
      z.object({
        label: z.string().check(z.maxLength(400)),
        before: z.string().check(z.maxLength(2000)),
        after: z.string().check(z.maxLength(2000)),
      }),
    )
    .check(z.maxLength(500)),
  paper: z.optional(paper),
});
export type ComparedRequest = z.input<typeof comparedRequest>;
export const fileKind = z.enum(['pdf', 'docx']);
export type FileKind = z.output<typeof fileKind>;

export type PdfRequest = z.input<typeof pdfRequest>;

export const documentEntry = z.object({
  slug: z.string(),
  title: z.string(),
  short: z.string(),
  category: z.enum(categories),
  description: z.string(),
  pages: z.number(),
  minutes: z.number(),
  /** US cents. */
  price: z.number(),
  /** How many documents come for this one price; absent where it is for this one alone. */
  pack: z.optional(z.number()),
  /** The same in words, for a list. */
  cost: z.string(),
  questions: z.number(),
  version: z.string(),
  reviewed: z.string(),
});
export type DocumentEntry = z.output<typeof documentEntry>;

const isTree = (value: unknown): boolean => Array.isArray(value);

/** The first lines of a document with everything blank, and what its whole text leaves blank. */
const opening = z.object({
  slug: z.string(),
  title: z.string(),
  blocks: z.custom<Block[]>(isTree),
  /** Fields that take the reader's own today, which only the reader's browser knows. */
  today: z.array(z.string()),
  blanks: z.array(z.object({ field: z.string(), label: z.string() })),
});
export type Opening = z.output<typeof opening>;

export const indexQuery = z.object({ opening: z.optional(z.string().check(z.regex(/^[a-z0-9-]{1,60}$/))) });
/** Documents that go together, and where they begin. */
const bundleEntry = z.object({
  slug: z.string(),
  title: z.string(),
  for: z.string(),
  documents: z.array(z.string()),
});
export type BundleEntry = z.output<typeof bundleEntry>;

export const documentIndex = z.object({
  documents: z.array(documentEntry),
  bundles: z.optional(z.array(bundleEntry)),
  opening: z.optional(opening),
});
export type DocumentIndex = z.output<typeof documentIndex>;

/** The product of the store that unlocks a document. */
export const documentOffer = z.object({
  title: z.string(),
  path: z.string(),
  /** US cents. */
  price: z.number(),
  /** How many documents it unlocks. */
  documents: z.number(),
});
export type DocumentOffer = z.output<typeof documentOffer>;

/** A bundle as seen from one of its documents. */
const bundleStep = z.object({
  slug: z.string(),
  title: z.string(),
  /** `shared`: which of its questions the answers here answer as well. */
  documents: z.array(
    z.object({
      slug: z.string(),
      short: z.string(),
      /** US cents. */
      price: z.number(),
      pack: z.optional(z.number()),
      shared: z.record(z.string(), z.string()),
    }),
  ),
});
export type BundleStep = z.output<typeof bundleStep>;

export const documentDetail = z.object({
  entry: documentEntry,
  template: z.custom<Template>(isRecord),
  bundles: z.optional(z.array(bundleStep)),
  /** Only the beginning of a text that is to be bought. */
  isPreview: z.optional(z.boolean()),
  /** Only where it costs something, and somebody sells it. */
  offer: z.optional(documentOffer),
});
export type DocumentDetail = z.output<typeof documentDetail>;
