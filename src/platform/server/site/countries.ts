// Regions in Intl that no one can be a resident of.
const noCountry = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '));
const withArticle = new Set(
  'AE BS CD CF CG CK DO FK FO GB GM IM KM KY MH MP MV NL PH SB SC TC UM US VG VI'.split(' '),
);
const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** "DE" for "de"; undefined if it isn't an ISO 3166 country code. */
export function countryCode(text: string): string | undefined {
  const code = text.toUpperCase();
  if (!/^[A-Z]{2}$/.test(code) || noCountry.has(code) || !names.of(code)) return undefined;
  return canonical(code) === code ? code : undefined;
}

/** The code that was probably meant by a name ("Germany") or an old code ("UK"). */
export function meantCountry(text: string): string | undefined {
  const code = /^[A-Za-z]{2}$/.test(text) ? canonical(text.toUpperCase()) : undefined;
  if (code && countryCode(code)) return code;
  return allCodes().find((known) => names.of(known)?.toLowerCase() === text.toLowerCase());
}

/** As in a sentence: "Germany", "the Netherlands". */
export function countryName(code: string): string {
  return `${withArticle.has(code) ? 'the ' : ''}${names.of(code) ?? code}`;
}

const canonical = (code: string): string | undefined => new Intl.Locale(`und-${code}`).region;

function allCodes(): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => countryCode(code));
}
