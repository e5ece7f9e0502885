import { type Cost, priceWords } from '#features/documents/rules/price-words.ts';

/** As a sentence: whose price it is has to be plain. */
export const costSentence = (cost: Cost): string =>
  `This document ${(cost.pack ?? 1) > 1 ? 'is' : 'costs'} ${priceWords(cost)}`;
