import { createHmac, timingSafeEqual } from 'node:crypto';

/** A key for one use. While the hub's secret is being changed, what an older one has signed is still taken. */
export type Key = Buffer & { others?: readonly Buffer[] };

export const keysOf = (key: Key): readonly Buffer[] => [key, ...(key.others ?? [])];

/** Whether one of these keys made this signature. */
export function isSigned(key: Key, text: string, signature: string): boolean {
  const given = Buffer.from(signature, 'base64url');
  return keysOf(key).some((each) => {
    const expected = mac(each, text);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

const mac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** A short text with our signature behind it: not secret, and nobody else can make one. */
export function createSigner(key: Key) {
  return {
    sign: (text: string): string => `${text}.${mac(key, text).toString('base64url')}`,

    /** The text, or null for any that we have not signed. */
    read(signed: string): string | null {
      const [text = '', given = ''] = signed.split('.', 2);
      return isSigned(key, text, given) ? text : null;
    },
  };
}
