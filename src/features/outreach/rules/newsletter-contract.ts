import * as z from 'zod/mini';

/** Text within a paragraph of an issue. */
const span = z.object({
  text: z.string(),
  strong: z.optional(z.literal(true)),
  slanted: z.optional(z.literal(true)),
  url: z.optional(z.string()),
});
export type IssueSpan = z.output<typeof span>;

/** A part of an issue: plain text and web addresses, never markup. */
export const issueBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), text: z.string() }),
  z.object({ kind: z.literal('subheading'), text: z.string() }),
  z.object({ kind: z.literal('prose'), spans: z.array(span) }),
  z.object({ kind: z.literal('quote'), spans: z.array(span) }),
  z.object({ kind: z.literal('list'), ordered: z.boolean(), items: z.array(z.array(span)) }),
  z.object({ kind: z.literal('button'), label: z.string(), url: z.string() }),
  z.object({ kind: z.literal('picture'), url: z.string(), alt: z.string() }),
  z.object({ kind: z.literal('code'), text: z.string() }),
  z.object({ kind: z.literal('rule') }),
]);
export type IssueBlock = z.output<typeof issueBlock>;

export const archivePageSize = 20;

const issueLine = z.object({
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  /** When it was sent. */
  sentAt: z.string(),
});
export type IssueLine = z.output<typeof issueLine>;

export const archiveQuery = z.object({ page: z.optional(z.string()) });
export const archiveList = z.object({
  issues: z.array(issueLine),
  page: z.number(),
  pageSize: z.number(),
  total: z.number(),
});
export type ArchiveList = z.output<typeof archiveList>;

const neighbour = z.nullable(z.object({ slug: z.string(), title: z.string() }));
export const archivedIssue = z.object({
  issue: issueLine,
  blocks: z.array(issueBlock),
  older: neighbour,
  newer: neighbour,
});
export type ArchivedIssue = z.output<typeof archivedIssue>;

/** What can be pressed. Each is undone by another. */
export const presses = ['topics', 'pause', 'resume', 'fewer', 'all', 'unsubscribe', 'resubscribe'] as const;
export type Press = (typeof presses)[number];

const token = z.string().check(z.maxLength(300));
export const preferencesQuery = z.object({ t: z.optional(token) });

/** Null where the link names nobody. */
export const preferencesAnswer = z.object({
  reader: z.nullable(
    z.object({
      address: z.string(),
      isSubscribed: z.boolean(),
      /** For a day after unsubscribing, one press takes it back. */
      canReturn: z.boolean(),
      topics: z.array(z.string()),
      pausedUntil: z.nullable(z.string()),
      isFewer: z.boolean(),
    }),
  ),
  /** All that there are to choose from. */
  topics: z.array(z.object({ id: z.string(), label: z.string() })),
});
export type PreferencesAnswer = z.output<typeof preferencesAnswer>;
export type ReaderShown = NonNullable<PreferencesAnswer['reader']>;
