import * as z from 'zod/mini';
import { parsePhone, phoneWords } from '#base/phone.ts';
import { line } from '#features/recovery/rules/fields.ts';

/** A person’s number, and what is known of their consent to text messages there. */

/** Any number: what somebody took back can be said of one that is refused by now, too. '' takes it away. */
export const Phone = z.pipe(
  z.string().check(
    z.maxLength(40, { error: phoneWords }),
    z.refine((given) => given.trim() === '' || parsePhone(given) !== null, { error: phoneWords }),
  ),
  z.transform((given: string) => parsePhone(given) ?? ''),
);

export const PhoneBody = z.object({
  phone: Phone,
  /** Where and when they agreed to text messages; left out, nothing is added to what is known. */
  proof: z._default(line(500), ''),
  /** They no longer want them. */
  isOver: z._default(z.boolean(), false),
});

export const TextsView = z.object({
  consent: z.nullable(
    z.object({
      text: z.string(),
      source: z.string(),
      givenAt: z.string(),
      withdrawnAt: z.nullable(z.string()),
    }),
  ),
  /** Why none goes to such a number from this hub, whatever was agreed to. */
  refused: z.nullable(z.string()),
  /** Why and since when this number gets none from this hub at all. */
  stopped: z.nullable(z.object({ words: z.string(), at: z.string() })),
});
