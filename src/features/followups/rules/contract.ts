import * as z from 'zod/mini';
import { sides } from '#base/split-test.ts';
import { isTimeZone } from '#base/time-zone.ts';
import { LetterPreview } from '#features/letters/rules/contract.ts';
import { AnyMailWords } from '#features/letters/rules/former.ts';
import { EmailAddress, line, whole } from '#features/recovery/rules/fields.ts';
import { Fields, mostTags, Tag } from './person-shape.ts';
import { Conditions } from './question.ts';
import { Steps } from './steps.ts';
import { TextsView } from './phone.ts';
import { SavedSegment, Segment } from './segment.ts';
import { Trigger } from './trigger.ts';

export { followupsApi, linkPath } from './addresses.ts';
export { EventAnswer, EventBody, ImportAnswer, ImportBody } from './intake.ts';
export { mostSegments, SavedSegment, Segment, SegmentBody } from './segment.ts';
export { isOfTheHub, Trigger } from './trigger.ts';

/** Follow-ups: what members write to people who want to hear from them, step by step. */

const Id = z.string().check(z.regex(/^[\w-]{4,64}$/));

export const SequenceBody = z.object({
  name: line(80).check(z.minLength(1, { error: 'Enter a name.' })),
  trigger: Trigger,
  /** Only for people who meet all of this at the moment it would start. Left out: for everybody. */
  only: z.optional(Conditions),
  steps: Steps,
  /** Whoever buys gets nothing more of it. */
  stopsOnPurchase: z._default(z.boolean(), true),
  /** Whoever went through it can come into it again. */
  again: z._default(z.boolean(), false),
  /** Percent of people who get no email of it, to see what it brings. */
  holdOut: z._default(whole(0, 50), 0),
  isOn: z.boolean(),
});
export type SequenceBody = z.output<typeof SequenceBody>;

/** `version` is what the writer saw last; 0 for a new one, under an id of the writer's own. */
export const SaveSequenceBody = z.extend(SequenceBody, {
  version: whole(0, 1_000_000),
  /** Left out: as it is, off where it is new. A text that is saved late must not turn on what was turned off meanwhile. */
  isOn: z.optional(z.boolean()),
});
export type SaveSequenceBody = z.output<typeof SaveSequenceBody>;

const SequenceNumbers = z.object({
  underWay: z.int(),
  finished: z.int(),
  stopped: z.int(),
  sent: z.int(),
  clicked: z.int(),
  notSent: z.int(),
  /** Text messages, apart from the emails above. */
  texts: z.object({ sent: z.int(), notSent: z.int() }),
  /** People who bought within 30 days of starting, and what they paid, by currency. */
  bought: z.int(),
  revenue: z.array(z.object({ currency: z.string(), cents: z.number() })),
});
export type SequenceNumbers = z.output<typeof SequenceNumbers>;

export const SequenceView = z.extend(SequenceBody, {
  id: Id,
  version: z.int(),
  onSince: z.nullable(z.string()),
  updatedAt: z.string(),
  numbers: SequenceNumbers,
});
export type SequenceView = z.output<typeof SequenceView>;

const SplitArm = z.object({
  /** Each counts once: by the first of these emails that they got. */
  people: z.int(),
  clicked: z.int(),
  /** Who bought within 30 days after it, and what their first purchase brought. */
  bought: z.int(),
  cents: z.number(),
});
/** Two wordings of an email side by side. */
export const SplitView = z.object({
  /** The version of the sequence that began it. */
  version: z.int(),
  startedAt: z.string(),
  /** Since the first of them was sent. */
  days: z.number(),
  a: SplitArm,
  b: SplitArm,
  /** In which it is compared: the one that most of the first buyers paid in. Null before anybody bought. */
  currency: z.nullable(z.string()),
  /** Null while it goes on. From then on everybody gets the winner. */
  ended: z.nullable(
    z.object({
      at: z.string(),
      winner: z.enum(sides),
      why: z.enum(['sure', 'people', 'days', 'hand']),
    }),
  ),
});
export type SplitView = z.output<typeof SplitView>;

/** `both`: what was ended by hand goes on. */
export const EndSplitBody = z.object({
  stepId: z.string().check(z.maxLength(40)),
  keep: z.enum([...sides, 'both']),
  /** Of the test that is meant: a newer one isn't ended by an old press. */
  version: z.int(),
});
export type EndSplitBody = z.output<typeof EndSplitBody>;

export const SequenceDetail = z.object({
  sequence: SequenceView,
  /** How many people wait at which step, by its id. */
  waiting: z.record(z.string(), z.int()),
  /** Of each email, and of each text message, which nobody clicks in. */
  mails: z.record(z.string(), z.object({ sent: z.int(), clicked: z.int(), notSent: z.int() })),
  /** By the id of an email with two wordings. */
  splits: z.record(z.string(), SplitView),
  /** Shown only when it can decide: the interval doesn't contain zero, or is narrow. */
  uplift: z.nullable(
    z.object({
      written: z.int(),
      heldOut: z.int(),
      cents: z.number(),
      low: z.number(),
      high: z.number(),
      currency: z.string(),
    }),
  ),
  versions: z.array(z.object({ version: z.int(), at: z.string(), name: z.string() })),
});
export type SequenceDetail = z.output<typeof SequenceDetail>;

