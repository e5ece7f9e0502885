import * as z from 'zod/mini';
import { CartMailWords } from './blocks.ts';
import { AnyMailWords } from './former.ts';

export { lettersApi } from './addresses.ts';

/** What rooms for writing mail ask of the hub, whatever the mail is for. */

export const PictureView = z.object({
  name: z.string(),
  /** What stands in a block. */
  picture: z.string(),
  bytes: z.int(),
  width: z.int(),
  height: z.int(),
  at: z.string(),
});
export type PictureView = z.output<typeof PictureView>;
export const PicturesAnswer = z.object({ pictures: z.array(PictureView) });
export type PicturesAnswer = z.output<typeof PicturesAnswer>;

export const LinksBody = z.union([CartMailWords, AnyMailWords]);
export const LinkFound = z.object({
  link: z.string(),
  state: z.enum(['works', 'broken', 'unknown']),
  /** Why, where it doesn't work. */
  words: z.string(),
});
export type LinkFound = z.output<typeof LinkFound>;
export const LinksAnswer = z.object({
  links: z.array(LinkFound),
  /** How many more there are than are looked at. */
  left: z.int(),
});
export type LinksAnswer = z.output<typeof LinksAnswer>;

/** A mail as it arrives. */
export const LetterPreview = z.object({
  subject: z.string(),
  preheader: z.string(),
  html: z.string(),
  text: z.string(),
  from: z.object({ name: z.string(), address: z.string() }),
  /** What is better mended before it goes out. */
  warnings: z.array(z.string()),
});
export type LetterPreview = z.output<typeof LetterPreview>;
