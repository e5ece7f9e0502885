// How each member state writes its numbers, after the two letters (Greece writes EL).
const forms: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  GR: /^\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d{7}[A-W][A-IW]?|\d[A-Z*+]\d{5}[A-W])$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{10}01$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  GB: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
};

export interface VatId {
  country: string;
  /** Without the country's letters. */
  number: string;
}

/** The id as its country writes it, or null: letters of another country, too few digits, or no such form. */
export function readVatId(text: string, country: string): VatId | null {
  const form = Object.hasOwn(forms, country) ? forms[country] : undefined;
  if (!form) return null;
  const plain = text.toUpperCase().replace(/[\s.\-/]/g, '');
  const letters = country === 'GR' ? 'EL' : country;
  const number = plain.startsWith(letters) ? plain.slice(2) : plain;
  return form.test(number) ? { country, number } : null;
}

export const writeVatId = ({ country, number }: VatId): string =>
  `${country === 'GR' ? 'EL' : country}${number}`;

export const takesVatId = (country: string): boolean => Object.hasOwn(forms, country);
