import { expect, test } from 'vitest';

import { defaultBranding } from './branding.ts';
import { nameOfLogo, restoredLogo, withoutLogo } from './keep.ts';

const one = 'data:image/png;base64,AAAA';
const two = 'data:image/png;base64,BBBB';

test('[BRAND-2] what does not fit is kept without its logo, and a data-URL logo goes to the tab', () => {
  const branding = { ...defaultBranding, companyName: 'Wren', logo: one };
  expect(withoutLogo(branding)).toEqual({ rest: { ...branding, logo: '' }, tabLogo: one });
  expect(withoutLogo({ ...branding, logo: 'https://wren.example/logo.png' }).tabLogo).toBeNull();
});

test('[BRAND-2] the tab’s logo comes back when the stored one is empty or a data URL, and only then', () => {
  expect(restoredLogo('', one, null)).toBe(one);
  expect(restoredLogo(two, one, null)).toBe(one);
  expect(restoredLogo('https://wren.example/logo.png', one, null)).toBe('https://wren.example/logo.png');
  expect(restoredLogo(two, null, null)).toBe(two);
  expect(restoredLogo('', 'javascript:alert(1)', null)).toBe('');
});

test('a tab’s logo that another tab has replaced since stays away', () => {
  expect(restoredLogo('', one, nameOfLogo(one))).toBe(one);
  for (const stored of ['', two]) expect(restoredLogo(stored, one, nameOfLogo(two))).toBe(stored);
});
