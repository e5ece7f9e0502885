import type { Funnel, ThemeId } from '../contract.ts';
import type { Typeface } from './type.ts';

/** What a theme is, apart from its style sheet. */
export interface Theme {
  name: string;
  about: string;
  /** Its own color, for whoever has none. */
  accent: string;
  /** `follows`: dark for readers whose device is. */
  dark: 'follows' | 'always' | 'never';
  faces: readonly Typeface[];
  /** Fetched before the page is drawn. */
  first: readonly [Typeface, Typeface];
}

export const themeTable: Record<ThemeId, Theme> = {
  sheet: {
    name: 'Sheet',
    about: 'White paper, large grotesk headings, one color',
    accent: '#1d43c6',
    dark: 'follows',
    faces: ['text', 'heavy'],
    first: ['text', 'heavy'],
  },
  gazette: {
    name: 'Gazette',
    about: 'A serif page with rules and columns, like a good newspaper',
    accent: '#9a2f1f',
    dark: 'follows',
    faces: ['serif', 'serifBold', 'italic'],
    first: ['serif', 'serifBold'],
  },
  console: {
    name: 'Console',
    about: 'Monospaced on dark ground, for tools and developers',
    accent: '#7fd7a0',
    dark: 'always',
    faces: ['mono', 'monoBold'],
    first: ['mono', 'monoBold'],
  },
  poster: {
    name: 'Poster',
    about: 'Huge condensed capitals on a field of color',
    accent: '#ffc91f',
    dark: 'never',
    faces: ['text', 'bold', 'condensed'],
    first: ['text', 'condensed'],
  },
  studio: {
    name: 'Studio',
    about: 'Soft serif headings, round shapes, a warm ground',
    accent: '#2f6b5a',
    dark: 'never',
    faces: ['text', 'bold', 'soft'],
    first: ['text', 'soft'],
  },
};

/** What was built before there were themes has the one nearest to its face. */
export const themeOf = ({ theme, face }: Pick<Funnel['style'], 'theme' | 'face'>): ThemeId =>
  theme ?? (face === 'serif' ? 'gazette' : 'sheet');

const ownAccents = new Set(Object.values(themeTable).map(({ accent }) => accent));

/** A color that somebody chose stays; one that came with a theme goes with it. */
export function withTheme(style: Funnel['style'], theme: ThemeId): Funnel['style'] {
  const accent = ownAccents.has(style.accent) ? themeTable[theme].accent : style.accent;
  return { ...style, theme, accent, face: theme === 'gazette' ? 'serif' : 'grotesk' };
}
