import * as z from 'zod/mini';
import { sizes } from './sizes.ts';

/** An identifier or a name; no part of a path. */
export const formName = z.string().check(z.regex(/^[\w-]{1,64}$/));

const count = z.int().check(z.minimum(0));

export const simpleRecord = z.object({
  data: z.looseObject({
    content: z.string().check(z.maxLength(sizes.simpleLimit)),
    isCompressed: z.optional(z.literal(true)),
    originalSize: z.optional(count),
    compressedSize: z.optional(count),
  }),
  storageNote: z.optional(z.string().check(z.maxLength(300))),
  timestamp: z.iso.datetime(),
});
export type SimpleRecordBody = z.infer<typeof simpleRecord>;

export const formAnswer = z.object({ record: z.nullable(simpleRecord) });
export type FormAnswer = z.infer<typeof formAnswer>;

export const formApi = (name: string): string => `/api/saved-forms/${encodeURIComponent(name)}`;

/** Names of any kind as one that an address can hold. */
export const formNameOf = (template: string): string =>
  template.replace(/[^\w-]+/g, '-').slice(0, 64) || 'form';

/** Forms are as many as the hub has tools; who keeps more is no person. */
export const mostForms = 500;
