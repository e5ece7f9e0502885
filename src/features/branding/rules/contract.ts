import * as z from 'zod/mini';
import { logoLimits } from './logo-limits.ts';
import { pictureOfDataUrl } from './picture.ts';

const isPlain = (text: string) => text.isWellFormed() && !/[^\P{Cc}\n]/u.test(text);
const line = z.string().check(z.maxLength(400), z.refine(isPlain, { error: 'Plain text only, please.' }));

const logo = z.string().check(
  z.maxLength(logoLimits.text, { error: 'The logo is larger than 300 KB.' }),
  z.refine((text) => text === '' || pictureOfDataUrl(text) !== null, {
    error: 'The logo must be a PNG, JPEG or WebP image. Choose another file.',
  }),
);

/** Every field of it, and no other. */
export const wholeBranding = z.strictObject({
  companyName: line,
  logo,
  primaryColor: line,
  secondaryColor: line,
  accentColor: line,
  fontFamily: line,
  website: line,
  email: line,
  phone: line,
  address: line,
});

const time = z.int().check(z.minimum(0), z.maximum(8_640_000_000_000_000));

export const PutBrandingBody = z.strictObject({
  /** Whose it is, as the page knows it: a page of one person never writes into another's account. */
  owner: z.string().check(z.maxLength(100)),
  branding: wholeBranding,
  /** Sent by earlier releases; the hub's own clock counts. */
  changedAt: z.optional(time),
  /** The change that this one was made upon; null when there was none. */
  base: z.nullable(time),
  /** It types over a field of that change which this device had not seen. */
  clashes: z.optional(z.boolean()),
});

const saved = z.object({
  branding: wholeBranding,
  changedAt: time,
  /** The newest change that another device typed over without having seen it. */
  clashedUpon: z.nullable(time),
});
export const BrandingAnswer = z.object({ saved: z.nullable(saved) });
/** Not taken: somebody else's change came first, and here it is. */
export const PutBrandingAnswer = z.object({ taken: z.boolean(), saved: z.nullable(saved) });

export type PutBrandingBody = z.output<typeof PutBrandingBody>;
export type BrandingAnswer = z.output<typeof BrandingAnswer>;
export type PutBrandingAnswer = z.output<typeof PutBrandingAnswer>;
