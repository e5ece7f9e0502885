import * as z from 'zod/mini';
import { parseMailAddress, mailAddressWords } from '#base/mail-address.ts';
import { isTimeZone } from '#base/time-zone.ts';
import { settingLimits } from './automation.ts';
import { CartBlocks } from '#features/letters/rules/blocks.ts';
import { anyCart } from './condition.ts';
import { Condition } from './condition-shape.ts';
import { Connection } from './connections.ts';
import {
  Country,
  Currency,
  EmailAddress,
  line,
  mostCents,
  PictureAddress,
  text,
  WebAddress,
  whole,
} from './fields.ts';

export { recoveryApi } from './addresses.ts';
export { EmailAddress, mostCents } from './fields.ts';

export const CartItem = z.object({
  id: z.optional(line(200)),
  name: line(200),
  quantity: z._default(whole(1, 100_000), 1),
  cents: z._default(whole(0, mostCents), 0),
  image: z.optional(PictureAddress),
  /** Words of the shop for its kind, such as "course": a campaign can ask for one. */
  tags: z.optional(z.array(line(60)).check(z.maxLength(20))),
});

/** A cart, however it comes in. */
export const CartBody = z.object({
  email: EmailAddress,
  name: z._default(line(120), ''),
  totalCents: whole(0, mostCents),
  currency: z._default(Currency, 'USD'),
  items: z._default(z.array(CartItem).check(z.maxLength(100)), []),
  /** Two letters, where the shop knows it. */
  country: z._default(Country, ''),
  /** Where the buyer finds the cart again in the shop. */
  restoreUrl: z._default(WebAddress, ''),
  /** When they left it; now, where nothing is said. */
  seenAt: z.optional(z.iso.datetime({ offset: true, error: 'A time looks like 2026-11-21T12:00:00Z.' })),
  /** True only if this person agreed to be reminded. Without it nothing is mailed. */
  consent: z._default(z.boolean(), false),
  /** True to see that it arrives: it isn't counted, and nobody gets an email. */
  test: z.optional(z.boolean()),
});

export const PurchaseBody = z.object({
  email: EmailAddress,
  orderId: line(200),
  totalCents: whole(0, mostCents),
  currency: z._default(Currency, 'USD'),
  test: z.optional(z.boolean()),
});

export const Settings = z.object({
  autoRecovery: z.boolean(),
  emailDelay: whole(settingLimits.emailDelay.min, settingLimits.emailDelay.max),
  maxEmails: whole(settingLimits.maxEmails.min, settingLimits.maxEmails.max),
  discountEnabled: z.boolean(),
  maxDiscount: whole(settingLimits.maxDiscount.min, settingLimits.maxDiscount.max),
  aiPersonalization: z.boolean(),
  multiChannel: z.boolean(),
});

/** What the engine needs besides: who writes, when not, and how often at most. */
export const Delivery = z.object({
  shopName: line(120),
  postalAddress: line(300),
  replyTo: z.string().check(
    z.refine((given) => given === '' || parseMailAddress(given) !== null, {
      error: mailAddressWords,
    }),
  ),
  timeZone: z.string().check(z.refine(isTimeZone, { error: 'This time zone is unknown.' })),
  /** Hours of the day in that zone; the same twice means no quiet hours. */
  quietFrom: whole(0, 23),
  quietTo: whole(0, 23),
  /** Hours between two messages to one person. */
  capHours: whole(0, 720),
  /** Percent of buyers who are never written to, to see what would have come back alone. */
  holdOut: whole(0, 50),
  /** A code that the shop accepts; the hub's own store makes one for each message. */
  shopCode: line(60),
  /** Where each message is announced to other channels. */
  webhookUrl: WebAddress,
});

export const Step = z.object({
  /** Hours after the previous message; the first goes by emailDelay. */
  afterHours: whole(1, 720),
  subject: line(200).check(z.minLength(1, { error: 'A message needs a subject.' })),
  body: text(5000).check(z.minLength(1, { error: 'A message needs text.' })),
  discountPercent: whole(0, settingLimits.maxDiscount.max),
  /** What it is made of, from top to bottom. Where there are blocks they count, and the body is what earlier releases send of them. */
  blocks: z.optional(CartBlocks),
});

export const CampaignBody = z.object({
  name: line(80).check(z.minLength(1, { error: 'Enter a campaign name.' })),
  isOn: z.boolean(),
  /** For which carts; of the campaigns that are on and fit, the first in the list writes. */
  when: z._default(Condition, anyCart()),
  steps: z
    .array(Step)
    .check(
      z.minLength(1, { error: 'A campaign needs at least one message.' }),
      z.maxLength(settingLimits.maxEmails.max, { error: 'A campaign can have up to 10 messages.' }),
    ),
});

/** Under which id it is made: sent again, because no answer came, it is that one and not a second. */
export const NewCampaignBody = z.extend(CampaignBody, {
  id: z.optional(z.string().check(z.regex(/^cmp_\w{12,40}$/))),
});

export const Campaign = z.extend(CampaignBody, { id: z.string(), onSince: z.nullable(z.string()) });

/** All of an owner's campaigns, the one asked first at the head. */
export const OrderBody = z.object({ ids: z.array(z.string()).check(z.maxLength(100)) });

export const cartStatuses = ['abandoned', 'recovered', 'lost'] as const;
export const StatusBody = z.object({ status: z.enum(cartStatuses) });

export const MessageView = z.object({
  step: z.int(),
  state: z.enum(['planned', 'handed', 'sent', 'not sent']),
  dueAt: z.string(),
  sentAt: z.nullable(z.string()),
  clickedAt: z.nullable(z.string()),
  /** Why it has not gone out, or was moved. */
  reason: z.nullable(z.string()),
  /** Words for this cart alone, and whose they are. */
  draft: z.nullable(z.object({ subject: z.string(), body: z.string(), by: z.enum(['person', 'writer']) })),
});

