import * as z from 'zod/mini';
import { most } from './addresses.ts';
import { key, link } from './contract.ts';

const said = {
  place: z._default(z.string().check(z.regex(/^(\d{1,4}(\.\d{1,4}){0,12})?$/)), ''),
  version: z.int(),
  text: z._default(
    z.string().check(z.maxLength(most.comment, { error: 'A comment has at most 4,000 characters.' })),
    '',
  ),
  words: z.optional(z.string().check(z.maxLength(most.words))),
  /** The question that they propose another answer to; `words` is the answer. */
  field: z.optional(z.string().check(z.maxLength(120))),
};
export const commentBody = z.strictObject({ key, ...said });
export const linkCommentBody = z.strictObject({ t: link, key, ...said });

export const settleBody = z.strictObject({ outcome: z.enum(['taken', 'refused', 'done']) });

/** What the text was made of, as it stands there: for whoever would have another answer. */
export const shownAnswers = z.object({
  answers: z.array(z.object({ field: z.string(), label: z.string(), text: z.string() })),
});
export type ShownAnswers = z.output<typeof shownAnswers>;
