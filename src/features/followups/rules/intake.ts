import * as z from 'zod/mini';
import { EmailAddress, line, text } from '#features/recovery/rules/fields.ts';
import { Phone } from './phone.ts';
import { Fields } from './person-shape.ts';

/** How people come in: by a file, or told by a program. */

/** `proof`: where and when these people agreed to email. Without it they are kept, and not written to. */
export const ImportBody = z.object({
  csv: text(8_000_000),
  proof: line(500),
  /** Where and when they agreed to text messages, which is another question. */
  textProof: z._default(line(500), ''),
  tag: z._default(line(40), ''),
});
export const ImportAnswer = z.object({
  added: z.int(),
  updated: z.int(),
  refused: z.int(),
  /** The first thousand. */
  reports: z.array(z.object({ line: z.int(), words: z.string() })),
});

export const EventBody = z.object({
  email: EmailAddress,
  name: line(120),
  event: line(60).check(z.minLength(1, { error: 'Name the event.' })),
  /** The same id is one event, however often it comes. */
  id: z._default(line(120), ''),
  fields: z._default(Fields, {}),
  /** How this person agreed to email; left out, nothing is taken to be agreed. */
  proof: z._default(line(500), ''),
  /** Their number, and how they agreed to text messages there. */
  phone: z._default(Phone, ''),
  textProof: z._default(line(500), ''),
});
export const EventAnswer = z.object({ personId: z.string(), started: z.int() });
