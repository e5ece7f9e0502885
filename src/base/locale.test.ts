import fc from 'fast-check';
import { expect, test } from 'vitest';
import { likelyCountry } from './countries.ts';
import { plainLocale } from './locale.ts';

test.each([
  ['en-US', 'en-US'],
  ['de', 'de-DE'],
  ['de_AT.UTF-8', 'de-AT'],
  ['zh-Hant-TW', 'zh-TW'],
  ['en-GB-oxendict-u-ca-buddhist-nu-thai-x-private', 'en-GB'],
  ['C', 'en-US'],
  ['C.UTF-8', 'en-US'],
  ['POSIX', 'en-US'],
  ['', 'en-US'],
  [undefined, 'en-US'],
])('a browser set to %s is addressed in %s', (told, locale) => {
  expect(plainLocale(told)).toBe(locale);
});

test('whatever a browser calls its locale, the normalized one can format dates and numbers', () => {
  const piece = fc.oneof(
    fc.stringMatching(/^[A-Za-z0-9]{1,9}$/),
    fc.constantFrom('en', 'Latn', 'US', 'u', 'x', 'ca', 'C', '', '001', '_', '.', '@'),
  );
  const tag = fc.oneof(
    fc.array(piece, { maxLength: 8 }).map((all) => all.join('-')),
    fc.string(),
  );
  fc.assert(
    fc.property(tag, (told) => {
      const locale = plainLocale(told);
      expect(locale).toMatch(/^[a-z]{2,8}-[A-Z0-9]{2,3}$/);
      expect(new Intl.NumberFormat(locale).format(1)).toBeTruthy();
    }),
    { numRuns: 2000 },
  );
});

test('the country is found after a script and before an extension', () => {
  expect(likelyCountry(['C', 'zh-Hant-TW-u-ca-roc'])).toBe('TW');
  expect(likelyCountry(['de_CH'])).toBe('CH');
  expect(likelyCountry(['de', 'en'])).toBe('');
});
