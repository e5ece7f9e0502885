import * as z from 'zod/mini';
import { blockTypes, type BlockType } from './blocks.ts';
import { splitView } from './split-contract.ts';

export const mostSteps = 200;
export const mostBlocks = 100;
/** Of a funnel as JSON, the pictures in it included. */
export const mostBytes = 3 * 1024 * 1024;
/** Two hundred pages of twenty blocks each have fewer. */
export const mostValues = 60_000;
/** Of the visitors, in percent, that get the second version of a page. */
export const leastShare = 10;
export const mostShare = 90;

export const funnelId = z.string().check(z.regex(/^[\w-]{1,64}$/));
const partId = z.string().check(z.regex(/^[\w-]{1,40}$/));
const line = (most: number) => z.string().check(z.maxLength(most));

/** In an address: lower case, no dash at its ends. */
export const slug = z.string().check(z.regex(/^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/));

export const stepKinds = ['optin', 'sales', 'checkout', 'upsell', 'downsell', 'thank-you', 'page'] as const;
export const shows = ['all', 'phone', 'desktop'] as const;
export const tones = ['plain', 'tinted', 'accent'] as const;
export const aligns = ['start', 'center'] as const;
export const faces = ['grotesk', 'serif', 'system'] as const;
export const themes = ['sheet', 'gazette', 'console', 'poster', 'studio'] as const;
export type ThemeId = (typeof themes)[number];

/** How a block looks at one width; what is not said is as it comes. */
export const rooms = ['none', 'small', 'large'] as const;
export const sizes = ['small', 'large'] as const;
export const mostColumns = 4;
const lookAt = z.object({
  room: z.optional(z.enum(rooms)),
  size: z.optional(z.enum(sizes)),
  columns: z.optional(z.int().check(z.minimum(1), z.maximum(mostColumns))),
  isReversed: z.optional(z.boolean()),
});
export type LookAt = z.output<typeof lookAt>;
export const widths = ['wide', 'phone'] as const;
export type Width = (typeof widths)[number];

const values = z.record(z.string().check(z.regex(/^[a-zA-Z]{1,30}$/)), line(420_000));
export const block = z.object({
  id: partId,
  type: z.enum(blockTypes as [BlockType, ...BlockType[]]),
  /** Where it is seen. */
  show: z.enum(shows),
  tone: z.enum(tones),
  align: z.enum(aligns),
  /** The same on a phone; null: as it is. */
  alignPhone: z.nullable(z.enum(aligns)),
  at: z.optional(z.partialRecord(z.enum(widths), lookAt)),
  /** The column of another block that it stands in; the page itself where nothing is said. */
  within: z.optional(z.object({ block: partId, column: z.int().check(z.minimum(0), z.maximum(3)) })),
  values,
  items: z.array(values).check(z.maxLength(30)),
});
export type Block = z.output<typeof block>;
export type Within = NonNullable<Block['within']>;

export const step = z.object({
  id: partId,
  kind: z.enum(stepKinds),
  name: line(120),
  slug,
  /** Where the page leads: for upsell and downsell that is "yes". */
  next: z.nullable(partId),
  /** Where "no" leads. */
  decline: z.nullable(partId),
  seo: z.object({ title: line(120), description: line(300), isHidden: z.boolean() }),
  blocks: z.array(block).check(z.maxLength(mostBlocks)),
  /** A second version of the page, B, for a share of the visitors in percent; half of them where nothing is said. */
  other: z.optional(z.object({ blocks: z.array(block).check(z.maxLength(mostBlocks)) })),
  share: z.optional(z.int().check(z.minimum(leastShare), z.maximum(mostShare))),
});
export type Step = z.output<typeof step>;
export type StepKind = Step['kind'];

export const mostFrameLinks = 6;
const frameLink = z.object({ words: line(60), to: line(1000) });
export type FrameLink = z.output<typeof frameLink>;

