import * as z from 'zod/mini';

export { brandingKey } from './keys.ts';

/** What a company puts on its papers. */
export const defaultBranding = {
  companyName: '',
  logo: '',
  primaryColor: '#007bff',
  secondaryColor: '#6c757d',
  accentColor: '#ffc107',
  fontFamily: 'Arial, sans-serif',
  website: '',
  email: '',
  phone: '',
  address: '',
};

export type Branding = typeof defaultBranding;
export type BrandingField = keyof Branding;

export const brandingFields = Object.keys(defaultBranding) as BrandingField[];

export const sameBranding = (one: Branding, other: Branding): boolean =>
  brandingFields.every((field) => one[field] === other[field]);

/** Nobody has filled anything in. */
export const isBlank = (branding: Branding): boolean => sameBranding(branding, defaultBranding);

/** What was stored, by whichever version of the hub, as a whole branding: a field that is no text has its default. */
export function readBranding(stored: unknown): Branding {
  const given = typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};
  const branding = { ...defaultBranding };
  for (const field of brandingFields) {
    const value = Object.hasOwn(given, field) ? given[field] : undefined;
    if (typeof value === 'string') branding[field] = value;
  }
  return branding;
}

/** The same from its text in storage; what is no JSON is no branding. */
export function parseBranding(text: string | null): Branding {
  try {
    return readBranding(text === null ? null : JSON.parse(text));
  } catch {
    return { ...defaultBranding };
  }
}

/** A branding as a request carries it. A logo is a picture in the text itself: the server fetches nothing. */
const line = z.optional(z.string().check(z.maxLength(400)));
export const brandingContract = z.object({
  companyName: line,
  logo: z.optional(z.string().check(z.maxLength(800_000))),
  primaryColor: line,
  secondaryColor: line,
  accentColor: line,
  fontFamily: line,
  website: line,
  email: line,
  phone: line,
  address: line,
});
