import * as z from 'zod/mini';

/** The kinds of values that messages are made of, each with words for what it does not take. */

export const text = (max: number) =>
  z
    .string()
    .check(
      z.maxLength(max, { error: `Use up to ${max} characters.` }),
      z.regex(/^[^\0]*$/, { error: 'This contains an invalid character.' }),
    );
export const line = (max: number) =>
  z.pipe(
    text(max),
    z.transform((given: string) => given.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()),
  );

const webAddress = (given: string): boolean => {
  if (given === '') return true;
  try {
    return /^https?:$/.test(new URL(given).protocol);
  } catch {
    return false;
  }
};
export const WebAddress = text(2000).check(
  z.refine(webAddress, { error: 'Enter a URL that starts with https://.' }),
);
