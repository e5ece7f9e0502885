import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

/**
 * A key for one purpose. While the hub's secret is being rotated, signatures made with the old one are still
 * accepted.
 */
export type Key = Buffer & { others?: readonly Buffer[] };

export const keysOf = (key: Key): readonly Buffer[] => [key, ...(key.others ?? [])];

/**
 * Everything the hub signs and later verifies. The purpose is part of what is signed, so a value is invalid
 * anywhere else. Those marked as old were first signed without a purpose, with a key of their own.
 */
const purposes = {
  'session-cookie': 'old',
  'sign-in flow': 'new',
  'known device': 'new',
  'order links': 'old',
  'download links': 'old',
  'archive links': 'new',
  unsubscribe: 'old',
  'newsletter confirmation': 'old',
  'newsletter preferences': 'new',
  'funnel confirmation': 'old',
  'funnel form': 'old',
  'funnel gift': 'new',
  'funnel versions': 'new',
  'contact form': 'old',
  'contact thread': 'new',
  'agreement links': 'new',
  'open agreement links': 'new',
  'donation links': 'old',
  'monthly donations': 'old',
  'desk summary': 'new',
  'email recipient': 'new',
} as const;

export type SignedPurpose = keyof typeof purposes;
export const signedPurposes = Object.keys(purposes) as SignedPurpose[];

export type Signer = ReturnType<typeof createSigner>;

/** A short text with our signature appended: not secret, but no one else can create one. */
export function createSigner(secret: (name: string) => Key, purpose: SignedPurpose) {
  const keys = keysOf(secret(purpose)).map((each) => createSecretKey(each));
  // No text that was signed without a purpose contains this character, so the two can't be confused.
  const withPurpose = (text: string) => `${purpose}\0${text}`;
  const forms = purposes[purpose] === 'old' ? [withPurpose, (text: string) => text] : [withPurpose];
  const [present] = keys as [KeyObject];

  return {
    sign: (text: string): string => `${text}.${mac(present, withPurpose(text)).toString('base64url')}`,

    /** The text, or null if we haven't signed it for this purpose. */
    read(signed: string): string | null {
      const cut = signed.lastIndexOf('.');
      if (cut < 1) return null;
      const text = signed.slice(0, cut);
      const given = Buffer.from(signed.slice(cut + 1), 'base64url');
      if (text.includes('\0') || given.length !== 32) return null;
      const isOurs = forms.some((form) => keys.some((key) => timingSafeEqual(mac(key, form(text)), given)));
      return isOurs ? text : null;
    },
  };
}

const mac = (key: KeyObject, text: string): Buffer => createHmac('sha256', key).update(text).digest();
