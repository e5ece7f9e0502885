import { expect, test } from 'vitest';
import { defaultBranding } from './branding.ts';
import { adviceOn, fontChoices, readColor } from './check.ts';

test('a colour is read as people type it', () => {
  expect(['#1D4ED8', '1d4ed8', ' #abc ', '#ffc107'].map(readColor)).toEqual([
    '#1d4ed8',
    '#1d4ed8',
    '#aabbcc',
    '#ffc107',
  ]);
  expect(['', '#', '#12', '#12345', '#1234567', 'red', 'url(x)'].map(readColor)).toEqual(Array(7).fill(null));
});

test('slips in a website or an address get advice, an empty field none', () => {
  const on = (field: 'website' | 'email', value: string) =>
    adviceOn({ ...defaultBranding, [field]: value }, field);
  for (const fine of ['', ' ', 'wren.example', 'https://wren.example/path', 'www.wren.example'])
    expect(on('website', fine)).toBeNull();
  for (const slip of ['wren', 'javascript:alert(1)', 'wren example', 'http://', 'wren.'])
    expect(on('website', slip)).toMatch(/example\.com/);
  for (const fine of ['', 'a@wren.example']) expect(on('email', fine)).toBeNull();
  for (const slip of ['a@', 'a@wren', 'a,b@wren.example', 'x'])
    expect(on('email', slip)).toMatch(/name@example/);
});

test('[BRAND-1] the standard font is among the choices', () => {
  expect(fontChoices.map(({ family }) => family)).toContain('Arial, sans-serif');
});
