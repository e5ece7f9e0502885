import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultBranding } from './branding.ts';
import { restoredLogo, withoutLogo } from './keep.ts';

const one = 'data:image/png;base64,AAAA';
const two = 'data:image/png;base64,BBBB';

test('[BRAND-2] what does not fit is kept without its logo, and a data-URL logo goes to the tab', () => {
  const branding = { ...defaultBranding, companyName: 'Wren', logo: one };
  expect(withoutLogo(branding)).toEqual({ rest: { ...branding, logo: '' }, tabLogo: one });
  expect(withoutLogo({ ...branding, logo: 'https://wren.example/logo.png' }).tabLogo).toBeNull();
});

test('[BRAND-2] the tab’s logo comes back when the stored one is empty or a data URL, and only then', () => {
  const tab = { logo: one, at: null };
  expect(restoredLogo('', tab, 0)).toBe(one);
  expect(restoredLogo(two, tab, 0)).toBe(one);
  expect(restoredLogo('https://wren.example/logo.png', tab, 0)).toBe('https://wren.example/logo.png');
  expect(restoredLogo(two, { logo: null, at: null }, 0)).toBe(two);
  expect(restoredLogo('', { logo: 'javascript:alert(1)', at: null }, 0)).toBe('');
});

test('a tab’s logo that another tab has replaced since stays away', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.constantFrom('', two), (at, logoAt, stored) => {
      expect(restoredLogo(stored, { logo: one, at }, logoAt)).toBe(at < logoAt ? stored : one);
    }),
  );
});
