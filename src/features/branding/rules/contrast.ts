import { type Branding, defaultBranding } from './branding.ts';
import { readColor } from './check.ts';

const paper = '#ffffff';
const ink = '#15191e';

const channel = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

function channels(color: string): [number, number, number] {
  const part = (at: number) => Number.parseInt(color.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

function luminance(color: string): number {
  const [red, green, blue] = channels(color);
  return 0.2126 * channel(red / 255) + 0.7152 * channel(green / 255) + 0.0722 * channel(blue / 255);
}

/** As WCAG counts it: from 1 (the same) to 21 (black on white). Both colours have six digits. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** What can be read on a ground of this colour: whichever of white and ink stands out more. */
export const textOn = (color: string): string => {
  const ground = readColor(color) ?? paper;
  return contrast(paper, ground) >= contrast(ink, ground) ? paper : ink;
};

/** The same hue, as little darker as it takes to be read on paper. */
export function darkened(color: string, wanted = 4.5): string {
  const full = channels(readColor(color) ?? ink);
  for (let step = 100; step > 0; step--) {
    const tried = `#${full
      .map((part) =>
        Math.floor((part * step) / 100)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`;
    if (contrast(tried, paper) >= wanted) return tried;
  }
  return ink;
}

export interface ContrastWarning {
  field: 'primaryColor' | 'secondaryColor';
  ratio: number;
  /** For both what is large (3 to 1) and small print (4.5 to 1). */
  words: string;
  /** Too weak for anything: more than a remark. */
  isSerious: boolean;
  better: string;
}

const uses = {
  primaryColor: 'Your company name uses the primary color',
  secondaryColor: 'Your address and contact details use the secondary color',
} as const;

/** Where the text in the brand's colours is hard to read on white paper. */
export function contrastWarnings(branding: Branding): ContrastWarning[] {
  return (['primaryColor', 'secondaryColor'] as const).flatMap((field) => {
    const color = readColor(branding[field]) ?? defaultBranding[field];
    const ratio = contrast(color, paper);
    if (ratio >= 4.5) return [];
    const isSerious = ratio < 3;
    const figure = `${Math.floor(ratio * 10) / 10} to 1 on white`;
    const verdict = isSerious
      ? `too pale to read (${figure}; aim for 4.5)`
      : `pale in small print (${figure}; aim for 4.5)`;
    return [
      { field, ratio, isSerious, better: darkened(color), words: `${uses[field]}, which is ${verdict}.` },
    ];
  });
}
