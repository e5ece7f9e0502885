import { countryName } from './countries.ts';
import { numberPlans, ofNorthAmerica } from './number-plans.ts';

/** Whether a number may be sent text messages: it has to be a mobile phone, in a country that the hub sends to. */

/** Countries whose numbers look like another’s: to name the one is to name the other. */
export const sameNumbers: Readonly<Record<string, string>> = {
  AX: 'FI',
  BL: 'GP',
  CC: 'AU',
  CX: 'AU',
  EH: 'MA',
  MF: 'GP',
  SJ: 'NO',
  VA: 'IT',
};

interface Plan {
  country: string;
  least: number;
  most: number;
  begins: RegExp;
}

const plans = new Map<string, Plan[]>();
for (const line of numberPlans.trim().split('\n')) {
  const [code = '', country = '', digits = '', begins = ''] = line.split(' ');
  const [least = 0, most = least] = digits.split('-').map(Number);
  const plan = { country, least, most, begins: new RegExp(`^(?:${begins})`) };
  plans.set(code, [...(plans.get(code) ?? []), plan]);
}

const areas = new Map(
  Object.entries(ofNorthAmerica).flatMap(([country, codes]) =>
    codes.split(' ').map((code): [string, string] => [code, country]),
  ),
);

/** Every country that has mobile phones of its own. */
export const textCountries: ReadonlySet<string> = new Set([
  'US',
  ...Object.keys(ofNorthAmerica),
  ...[...plans.values()].flat().map(({ country }) => country),
]);

/**
 * No place: toll-free, premium (900), personal (5xx), Canada’s for satellites (600 and its like), and codes that aren’t given out.
 * 976 behind any area code is premium, too, and a number of three digits stands behind 211 to 911.
 */
const noPlace =
  /^(?:.11|.9|37|96|456|5(?:00|2[1-9]|3[2358]|4[2-79]|5[02-6]|6[69]|7[78]|8[89])|6(?:00|22|33|44|55|66|77|88)|7[01]0|8(?:00|22|33|44|55|66|77|8)|900)/;

function inNorthAmerica(national: string): string | null {
  if (!/^[2-9]\d\d[2-9]\d{6}$/.test(national)) return null;
  const area = national.slice(0, 3);
  if (/^(?:.11|976)/.test(national.slice(3))) return null;
  return areas.get(area) ?? (noPlace.test(area) ? null : 'US');
}

/** The country of a mobile phone (E.164), by its ISO code; null for what can’t be one. */
export function mobileCountry(number: string): string | null {
  if (!/^\+[1-9]\d{6,14}$/.test(number)) return null;
  const digits = number.slice(1);
  if (digits.startsWith('1')) return inNorthAmerica(digits.slice(1));
  for (const length of [1, 2, 3]) {
    const national = digits.slice(length);
    const plan = plans
      .get(digits.slice(0, length))
      ?.find(
        ({ least, most, begins }) =>
          national.length >= least && national.length <= most && begins.test(national),
      );
    if (plan) return plan.country;
  }
  return null;
}

/** The country of any number, as far as its code alone says it. */
export function countryByCode(number: string): string | null {
  const sure = mobileCountry(number);
  if (sure !== null || !/^\+[2-9]/.test(number)) return sure;
  const known = [1, 2, 3].flatMap((length) => plans.get(number.slice(1, 1 + length)) ?? []);
  const all = new Set(known.map(({ country }) => country));
  const [only] = all;
  return all.size === 1 && only !== undefined ? only : null;
}

/** Where a hub sends text messages: ISO codes of `textCountries`. */
export type TextCountries = ReadonlySet<string> | 'all';

/** At a field where somebody writes a number. */
export const noMobileWords =
  'This number can’t get text messages here: it isn’t a mobile number. Use another one.';

/** Why no text message goes to this number; null: one may. */
export function whyNotTexted(number: string, countries: TextCountries): string | null {
  const country = mobileCountry(number);
  if (country === null) return 'this isn’t a mobile number';
  return countries === 'all' || countries.has(country)
    ? null
    : `this hub doesn’t send text messages to this country: ${countryName(country, 'en')}`;
}
