import { expect, test } from 'vitest';
import { heldForBuyer, heldInShort } from './held.ts';

test('why money is held back is said in words, to the buyer only what is theirs', () => {
  expect(heldInShort('ECHECK')).toBe('pending at PayPal (eCheck)');
  expect(heldForBuyer('ECHECK')).toContain('eCheck');
  expect(heldInShort('UNILATERAL')).toContain('isn’t confirmed');
  expect(heldForBuyer('UNILATERAL')).toBe(heldForBuyer(null));
  for (const odd of [null, '', 'OTHER', '__proto__', 'constructor', '<b>', '\u202e'])
    expect([heldInShort(odd), heldForBuyer(odd)]).toEqual([
      'pending at PayPal',
      'PayPal hasn’t released this payment yet.',
    ]);
});
