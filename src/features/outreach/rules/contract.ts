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

/** Loose on purpose: `contactProblems` says what is wrong, in words, at every field. */
export const contactBody = z.object({
  name: z.string(),
  email: z.string(),
  reason: z.string(),
  message: z.string(),
  /** Unseen by people. */
  website: z.optional(z.string()),
  token: z.string(),
});
export type ContactBody = z.infer<typeof contactBody>;

export const contactAnswer = z.object({ received: z.boolean() });

/** Whether this hub has its development desk: the mailbox page exists only there. */
export const developmentDesk = z.object({ mailbox: z.boolean() });
