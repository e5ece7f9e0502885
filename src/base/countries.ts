/** Where a buyer can be: two-letter ISO 3166 codes. */
export const countries: readonly string[] =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  );

/** The name in the reader's language; the code itself if there is none. */
export const countryName = (code: string, language: string): string =>
  (countries.includes(code) && new Intl.DisplayNames(language, { type: 'region' }).of(code)) || code;

/** By name, sorted as the reader's language sorts. */
export function countryNames(language: string): { code: string; name: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return countries
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => a.name.localeCompare(b.name, language));
}

/** The country in a browser's languages, such as DE for de-DE; empty if there is none. */
export function likelyCountry(languages: readonly string[]): string {
  for (const language of languages) {
    const region = /[-_]([A-Z]{2})\b/.exec(language)?.[1];
    if (region !== undefined && countries.includes(region)) return region;
  }
  return '';
}
