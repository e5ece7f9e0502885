import { createHmac, timingSafeEqual } from 'node:crypto';

/** A record's id with our signature: it names nobody, and an id found in a log or an export opens nothing. */
export function createLinks(key: Buffer) {
  const signature = (id: string) => createHmac('sha256', key).update(id).digest();
  return {
    token: (recordId: string): string => `${recordId}.${signature(recordId).toString('base64url')}`,

    /** The record that a token names, or null for any that we have not signed. */
    recordId(token: string): string | null {
      const [id = '', given = ''] = token.split('.', 2);
      const bytes = Buffer.from(given, 'base64url');
      const expected = signature(id);
      return bytes.length === expected.length && timingSafeEqual(bytes, expected) ? id : null;
    },
  };
}
