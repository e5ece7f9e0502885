import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { themeColours } from '#base/theme-colours.ts';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');

type Palette = Record<string, string>;

function palettes(selector: string): Palette[] {
  return css
    .split('}')
    .filter((block) => block.slice(0, block.lastIndexOf('{')).includes(selector))
    .map((block) =>
      Object.fromEntries(
        [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
      ),
    )
    .filter((palette) => 'ink' in palette);
}

const light = palettes("[data-theme='light']")[0] ?? {};
const dark = palettes("[data-theme='dark']")[0] ?? {};

const channel = (hex: string, at: number) => {
  const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};
const luminance = (hex: string) =>
  0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5);

function contrast(palette: Palette, one: string, other: string): number {
  const [a, b] = [palette[one], palette[other]];
  if (!a || !b) throw new Error(`No such colour: ${a ? other : one}`);
  const [bright, dim] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (bright + 0.05) / (dim + 0.05);
}

const grounds = ['ground', 'surface', 'sunken'];
const words = ['ink', 'muted', 'pen', 'ok', 'warn', 'danger'];

const textPairs = [
  ...words.flatMap((word) => grounds.map((ground) => [word, ground] as const)),
  ['on-pen', 'pen'] as const,
  ['ink', 'marker'] as const,
  ['ground', 'ink'] as const,
  ['ground', 'danger'] as const,
];
const borderPairs = grounds.map((ground) => ['control', ground] as const);

for (const [theme, palette] of [
  ['light', light],
  ['dark', dark],
] as const) {
  test.each(textPairs)(`words can be read in the ${theme} theme: %s on %s`, (word, ground) => {
    expect(contrast(palette, word, ground)).toBeGreaterThanOrEqual(4.5);
  });
  test.each(borderPairs)(`controls can be seen in the ${theme} theme: %s on %s`, (border, ground) => {
    expect(contrast(palette, border, ground)).toBeGreaterThanOrEqual(3);
  });
}

test('both themes name all thirteen colours', () => {
  expect(Object.keys(light)).toHaveLength(13);
  expect(Object.keys(dark).sort()).toEqual(Object.keys(light).sort());
});

test("the dark theme is the same whether chosen or the system's", () => {
  expect(palettes(':root:not([data-theme])')).toEqual([dark]);
});

test("the browser's own frame takes the colour of the ground", () => {
  expect([themeColours.light, themeColours.dark].map((colour) => colour.toLowerCase())).toEqual([
    light['ground'],
    dark['ground'],
  ]);
});
