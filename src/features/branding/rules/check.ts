import { parseMailAddress } from '#base/mail-address.ts';
import type { Branding, BrandingField } from './branding.ts';

/** Six digits, lower case, with or without # as people type it; null for what is no colour. */
export function readColor(typed: string): string | null {
  const [, digits] = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(typed.trim()) ?? [];
  if (digits === undefined) return null;
  const six = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  return `#${six.toLowerCase()}`;
}

/** What is probably a slip. It is kept all the same: whose papers they are decides what stands on them. */
export const brandingAdvice: Partial<Record<BrandingField, (value: string) => string | null>> = {
  primaryColor: (value) => (readColor(value) ? null : colorWords),
  secondaryColor: (value) => (readColor(value) ? null : colorWords),
  accentColor: (value) => (readColor(value) ? null : colorWords),
  website: (value) =>
    value.trim() === '' || isWebsite(value.trim()) ? null : 'An address looks like example.com.',
  email: (value) =>
    value.trim() === '' || parseMailAddress(value) ? null : 'An email address looks like name@example.com.',
};

export const colorWords = 'A colour has six digits, such as #1d4ed8.';

export const adviceOn = (branding: Branding, field: BrandingField): string | null =>
  brandingAdvice[field]?.(branding[field]) ?? null;

function isWebsite(typed: string): boolean {
  if (/\s/.test(typed)) return false;
  try {
    const { protocol, hostname } = new URL(/^[a-z][a-z0-9+.-]*:/i.test(typed) ? typed : `https://${typed}`);
    return /^https?:$/.test(protocol) && /^[^.]+(?:\.[^.]+)+$/.test(hostname);
  } catch {
    return false;
  }
}

/** Faces that nearly every computer has; a PDF takes the serif or the sans of its own that is nearest. */
export const fontChoices: { family: string; label: string }[] = [
  { family: 'Arial, sans-serif', label: 'Arial' },
  { family: 'Verdana, sans-serif', label: 'Verdana' },
  { family: "'Trebuchet MS', sans-serif", label: 'Trebuchet' },
  { family: 'Georgia, serif', label: 'Georgia' },
  { family: "'Times New Roman', serif", label: 'Times' },
  { family: 'Garamond, serif', label: 'Garamond' },
  { family: "'Courier New', monospace", label: 'Courier' },
];
