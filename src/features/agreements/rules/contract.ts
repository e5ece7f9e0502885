import * as z from 'zod/mini';
import { mailAddressWords, parseMailAddress } from '#base/mail-address.ts';
import { brandingContract } from '#features/branding/rules/branding.ts';
import { paper } from '#features/documents/rules/contract.ts';
import type { Block, Doc } from '#features/documents/rules/assembly/doc.ts';
import { standings } from './begun.ts';
import { most, usualDays } from './addresses.ts';
import { agreementDue, dueDay } from './due-contract.ts';
import { eventKinds } from './events.ts';
import { drawing, mostTyped } from './signature.ts';

export { most, signPath, usualDays } from './addresses.ts';

/** Also letters that are drawn as nothing: a title of them is no title. Signs that choose how an emoji looks stay. */
const unseen =
  /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u115f\u1160\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\u{1bca0}-\u{1bca3}\u{e0000}-\u{e0fff}]|\u034f|\u17b4|\u17b5|\u180b|\u180c|\u180d|\u180e|\u180f/u;

export const line = (length: number, name: string) =>
  z.string().check(
    z.trim(),
    z.minLength(1, { error: `Enter ${name}.` }),
    z.maxLength(length, {
      error: `${name[0]?.toUpperCase()}${name.slice(1)} is too long: at most ${length} characters.`,
    }),
    // Invisible letters and turned-around ones make a name look like another.
    z.refine((text) => !unseen.test(text) && /[\p{L}\p{N}\p{P}\p{S}]/u.test(text), {
      error: `${name[0]?.toUpperCase()}${name.slice(1)} has characters that can’t be seen. Type it again.`,
    }),
  );
export const email = z.string().check(
  z.maxLength(320),
  z.refine((text) => parseMailAddress(text) !== null, { error: mailAddressWords }),
);
/** One act has one key: sent again, it is answered again and done once. */
export const key = z.string().check(z.regex(/^[\w-]{10,80}$/));

export const agreementId = z.string().check(z.regex(/^agr_[0-9a-z]{20}$/));

export const roles = ['signs', 'approves', 'copy'] as const;
export type Role = (typeof roles)[number];

export const personStates = ['waiting', 'asked', 'seen', 'signed', 'approved', 'declined', 'sent'] as const;
export type PersonState = (typeof personStates)[number];

/** `out`: somebody still has to act. */
export const agreementStates = ['out', 'signed', 'declined', 'expired', 'withdrawn'] as const;
export type AgreementState = (typeof agreementStates)[number];

export const newPerson = z.strictObject({
  name: line(most.name, 'a name'),
  email,
  role: z.enum(roles),
  /** Whoever has a lower turn acts first; equal turns act at once. */
  turn: z.int().check(z.minimum(1), z.maximum(most.people)),
  /** Which of the document's signature blocks is theirs, counted from 0. */
  party: z.nullable(z.int().check(z.minimum(0), z.maximum(most.people))),
});
export type NewPerson = z.output<typeof newPerson>;

/** What is sent: a text, and where it comes from. */
export const agreementDocument = {
  title: line(most.title, 'a title'),
  html: z.string().check(z.minLength(1), z.maxLength(most.html)),
  branding: z.optional(brandingContract),
  paper: z.optional(paper),
  /** The document's kind and answers, where it was made by the generator. */
  slug: z.optional(z.string().check(z.regex(/^[a-z0-9-]{1,60}$/))),
  answers: z.optional(
    z.record(z.string().check(z.maxLength(60)), z.unknown()).check(
      z.refine((given) => JSON.stringify(given).length <= 200_000, {
        error: 'These answers are too long.',
      }),
    ),
  ),
  /** The saved template it was sent from. */
  template: z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/))),
  message: z._default(z.string().check(z.maxLength(most.message)), ''),
};

export const sendBody = z.strictObject({
  ...agreementDocument,
  key,
  /** The agreement that this one amends or ends. */
  follows: z.optional(agreementId),
  people: z
    .array(newPerson)
    .check(z.minLength(1, { error: 'Add at least one person.' }), z.maxLength(most.people)),
  expiresInDays: z._default(z.int().check(z.minimum(1), z.maximum(most.days)), usualDays),
  reminders: z._default(z.boolean(), true),
  /** Whether somebody asked may hand it to a colleague. */
  forwarding: z._default(z.boolean(), true),
});
export type SendBody = z.input<typeof sendBody>;

