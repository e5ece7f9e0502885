import { days } from '#base/clock.ts';
import { parseMailAddress } from '#base/mail-address.ts';
import { createSigner, type Key } from '../../signed.ts';

/**
 * Comes back in every report. A header of its own: relays rewrite the Message-ID, and each reply of a reader would
 * show it to whoever they write to.
 */
export const recipientHeader = 'X-Hub-Recipient';

/** Servers try for five days; feedback about spam comes when somebody reads. */
const daysValid = 60;

/** To whom an email went, and when, as only this hub can have written it. */
export function createRecipientTokens(secret: (name: string) => Key) {
  const signer = createSigner(secret, 'email recipient');
  return {
    write: (to: string, at: Date): string =>
      signer.sign(Buffer.from(`${Math.floor(at.getTime() / days(1))} ${to}`).toString('base64url')),

    /** The address, or null if this hub wrote nothing to it lately. */
    read(token: string, now: Date): string | null {
      const signed = signer.read(token);
      if (signed === null) return null;
      const [, day = '', to = ''] =
        /^(\d{1,6}) (\S+)$/.exec(Buffer.from(signed, 'base64url').toString('utf8')) ?? [];
      const age = Math.floor(now.getTime() / days(1)) - Number(day);
      return age >= -1 && age <= daysValid ? parseMailAddress(to) : null;
    },
  };
}

export type RecipientTokens = ReturnType<typeof createRecipientTokens>;
