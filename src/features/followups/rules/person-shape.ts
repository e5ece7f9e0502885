import * as z from 'zod/mini';
import { line } from '#features/recovery/rules/fields.ts';

/** What is kept about a person besides their address. */

export const Tag = line(40).check(z.minLength(1, { error: 'Enter a tag.' }));
export const FieldName = z.string().check(
  z.regex(/^[a-zA-Z][\w]{0,29}$/, {
    error: 'Use a letter first, then letters, digits or _, up to 30 characters.',
  }),
);

export const mostTags = 50;
export const mostFields = 50;
export const Fields = z.record(FieldName, line(200)).check(
  z.refine((fields) => Object.keys(fields).length <= mostFields, {
    error: `A person can have up to ${mostFields} fields.`,
  }),
);