const isTree = (value: unknown): boolean => typeof value === 'object' && value !== null;
export const shownDoc = z.custom<Pick<Doc, 'title' | 'language'> & { blocks: Block[] }>(isTree);
const time = z.string();

export const agreementPerson = z.object({
  n: z.int(),
  name: z.string(),
  /** Masked for everybody but the sender and themselves. */
  email: z.string(),
  role: z.enum(roles),
  turn: z.int(),
  party: z.nullable(z.int()),
  state: z.enum(personStates),
  at: z.nullable(time),
  /** The address did not take the email. */
  bounced: z.boolean(),
  reason: z.string(),
  isYou: z.boolean(),
});
export type AgreementPerson = z.output<typeof agreementPerson>;

export const agreementHead = z.object({
  id: agreementId,
  title: z.string(),
  state: z.enum(agreementStates),
  /** Signed by all, and its sealed file can be downloaded. */
  isSealed: z.boolean(),
  sentAt: time,
  expiresAt: time,
  endedAt: z.nullable(time),
  /** Who still has to act, and whether the viewer is among them. */
  waitingFor: z.array(z.string()),
  waitsForYou: z.boolean(),
  people: z.array(z.object({ name: z.string(), role: z.enum(roles), state: z.enum(personStates) })),
  /** What happened since its sender last looked. */
  unread: z.int(),
  /** The viewer's own page to act on, as a path; null where they aren't among the people. */
  link: z.nullable(z.string()),
  /** False for what somebody else sent to the viewer: it has no page in their dashboard but the link. */
  isSender: z.boolean(),
  /** What is due next in it, once it is signed. */
  due: z.nullable(dueDay),
});
export type AgreementHead = z.output<typeof agreementHead>;

export const listQuery = z.object({
  show: z.optional(z.enum(['all', 'yours', 'theirs', 'signed', 'declined', 'expired'])),
  q: z.optional(z.string().check(z.maxLength(100))),
  /** Only what came from this open link. */
  link: z.optional(z.string().check(z.maxLength(40))),
  /** Only what was sent from this saved template, and is out. */
  template: z.optional(z.string().check(z.maxLength(64))),
  /** The last one of the page before. */
  before: z.optional(agreementId),
});
export const agreementList = z.object({
  agreements: z.array(agreementHead),
  more: z.boolean(),
  counts: z.object({ yours: z.int(), theirs: z.int(), signed: z.int(), declined: z.int(), expired: z.int() }),
});
export type AgreementList = z.output<typeof agreementList>;

export const agreementEvent = z.object({
  seq: z.int(),
  at: time,
  kind: z.enum(eventKinds),
  person: z.nullable(z.int()),
  data: z.record(z.string(), z.string()),
  hash: z.string(),
});
export type AgreementEvent = z.output<typeof agreementEvent>;

export const agreementComment = z.object({
  id: z.string(),
  version: z.int(),
  /** The part of the text it is about, by `places.ts`; empty: all of it. */
  place: z.string(),
  /** The words it was about, as they stood. */
  quote: z.string(),
  /** Where its part is in the version that is out now, and what that part was called when this was written. */
  standing: z.object({ place: z.string(), is: z.enum(standings), called: z.string() }),
  /** Null: the sender. */
  person: z.nullable(z.int()),
  author: z.string(),
  text: z.string(),
  /** What should stand there instead. */
  words: z.nullable(z.string()),
  /** The question whose answer should be another; null: it is about words. */
  label: z.nullable(z.string()),
  outcome: z.nullable(z.enum(['taken', 'refused', 'done'])),
  at: time,
});
export type AgreementComment = z.output<typeof agreementComment>;

export const agreementVersion = z.object({
  version: z.int(),
  at: time,
  /** Of the PDF file that is signed, in hexadecimal. */
  sha256: z.string(),
  pages: z.int(),
  /** What changed since the one before. */
  words: z.string(),
});
export type AgreementVersion = z.output<typeof agreementVersion>;

