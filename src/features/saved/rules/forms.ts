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

/** What one device changed of a form, field by field. Sent again with the same turn, it is done once. */
export const formChange = z.object({
  /** Names what this browser keeps of the form; its turns follow one another. */
  device: z.string().check(z.regex(/^[\w-]{10,80}$/)),
  turn: z.int().check(z.minimum(1)),
  /** Of the state it was made upon; null when nothing was known of any. */
  epoch: z.nullable(z.string().check(z.maxLength(100))),
  changed: z
    .array(
      z.object({
        /** Names, eight deep at most. */
        path: z.string().check(z.regex(/^[^.]{1,100}(?:\.[^.]{1,100}){0,7}$/)),
        /** null: nothing stands there any more. */
        value: z.unknown(),
        /** The version of the account's state in which this device last saw it. */
        upon: count,
        /** It went into a saved document: nothing stands there any more, unless another device changed it since. */
        gives: z.optional(z.literal(true)),
      }),
    )
    .check(z.maxLength(2000)),
  /** What somebody has decided about: these are shown no more. */
  dismissed: z.array(z.string().check(z.maxLength(40))).check(z.maxLength(200)),
  timestamp: z.iso.datetime(),
});
export type FormChange = z.infer<typeof formChange>;

/** Typed on one device, and taken the place of by another one that had not seen it. */
export const formOther = z.object({ id: z.string(), path: z.string(), value: z.unknown(), at: z.string() });
export type FormOther = z.infer<typeof formOther>;

export const formAnswer = z.object({
  record: z.nullable(simpleRecord),
  version: count,
  epoch: z.string(),
  others: z.array(formOther),
});
export type FormAnswer = z.infer<typeof formAnswer>;

export const formApi = (name: string): string => `/api/saved-forms/${encodeURIComponent(name)}`;

/** Names of any kind as one that an address can hold. */
export const formNameOf = (template: string): string =>
  template.replace(/[^\w-]+/g, '-').slice(0, 64) || 'form';

/** Forms are as many as the hub has tools; who keeps more is no person. */
export const mostForms = 500;
