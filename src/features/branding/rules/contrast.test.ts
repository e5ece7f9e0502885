import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultBranding } from './branding.ts';
import { contrast, contrastWarnings, darkened, textOn } from './contrast.ts';

const color = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);

test('contrast is counted as WCAG counts it', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrast('#ffffff', '#ffffff')).toBe(1);
});

test('a pale primary or secondary colour is warned about, and the offered one can be read', () => {
  const [warning] = contrastWarnings({ ...defaultBranding, primaryColor: '#ffc107' });
  expect(warning).toMatchObject({ field: 'primaryColor', isSerious: true });
  expect(warning?.words).toContain('1.6 to 1 on white');
  expect(contrastWarnings({ ...defaultBranding, primaryColor: warning?.better ?? '' })).toEqual([]);
  expect(
    contrastWarnings({ ...defaultBranding, primaryColor: '#102030', secondaryColor: '#dddddd' }),
  ).toMatchObject([{ field: 'secondaryColor' }]);
});

test('the standard colours are never called unreadable', () => {
  expect(contrastWarnings(defaultBranding).filter(({ isSerious }) => isSerious)).toEqual([]);
});

test('whatever the colour, the text on it and its darker kin can be read', () => {
  fc.assert(
    fc.property(color, (any) => {
      expect(contrast(textOn(any), any)).toBeGreaterThanOrEqual(4);
      expect(contrast(darkened(any), '#ffffff')).toBeGreaterThanOrEqual(4.5);
    }),
  );
});