const whole = {
  agreement: agreementHead,
  message: z.string(),
  sender: z.object({ name: z.string(), company: z.string(), email: z.string() }),
  people: z.array(agreementPerson),
  versions: z.array(agreementVersion),
  doc: shownDoc,
  comments: z.array(agreementComment),
  /** The days that count in it, once it is signed. */
  dues: z.array(agreementDue),
};

const related = z.object({ id: agreementId, title: z.string(), state: z.enum(agreementStates) });

/** As its sender sees it. */
export const agreementDetail = z.object({
  ...whole,
  /** Those of the document that it was made of. */
  answers: z.record(z.string(), z.unknown()),
  /** The agreement that this one changes or ends, and those that change or end this one. */
  follows: z.nullable(related),
  followedBy: z.array(z.extend(related, { slug: z.nullable(z.string()) })),
  events: z.array(agreementEvent),
  /** Whether each event still has the hash of the one before it. */
  isIntact: z.boolean(),
  dueReminders: z.boolean(),
  template: z.nullable(z.string()),
  slug: z.nullable(z.string()),
});
export type AgreementDetail = z.output<typeof agreementDetail>;

/** As one of the people asked sees it, by their link. */
export const signingView = z.object({
  ...whole,
  you: agreementPerson,
  /** What the text leaves open, for whoever signs to fill in. */
  blanks: z.array(z.object({ field: z.string(), label: z.string() })),
  /** The version that was last shown to them; 0 if none was. */
  seenVersion: z.int(),
  /** Beside what their initials go; empty where the text asks for none. */
  initials: z.array(z.string()),
  canAct: z.boolean(),
  /** Why not, in words; empty where they can. */
  why: z.string(),
  /** A code by email is needed first; not where they are signed in with this address, proven. */
  needsCode: z.boolean(),
  /** The signature that they keep in their account; null where none is, or they aren’t signed in. */
  saved: z.nullable(z.lazy(() => signature)),
  forwarding: z.boolean(),
  /** What kind of signature this is, and what it may not be used for. */
  legal: z.object({ kind: z.string(), consent: z.string(), warning: z.string() }),
});
export type SigningView = z.output<typeof signingView>;

export const signature = z.union([
  z.strictObject({ kind: z.literal('typed'), text: line(mostTyped, 'your name') }),
  z.strictObject({ kind: z.literal('drawn'), drawing }),
]);
export type SignatureInput = z.output<typeof signature>;

export const link = z.string().check(z.maxLength(300));
const code = z.string().check(z.regex(/^\d{6}$/, { error: 'The code has six digits.' }));

export const linkQuery = z.object({ t: link });
export const linkBody = z.strictObject({ t: link });
export const signBody = z.strictObject({
  t: link,
  key,
  version: z.int(),
  /** Of the file that was shown: nothing else than that is signed. */
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  consent: z.literal(true, { error: 'Agree to sign electronically first.' }),
  name: line(most.name, 'your name'),
  signature,
  /** Where the text asks for them. */
  initials: z.optional(line(most.initials, 'your initials')),
  /** In their account, for the next document: only where they are signed in. */
  keep: z.optional(z.boolean()),
  code: z.optional(code),
});
export type SignBody = z.input<typeof signBody>;
export const approveBody = z.strictObject({ t: link, key, version: z.int(), code: z.optional(code) });
export const declineBody = z.strictObject({ t: link, reason: z.string().check(z.maxLength(most.reason)) });
export const forwardBody = z.strictObject({ t: link, name: line(most.name, 'a name'), email });

/** What the sender left open for the other side: its name, its address, its register number. */
export const fillBody = z.strictObject({
  t: link,
  key,
  version: z.int(),
  answers: z.record(z.string().check(z.maxLength(120)), z.string().check(z.maxLength(most.answer))),
});

export const addressBody = z.strictObject({ email, name: z.optional(line(most.name, 'a name')) });
export const extendBody = z.strictObject({ days: z.int().check(z.minimum(1), z.maximum(most.days)) });
export const oneAgreement = z.strictObject({ id: agreementId });
export const onePerson = z.strictObject({ id: agreementId, n: z.string().check(z.regex(/^\d{1,3}$/)) });
export const oneComment = z.strictObject({ id: agreementId, comment: z.string().check(z.maxLength(40)) });
export const codeAnswer = z.object({ sentTo: z.string(), waitSeconds: z.int() });
