import { cents, formatMoney } from '#base/money.ts';

/** What one thing costs, as every list and message takes it. */
export interface Cost {
  /** US cents; 0 is free. */
  price: number;
  /** How many come for this one price; absent where it is for this one alone. */
  pack?: number | undefined;
}

/** As a list says it: "Free", "$9", "in the $34 pack of 4". */
export const priceWords = ({ price, pack = 1 }: Cost): string => {
  const each = formatMoney(cents(price));
  return price === 0 ? 'Free' : pack > 1 ? `in the ${each} pack of ${pack}` : each;
};
