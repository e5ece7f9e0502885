import * as z from 'zod/mini';
import { parseMailAddress, mailAddressWords } from '#base/mail-address.ts';
import { text } from '#features/letters/rules/fields.ts';

export { line, text, WebAddress } from '#features/letters/rules/fields.ts';

/** The kinds of values that carts and campaigns are made of, each with words for what it does not take. */

export const whole = (min: number, max: number) =>
  z
    .int({ error: 'Enter a whole number.' })
    .check(
      z.minimum(min, { error: `Enter at least ${min}.` }),
      z.maximum(max, { error: `Enter ${max} or less.` }),
    );

/** What no shop asks for one cart; above it is a mistake in the unit. */
export const mostCents = 100_000_000_00;

export const EmailAddress = z.string().check(
  z.refine((given) => parseMailAddress(given) !== null, {
    error: mailAddressWords,
  }),
);
/** Of a shop's own picture: fetched by the hub, never by a browser. */
export const PictureAddress = text(2000).check(
  z.refine((given) => URL.canParse(given) && new URL(given).protocol === 'https:', {
    error: 'Enter an image URL that starts with https://.',
  }),
);
export const Currency = z.pipe(
  z.string().check(z.regex(/^[A-Za-z]{3}$/, { error: 'Use three letters for a currency, such as USD.' })),
  z.transform((given: string) => given.toUpperCase()),
);
export const Country = z.pipe(
  z.string().check(z.regex(/^(?:[A-Za-z]{2})?$/, { error: 'Use two letters for a country, such as DE.' })),
  z.transform((given: string) => given.toUpperCase()),
);
