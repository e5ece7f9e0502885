import { cents, formatMoney } from '#base/money.ts';

/** What a document costs, as every list and message takes it. */
export interface Cost {
  /** US cents; 0 is free. */
  price: number;
  /** How many documents come for this one price; absent where it is for this one alone. */
  pack?: number | undefined;
}

const isPack = ({ pack = 1 }: Cost): boolean => pack > 1;

/** As a list says it: "Free", "$9", "in the $34 pack of 4". */
export const priceWords = (cost: Cost): string => {
  if (cost.price === 0) return 'Free';
  const price = formatMoney(cents(cost.price));
  return isPack(cost) ? `in the ${price} pack of ${cost.pack}` : price;
};

/** As a sentence: whose price it is has to be plain. */
export const costSentence = (cost: Cost): string =>
  `This document ${isPack(cost) ? 'is' : 'costs'} ${priceWords(cost)}`;
