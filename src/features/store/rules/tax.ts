import { isEu } from '#base/consumer-law.ts';
import { cents, type Cents } from '#base/money.ts';

/** Standard rates in percent, as in force in November 2026; the operator's file lays its own over them. */
export const euRates: Readonly<Record<string, number>> = {
  AT: 20,
  BE: 21,
  BG: 20,
  CY: 19,
  CZ: 21,
  DE: 19,
  DK: 25,
  EE: 24,
  ES: 21,
  FI: 25.5,
  FR: 20,
  GR: 24,
  HR: 25,
  HU: 27,
  IE: 23,
  IT: 22,
  LT: 21,
  LU: 17,
  LV: 21,
  MT: 18,
  NL: 21,
  PL: 23,
  PT: 23,
  RO: 21,
  SE: 25,
  SI: 22,
  SK: 23,
};
export const ukRates: Readonly<Record<string, number>> = { GB: 20 };

/** What the operator collects; nothing until they say so. */
export interface TaxSettings {
  /** Percent by country: the shipped tables that are switched on, with the operator's own changes. */
  rates: Readonly<Record<string, number>>;
  sellerCountry: string;
}

/** `valid`: the official service has said so. Anything else is charged as if there were no id. */
export type VatIdState = 'none' | 'valid' | 'invalid' | 'unchecked';

export interface Tax {
  /** In hundredths of a percent, so that 25.5 % is a whole number. */
  rateBasisPoints: number;
  taxCents: Cents;
  /** The buyer accounts for the tax themselves. */
  reverseCharge: boolean;
}

export function taxOn(
  netCents: number,
  { country, vatIdState }: { country: string; vatIdState: VatIdState },
  { rates, sellerCountry }: TaxSettings,
): Tax {
  const percent = Object.hasOwn(rates, country) ? (rates[country] ?? 0) : 0;
  const reverseCharge = percent > 0 && vatIdState === 'valid' && country !== sellerCountry && isEu(country);
  const rateBasisPoints = reverseCharge ? 0 : Math.round(percent * 100);
  return {
    rateBasisPoints,
    taxCents: cents(Math.round((netCents * rateBasisPoints) / 10_000)),
    reverseCharge,
  };
}

export const percentWords = (rateBasisPoints: number): string => `${rateBasisPoints / 100} %`;

/** Read out in the receipt as it was ticked; a change here is a new text, never a change of what was agreed. */
export const consentText =
  'I want the files at once, before the 14 days to withdraw are over, and I know that my right to withdraw ends when the first download is made available to me.';
