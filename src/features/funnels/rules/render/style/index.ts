import { contrast, textOn } from '#features/branding/rules/contrast.ts';
import type { Block, Funnel, ThemeId } from '../../contract.ts';
import { legible, mixed } from '../colour.ts';
import { phoneLooks, wideLooks } from '../looks.ts';
import { themeOf, themeTable } from '../themes.ts';
import { stack, typeStyle } from '../type.ts';
import { baseStyle } from './base.ts';
import { consoleStyle } from './console.ts';
import { gazetteStyle } from './gazette.ts';
import { posterStyle } from './poster.ts';
import { sheetStyle } from './sheet.ts';
import { studioStyle } from './studio.ts';

const sheets: Record<ThemeId, string> = {
  sheet: sheetStyle,
  gazette: gazetteStyle,
  console: consoleStyle,
  poster: posterStyle,
  studio: studioStyle,
};

/** The grounds and inks that a theme is printed with; everything else follows from them and the accent. */
interface Paper {
  ground: string;
  surface: string;
  /** How much of `towards` a tinted block has. */
  tint: (accent: string) => string;
  ink: string;
  muted: string;
  hairline: string;
  control: string;
}

const papers: Record<ThemeId, Paper> = {
  sheet: {
    ground: '#ffffff',
    surface: '#ffffff',
    tint: () => '#f3f4f1',
    ink: '#15191e',
    muted: '#565f66',
    hairline: '#d5d9d2',
    control: '#7a837c',
  },
  gazette: {
    ground: '#fbf8f1',
    surface: '#fffdf8',
    tint: () => '#f3ede0',
    ink: '#1f1b16',
    muted: '#655b4d',
    hairline: '#d8cdb8',
    control: '#8a7d69',
  },
  console: {
    ground: '#0d1014',
    surface: '#151a20',
    tint: () => '#12171d',
    ink: '#e8ebee',
    muted: '#9ca6b0',
    hairline: '#2b333c',
    control: '#77828d',
  },
  poster: {
    ground: '#ffffff',
    surface: '#ffffff',
    tint: (accent) => mixed(accent, '#ffffff', 0.16),
    ink: '#0f0f0f',
    muted: '#4c4c4c',
    hairline: '#0f0f0f',
    control: '#0f0f0f',
  },
  studio: {
    ground: '#fbf7f2',
    surface: '#ffffff',
    tint: (accent) => mixed(accent, '#fbf7f2', 0.11),
    ink: '#2a2420',
    muted: '#655b53',
    hairline: '#e6dcd0',
    control: '#8b8077',
  },
};
const darkPapers: Partial<Record<ThemeId, Paper>> = {
  sheet: {
    ground: '#101316',
    surface: '#20252a',
    tint: () => '#171b1f',
    ink: '#e9ecee',
    muted: '#a2abb3',
    hairline: '#2c3238',
    control: '#6e7881',
  },
  gazette: {
    ground: '#16130f',
    surface: '#26211b',
    tint: () => '#1e1a15',
    ink: '#efe8dc',
    muted: '#b3a898',
    hairline: '#3b342a',
    control: '#807563',
  },
};

function colors(accent: string, { ground, surface, tint, ink, muted, hairline, control }: Paper): string {
  const tinted = tint(accent);
  const grounds = [ground, surface, tinted];
  const isDark = contrast(ground, '#ffffff') > 4.5;
  return `color-scheme:${isDark ? 'dark' : 'light'};--a:${accent};--o:${textOn(accent)};--l:${legible(accent, grounds, ink)};--i:${ink};--m:${legible(muted, grounds, ink)};--h:${hairline};--k:${control};--g:${ground};--e:${legible('#b1261c', grounds, ink)};--s:${surface};--t:${tinted};`;
}

const sans = 'system-ui,sans-serif';
const families: Record<ThemeId, [text: string, heading: string, weight: number]> = {
  sheet: [stack('text', sans), stack('heavy', sans), 800],
  gazette: [stack('serif', 'Georgia,serif'), stack('serifBold', 'Georgia,serif'), 600],
  console: [stack('mono', 'monospace'), stack('monoBold', 'monospace'), 600],
  poster: [stack('text', sans), stack('condensed', sans), 800],
  studio: [stack('text', sans), stack('soft', 'Georgia,serif'), 600],
};

/**
 * The whole look of a page: measured by its own width, so that the editor shows it at any. What blocks say of
 * one width only is one kilobyte more, for pages that have such blocks.
 */
export function pageStyle(style: Funnel['style'], blocks: readonly Pick<Block, 'at'>[] = []): string {
  const theme = themeOf(style);
  const [text, heading, weight] = families[theme];
  const root = `.f{${colors(style.accent, papers[theme])}--tf:${text};--hf:${heading};--hw:${weight}}`;
  const looks = blocks.some(({ at }) => at)
    ? `@container(min-width:700px){${wideLooks}}@container(max-width:699.9px){${phoneLooks}}`
    : '';
  return root + baseStyle + sheets[theme] + looks;
}

/** As it is published: with the files of its type, and dark for readers whose device is, where the theme is. */
export function publishedStyle(style: Funnel['style'], blocks?: readonly Pick<Block, 'at'>[]): string {
  const theme = themeOf(style);
  const dark = darkPapers[theme];
  const follows = dark
    ? `@media screen and (prefers-color-scheme:dark){.f{${colors(style.accent, dark)}}}`
    : '';
  return typeStyle(themeTable[theme].faces) + pageStyle(style, blocks) + follows;
}
