// As in the store: the EU, and the countries beside it with the same fourteen days.
const countries = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK GB IS LI NO CH'.split(
    ' ',
  ),
);

/** Where the law gives a consumer time to change their mind. */
export const hasWithdrawalRight = (country: string): boolean => countries.has(country);

export const withdrawalDays = 14;