export const funnel = z.object({
  id: funnelId,
  name: line(120),
  slug,
  style: z.object({
    accent: z.string().check(z.regex(/^#[0-9a-f]{6}$/)),
    face: z.enum(faces),
    /** Left out by whoever built before there were themes: the nearest one is theirs. */
    theme: z.optional(z.enum(themes)),
    company: line(120),
    logo: line(420_000),
  }),
  /** What stands above and below every page. */
  frame: z.optional(
    z.object({
      links: z.array(frameLink).check(z.maxLength(mostFrameLinks)),
      footer: z.array(frameLink).check(z.maxLength(mostFrameLinks)),
      legal: line(400),
    }),
  ),
  settings: z.object({
    doubleOptIn: z.boolean(),
    language: z.string().check(z.regex(/^[a-z]{2}(-[A-Z]{2})?$/)),
  }),
  steps: z.array(step).check(z.minLength(1), z.maxLength(mostSteps)),
});
export type Funnel = z.output<typeof funnel>;
export type Frame = NonNullable<Funnel['frame']>;

const time = z.string().check(z.maxLength(30));

/** What a list needs to know of one. */
export const funnelHead = z.object({
  id: funnelId,
  version: z.int(),
  contentVersion: z.int(),
  seq: z.int(),
  isPurged: z.boolean(),
  name: z.string(),
  slug: z.string(),
  steps: z.int(),
  updatedAt: time,
  /** Where it can be seen, and what of it. */
  live: z.nullable(z.object({ slug: z.string(), version: z.int(), at: time })),
  publishAt: z.nullable(time),
  /** Why the last wish to publish was not followed. */
  publishRefusal: z.nullable(z.string()),
});
export type FunnelHead = z.output<typeof funnelHead>;

/** Sent again with the same key it is done once. What is not named stays. */
export const writeBody = z.object({
  key: z.string().check(z.regex(/^[\w-]{10,80}$/)),
  base: z.int().check(z.minimum(0)),
  funnel: z.optional(funnel),
  /** Now, at a time, or not any more. */
  publish: z.optional(z.union([z.literal('now'), z.literal('off'), z.object({ at: z.iso.datetime() })])),
  /** What the check calls worth a look was shown to who publishes, and is meant. */
  hasSeen: z.optional(z.boolean()),
});
export type WriteBody = z.output<typeof writeBody>;
export const removeBody = z.object({ key: z.string().check(z.regex(/^[\w-]{10,80}$/)), base: z.int() });

/** `copied`: somebody else's edit came first, so this one stands beside it as `head`. */
export const writeAnswer = z.object({
  outcome: z.enum(['saved', 'copied', 'deleted']),
  version: z.int(),
  head: funnelHead,
});
export type WriteAnswer = z.output<typeof writeAnswer>;
export const changesAnswer = z.object({
  heads: z.array(funnelHead),
  seq: z.int(),
  more: z.boolean(),
  /** Names the history in which these places are. */
  epoch: z.string(),
  /** The place that was asked from is of another history: this is from the beginning. */
  isAnew: z.boolean(),
});
export type ChangesAnswer = z.output<typeof changesAnswer>;
export const funnelAnswer = z.object({ funnel, head: funnelHead });
export type FunnelAnswer = z.output<typeof funnelAnswer>;

export const versionsAnswer = z.object({
  versions: z.array(
    z.object({ version: z.int(), at: time, name: z.string(), steps: z.int(), isLive: z.boolean() }),
  ),
});
export type VersionsAnswer = z.output<typeof versionsAnswer>;

export const lead = z.object({
  id: z.string(),
  address: z.string(),
  name: z.string(),
  step: z.string(),
  source: z.string(),
  consentText: z.string(),
  at: time,
  confirmedAt: z.nullable(time),
  /** First paid for something that the funnel sold. */
  boughtAt: z.nullable(time),
  /** When the file that they were promised was emailed, and first downloaded. */
  giftMailedAt: z.nullable(time),
  downloadedAt: z.nullable(time),
});
export type Lead = z.output<typeof lead>;
export const leadsAnswer = z.object({ leads: z.array(lead), total: z.int(), unconfirmed: z.int() });
export type LeadsAnswer = z.output<typeof leadsAnswer>;

/** The first two within a day, from the first page; the others from the moment an address was left, over days. */
export const goals = ['lead', 'order', 'confirm', 'bought'] as const;
export type Goal = (typeof goals)[number];

const count = z.object({ key: z.string(), count: z.int() });

export const numbersAnswer = z.object({
  /** Visitors of a day, each counted once a day and step. */
  steps: z.array(
    z.object({ stepId: z.string(), visitors: z.int(), leads: z.int(), clicks: z.int(), declines: z.int() }),
  ),
  /** Each day as it stands now: what went back of its orders is taken off its revenue. */
  days: z.array(
    z.object({
      day: z.string(),
      visitors: z.int(),
      leads: z.int(),
      clicks: z.int(),
      orders: z.int(),
      revenueCents: z.int(),
    }),
  ),
  /** Orders of the hub's products that came from here, what stayed of their money, and what went back. */
  sales: z.int(),
  revenueCents: z.int(),
  refundedCents: z.int(),
  /** How long people took to a goal: a quarter was quicker, half was, three quarters were. */
  pace: z.array(
    z.object({
      goal: z.enum(goals),
      count: z.int(),
      quarter: z.int(),
      median: z.int(),
      threeQuarters: z.int(),
    }),
  ),
  /** Of the leads of these days: who was emailed a file, and who has downloaded it. */
  gifts: z.object({ sent: z.int(), downloaded: z.int() }),
  sources: z.array(count),
  devices: z.array(count),
  /** The tests of what is published; left out where nothing is tested. */
  splits: z.optional(z.array(splitView)),
});
export type NumbersAnswer = z.output<typeof numbersAnswer>;

export const hookBody = z.object({ url: line(1000) });
export const hookAnswer = z.object({ url: z.nullable(z.string()), secret: z.nullable(z.string()) });
export type HookAnswer = z.output<typeof hookAnswer>;

export const pictureAnswer = z.object({ src: z.string() });
/** As it stands in the field of a form; and the files that the account has, by where they are kept. */
export const giftAnswer = z.object({ value: z.string() });
export const giftsAnswer = z.object({ files: z.array(z.string()) });
export type GiftsAnswer = z.output<typeof giftsAnswer>;
export const overviewAnswer = z.object({
  funnels: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      slug: z.nullable(z.string()),
      visitors: z.int(),
      leads: z.int(),
    }),
  ),
});
export type OverviewAnswer = z.output<typeof overviewAnswer>;

export const funnelsApi = {
  all: '/api/funnels',
  overview: '/api/funnels/overview',
  one: (id: string) => `/api/funnels/${id}`,
  versions: (id: string) => `/api/funnels/${id}/versions`,
  version: (id: string, version: number) => `/api/funnels/${id}/versions/${version}`,
  leads: (id: string) => `/api/funnels/${id}/leads`,
  leadsFile: (id: string) => `/api/funnels/${id}/leads.csv`,
  numbers: (id: string, days: number) => `/api/funnels/${id}/numbers?days=${days}`,
  news: (id: string) => `/api/funnels/${id}/numbers/news`,
  split: (id: string) => `/api/funnels/${id}/split`,
  hook: (id: string) => `/api/funnels/${id}/hook`,
  pictures: '/api/funnels/pictures',
  gifts: '/api/funnels/gifts',
} as const;
