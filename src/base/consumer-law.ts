/** Members of the European Union. */
const euCountries = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);
/** Countries with the same right of withdrawal. */
const withSameRight = new Set(['GB', 'IS', 'LI', 'NO', 'CH']);

export const isEu = (country: string): boolean => euCountries.has(country);

/** Where consumers can change their mind within a period, unless they ask for immediate delivery. */
export const hasWithdrawalRight = (country: string): boolean => isEu(country) || withSameRight.has(country);

export const withdrawalDays = 14;
