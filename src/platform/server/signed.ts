import { createHmac, timingSafeEqual } from 'node:crypto';

/** A short text with our signature behind it: not secret, and nobody else can make one. */
export function createSigner(key: Buffer) {
  const signature = (text: string) => createHmac('sha256', key).update(text).digest();
  return {
    sign: (text: string): string => `${text}.${signature(text).toString('base64url')}`,

    /** The text, or null for any that we have not signed. */
    read(signed: string): string | null {
      const [text = '', given = ''] = signed.split('.', 2);
      const bytes = Buffer.from(given, 'base64url');
      const expected = signature(text);
      return bytes.length === expected.length && timingSafeEqual(bytes, expected) ? text : null;
    },
  };
}
