import * as z from 'zod/mini';

/** POST /api/v1.0/email/send, as the mail service's library sends it. Ids are asked for with words, not by the schema. */
export const emailSend = z.object({
  version: z.optional(z.string()),
  lib_version: z.optional(z.string()),
  user_id: z.optional(z.string()),
  service_id: z.optional(z.string()),
  template_id: z.optional(z.string()),
  template_params: z.optional(z.record(z.string(), z.unknown())),
});

export const confirmQuery = z.object({ t: z.string() });

/** What a confirmation link is about: enough to recognise one's own address. */
export const confirmPreview = z.object({
  address: z.string(),
  /** `ended`: unsubscribed since; the link does nothing any more. */
  state: z.enum(['waiting', 'confirmed', 'ended']),
});
export type ConfirmPreview = z.infer<typeof confirmPreview>;

export const contactToken = z.object({
  token: z.string(),
  /** A form that is sent sooner is taken for a program's. */
  waitSeconds: z.number(),
});
export type ContactToken = z.infer<typeof contactToken>;

/** What was said in the chat before somebody asked for a person; it goes along only if they want it to. */
const said = z.object({
  from: z.enum(['visitor', 'assistant']),
  text: z.string().check(z.maxLength(4000)),
});
export type Said = z.output<typeof said>;
export const mostSaid = 40;

/** Loose on purpose: `contactProblems` says what is wrong, in words, at every field. */
export const contactBody = z.object({
  name: z.string(),
  email: z.string(),
  reason: z.string(),
  message: z.string(),
  /** Unseen by people. */
  website: z.optional(z.string()),
  token: z.string(),
  conversation: z.optional(z.array(said).check(z.maxLength(mostSaid, `at most ${mostSaid} turns`))),
});
export type ContactBody = z.infer<typeof contactBody>;

export const contactAnswer = z.object({ received: z.boolean() });

export const longestReply = 10_000;

const reply = z.object({ author: z.enum(['operator', 'visitor']), text: z.string(), at: z.string() });
export type Reply = z.output<typeof reply>;

/** A message with what was answered to it, as whoever has its link reads it. */
export const contactThread = z.object({
  /** As the mails name it. */
  id: z.string(),
  /** Whose link it is. */
  you: z.enum(['operator', 'visitor']),
  name: z.string(),
  topic: z.string(),
  message: z.string(),
  at: z.string(),
  /** For the operator alone: who wrote, and what they had asked in the chat. */
  email: z.nullable(z.string()),
  conversation: z.array(said),
  replies: z.array(reply),
});
export type ContactThread = z.output<typeof contactThread>;

export const threadQuery = z.object({ t: z.string().check(z.maxLength(300)) });
/** Empty is told in words beside the field. */
export const threadReply = z.object({ t: z.string().check(z.maxLength(300)), text: z.string() });

/** Answers to what a member has written, for the chat to show. */
export const contactAnswers = z.object({
  answers: z.array(
    z.object({ id: z.string(), asked: z.string(), text: z.string(), at: z.string(), link: z.string() }),
  ),
});
export type ContactAnswers = z.output<typeof contactAnswers>;

/** Whether this hub has its development desk: the mailbox page exists only there. */
export const developmentDesk = z.object({ mailbox: z.boolean() });