/** What a save did to people under way. */
export const SavedSequence = z.object({ sequence: SequenceView, moved: z.int(), ended: z.int() });

export const OverviewAnswer = z.object({
  sequences: z.array(SequenceView),
  /** What mail needs before anything leaves. */
  sender: z.object({
    name: z.string(),
    address: z.string(),
    mayReach: z.boolean(),
    canSend: z.boolean(),
    timeZone: z.string(),
    quietFrom: z.int(),
    quietTo: z.int(),
    capHours: z.int(),
    webhook: z.boolean(),
    /** Why no text message leaves; '' where they do. */
    textsOff: z.enum(['', 'provider', 'plan']),
    /** How many parts a month, and how many of them are left. */
    textsPerMonth: z.int(),
    textsLeft: z.int(),
    /** What came back, and why nothing goes out until its owner has looked; '' while all goes out. */
    paused: z.string(),
  }),
  people: z.int(),
  segments: z.array(SavedSegment),
  funnels: z.array(z.object({ id: z.string(), name: z.string() })),
  tags: z.array(z.string()),
});
export type OverviewAnswer = z.output<typeof OverviewAnswer>;

/** The body of a version, to look at and to put back. */
export const VersionAnswer = z.object({ version: z.int(), at: z.string(), body: SequenceBody });

export const StartBody = z.object({
  /** These people, or everybody who fits. */
  people: z._default(z.array(Id).check(z.maxLength(1000)), []),
  segment: z.optional(Segment),
});
export const StartAnswer = z.object({
  started: z.int(),
  skipped: z.int(),
  /** Names this start, to take it back by. */
  cause: z.string(),
});
export const UnstartBody = z.object({ cause: line(80) });
/** `late`: an email had gone to them already. They get nothing more. */
export const UnstartAnswer = z.object({ undone: z.int(), late: z.int() });

export const standings = ['agreed', 'confirmed', 'unsubscribed', 'bounced', 'none'] as const;
/** Whether a person may be written to: agreed and confirmed may, the others not. */
export type Standing = (typeof standings)[number];

export const PersonView = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  tags: z.array(z.string()),
  standing: z.enum(standings),
  source: z.string(),
  createdAt: z.string(),
  boughtAt: z.nullable(z.string()),
});
export type PersonView = z.output<typeof PersonView>;

export const PeopleAnswer = z.object({
  people: z.array(PersonView),
  next: z.nullable(z.string()),
  /** How many fit in all. */
  total: z.int(),
});
export type PeopleAnswer = z.output<typeof PeopleAnswer>;

export const PersonDetail = z.object({
  person: z.extend(PersonView, {
    timeZone: z.string(),
    fields: z.record(z.string(), z.string()),
    /** E.164; '' where nobody has told it. */
    phone: z.string(),
    /** What they agreed to get there, apart from email. */
    texts: TextsView,
    consent: z.nullable(
      z.object({
        text: z.string(),
        source: z.string(),
        givenAt: z.string(),
        confirmedAt: z.nullable(z.string()),
        withdrawnAt: z.nullable(z.string()),
      }),
    ),
  }),
  runs: z.array(
    z.object({
      id: z.string(),
      sequenceId: z.string(),
      name: z.string(),
      state: z.enum(['waiting', 'finished', 'stopped']),
      heldOut: z.boolean(),
      startedAt: z.string(),
      /** What happens next and when, while it waits. */
      nextAt: z.nullable(z.string()),
      next: z.string(),
      reason: z.string(),
    }),
  ),
  messages: z.array(
    z.object({
      id: z.string(),
      channel: z.enum(['mail', 'text']),
      sequence: z.string(),
      subject: z.string(),
      state: z.enum(['handed', 'sent', 'not sent']),
      at: z.string(),
      clickedAt: z.nullable(z.string()),
      reason: z.string(),
    }),
  ),
  /** Newest first: what they did and what was done to them. */
  history: z.array(z.object({ at: z.string(), kind: z.string(), words: z.string() })),
});
export type PersonDetail = z.output<typeof PersonDetail>;

const isZone = (zone: string): boolean => zone === '' || isTimeZone(zone);

export const PersonBody = z.object({
  name: line(120),
  tags: z.array(Tag).check(z.maxLength(mostTags, { error: `A person can have up to ${mostTags} tags.` })),
  fields: Fields,
  timeZone: z.string().check(z.refine(isZone, { error: 'This time zone is unknown.' })),
});
export type PersonBody = z.output<typeof PersonBody>;

/** `was`: what the writer saw, so that only what they changed is changed. Without it, all is as given. */
export const ChangePersonBody = z.extend(PersonBody, { was: z.optional(PersonBody) });

/** Somebody whom a member adds by hand: they say how the person agreed, or that they did not. */
export const NewPersonBody = z.extend(PersonBody, { email: EmailAddress, proof: line(500) });

export const StopAnswer = z.object({ stopped: z.int(), runs: z.array(z.string()) });
export const ResumeBody = z.object({ runs: z.array(Id).check(z.maxLength(1000)) });

export const PreviewBody = AnyMailWords;
export const PreviewAnswer = LetterPreview;
export type PreviewAnswer = LetterPreview;