/** Words for one message; `note` says who wrote them. */
export const WrittenAnswer = z.object({ subject: z.string(), body: z.string(), note: z.string() });
export type WrittenAnswer = z.output<typeof WrittenAnswer>;

export const CartView = z.object({
  id: z.string(),
  status: z.string(),
  email: z.string(),
  name: z.string(),
  currency: z.string(),
  totalCents: z.int(),
  revenueCents: z.int(),
  createdAt: z.string(),
  recoveredAt: z.nullable(z.string()),
  recoveredBy: z.nullable(z.enum(['click', 'alone', 'hand'])),
  source: z.string(),
  country: z.string(),
  campaignId: z.string(),
  /** Where its buyer finds it again in the shop, as far as the shop has said. */
  restoreUrl: z.nullable(z.string()),
  heldOut: z.boolean(),
  items: z.array(
    z.object({ name: z.string(), quantity: z.number(), cents: z.number(), hasPicture: z.boolean() }),
  ),
  messages: z.array(MessageView),
});
export const CartsAnswer = z.object({ carts: z.array(CartView), next: z.nullable(z.string()) });

const Amount = z.object({ currency: z.string(), cents: z.number() });
export const Figures = z.object({
  analytics: z.object({
    totalAbandoned: z.number(),
    totalRecovered: z.number(),
    recoveryRate: z.number(),
    totalRevenue: z.number(),
    monthlyRecoveries: z.number(),
    monthlyRevenue: z.number(),
  }),
  /** Of which currency totalRevenue and the months are: the one most carts have. */
  currency: z.string(),
  revenue: z.array(Amount),
  byClick: z.object({ carts: z.number(), revenue: z.array(Amount) }),
  alone: z.object({ carts: z.number(), revenue: z.array(Amount) }),
  months: z.array(z.object({ month: z.string(), came: z.number(), back: z.number(), cents: z.number() })),
  campaigns: z.array(
    z.object({ id: z.string(), name: z.string(), came: z.number(), back: z.number(), cents: z.number() }),
  ),
  steps: z.array(z.object({ step: z.number(), sent: z.number(), clicked: z.number(), notSent: z.number() })),
  uplift: z.nullable(
    z.object({
      written: z.number(),
      heldOut: z.number(),
      rateWritten: z.number(),
      rateHeldOut: z.number(),
      cents: z.number(),
      low: z.number(),
      high: z.number(),
    }),
  ),
});

export const OverviewAnswer = z.object({
  carts: z.array(CartView),
  next: z.nullable(z.string()),
  settings: Settings,
  delivery: Delivery,
  campaigns: z.array(Campaign),
  figures: Figures,
  connection: z.object({
    key: z.string(),
    /** Of the script on a shop's pages; null until its owner asks for one. */
    pageKey: z.nullable(z.string()),
    secret: z.string(),
    shops: z.array(z.string()),
    heard: z.array(Connection),
  }),
  /** What mail needs of this account and of this hub. */
  mail: z.object({
    mayReach: z.boolean(),
    canSend: z.boolean(),
    brandName: z.string(),
    brandAddress: z.string(),
  }),
});

/** Whether mail of this hub's domain arrives: what its records say, in plain words. */
export const SenderAnswer = z.object({
  domain: z.string(),
  findings: z.array(
    z.object({
      state: z.enum(['good', 'note', 'bad', 'unknown']),
      about: z.string(),
      words: z.string(),
      advice: z.optional(z.string()),
    }),
  ),
});
export type SenderAnswer = z.output<typeof SenderAnswer>;

export const RowReport = z.object({ line: z.int(), words: z.string() });
export const ImportAnswer = z.object({
  added: z.int(),
  merged: z.int(),
  refused: z.int(),
  /** The first thousand; the rest only counts. */
  reports: z.array(RowReport),
});

export const shops = ['hub', 'shopify', 'woocommerce', 'stripe'] as const;
export type Shop = (typeof shops)[number];

export type CartBody = z.output<typeof CartBody>;
export type PurchaseBody = z.output<typeof PurchaseBody>;
export type Settings = z.output<typeof Settings>;
export type Delivery = z.output<typeof Delivery>;
export type Step = z.output<typeof Step>;
export type Campaign = z.output<typeof Campaign>;
export type CampaignBody = z.output<typeof CampaignBody>;
export type CartView = z.output<typeof CartView>;
export type MessageView = z.output<typeof MessageView>;
export type Figures = z.output<typeof Figures>;
export type OverviewAnswer = z.output<typeof OverviewAnswer>;
export type ImportAnswer = z.output<typeof ImportAnswer>;
export type CartStatus = (typeof cartStatuses)[number];

/** A signed request that only shows that a webhook works. */
export const TestEvent = z.object({
  path: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
});
export type TestEvent = z.output<typeof TestEvent>;

/** A message as a mail program shows it. */
export const PreviewAnswer = z.object({
  from: z.object({ name: z.string(), address: z.string() }),
  subject: z.string(),
  preheader: z.string(),
  html: z.string(),
  text: z.string(),
  /** What is better mended before it goes out. */
  warnings: z.array(z.string()),
});
export type PreviewAnswer = z.output<typeof PreviewAnswer>;

/** A message while it is typed: it may be empty still. */
export const PreviewBody = z.object({
  subject: line(200),
  body: text(5000),
  discountPercent: whole(0, 90),
  blocks: z.optional(CartBlocks),
});
