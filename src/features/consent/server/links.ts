import { createSigner, type Key } from '#platform/server/signed.ts';

/** A record's id with our signature: it names nobody, and an id found in a log or an export opens nothing. */
export function createLinks(secret: (name: string) => Key) {
  const signer = createSigner(secret, 'unsubscribe');
  return {
    token: (recordId: string): string => signer.sign(recordId),
    /** The record that a token names, or null for any that we have not signed. */
    recordId: (token: string): string | null => signer.read(token),
  };
}
