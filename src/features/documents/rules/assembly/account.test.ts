import { expect, test } from 'vitest';
import { inGroups } from './account.ts';

const firm = (text: string) => text.replaceAll(' ', '\u00a0');

test.each([
  ['GB82WEST12345698765432', firm('GB82 WEST 1234 5698 7654 32')],
  ['IBAN DE89370400440532013000, Bank', `IBAN ${firm('DE89 3704 0044 0532 0130 00')}, Bank`],
  ['NL91 ABNA 0417 1643 00', firm('NL91 ABNA 0417 1643 00')],
  ['FR14-2004-1010-0505-0001-3M02-606.', `${firm('FR14 2004 1010 0505 0001 3M02 606')}.`],
  ['NO9386011117947', firm('NO93 8601 1117 947')],
])('%s stands in groups that stay together', (typed, written) => {
  expect(inGroups(typed)).toBe(written);
  expect(inGroups(written)).toBe(written);
});

test.each([
  'GB82WEST12345698765431',
  'IE29 1 High Street',
  'order AB12CDEFGHIJKLMNOP',
  'de89370400440532013000',
  'XDE89370400440532013000',
  'IBAN',
  '',
])('%s is no account number and stays as it is', (typed) => {
  expect(inGroups(typed)).toBe(typed);
});

test('two numbers and the words that follow them', () => {
  expect(inGroups('NO9386011117947 DNB BANK, GB82 WEST 1234 5698 7654 32 BIC BARCGB22')).toBe(
    `${firm('NO93 8601 1117 947')} DNB BANK, ${firm('GB82 WEST 1234 5698 7654 32')} BIC BARCGB22`,
  );
});
