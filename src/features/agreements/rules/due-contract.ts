import * as z from 'zod/mini';
import { dueKinds } from '#features/documents/rules/template/template.ts';
import { mostDueWords } from './due.ts';

/** For what the head of an agreement says of its next day. */
export const dueDay = z.object({ day: z.string(), kind: z.enum(dueKinds), words: z.string() });

export const agreementDue = z.object({
  ...dueDay.shape,
  id: z.string(),
  /** Added by the sender, and so seen by nobody else. */
  isOwn: z.boolean(),
  /** The sender says otherwise than the text. */
  isChanged: z.boolean(),
  isGone: z.boolean(),
});
export type AgreementDue = z.output<typeof agreementDue>;

const isDay = (text: string): boolean => {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
};

export const dueBody = z.strictObject({
  day: z
    .string()
    .check(
      z.regex(/^(?:19|20|21)\d\d-\d\d-\d\d$/, { error: 'Enter a date, such as 2027-03-01.' }),
      z.refine(isDay, { error: 'Enter a date that exists.' }),
    ),
  words: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: 'Enter what is due.' }),
      z.maxLength(mostDueWords, { error: `What is due has at most ${mostDueWords} characters.` }),
      z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u, { error: 'Enter it in one line.' }),
    ),
  isGone: z._default(z.boolean(), false),
});
export const dueId = z.string().check(z.regex(/^[A-Za-z0-9.-]{1,260}$/));
export const remindersBody = z.strictObject({ on: z.boolean() });

export const dueQuery = z.object({ days: z.optional(z.string().check(z.regex(/^\d{1,3}$/))) });
/** The days of all that a member has signed or had signed, the next first. */
export const dueList = z.object({
  dues: z.array(
    z.object({
      ...dueDay.shape,
      id: z.string(),
      agreement: z.string(),
      title: z.string(),
      /** Where the viewer sees the agreement. */
      href: z.string(),
    }),
  ),
});
export type DueList = z.output<typeof dueList>;
