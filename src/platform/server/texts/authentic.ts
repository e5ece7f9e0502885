import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Whether a call to our doors comes from the provider. */

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer];
  return timingSafeEqual(a, b);
};

/** Twilio’s: HMAC-SHA1 over the whole address and each field with its value, sorted by name. */
export function twilioSignature(token: string, url: string, fields: URLSearchParams): string {
  const sorted = [...new Set(fields.keys())].sort();
  const text = sorted.flatMap((name) =>
    [...new Set(fields.getAll(name))].sort().map((value) => `${name}${value}`),
  );
  return createHmac('sha1', token)
    .update(url + text.join(''))
    .digest('base64');
}

export const isFromTwilio = (
  token: string,
  url: string,
  fields: URLSearchParams,
  given: string | null,
): boolean => given !== null && isSame(twilioSignature(token, url, fields), given);

export const hasBearer = (token: string, given: string | null): boolean =>
  given !== null && isSame(`Bearer ${token}`, given.replace(/^bearer +/i, 'Bearer '));
