import fc from 'fast-check';
import { expect, test } from 'vitest';
import { costSentence } from './cost-sentence.ts';
import { priceWords } from '#features/documents/rules/price-words.ts';

test('[STORE-5] a price that is a pack’s is never said to be one document’s', () => {
  expect(priceWords({ price: 0, pack: 4 })).toBe('Free');
  expect(priceWords({ price: 3400, pack: 4 })).toBe('in the $34 pack of 4');
  expect(costSentence({ price: 3400, pack: 4 })).toBe('This document is in the $34 pack of 4');
  expect(costSentence({ price: 900, pack: 1 })).toBe('This document costs $9');
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_900 }), fc.integer({ min: 2, max: 40 }), (price, pack) => {
      for (const words of [priceWords({ price, pack }), costSentence({ price, pack })])
        expect(words).toMatch(new RegExp(`pack of ${pack}$`));
    }),
  );
});
