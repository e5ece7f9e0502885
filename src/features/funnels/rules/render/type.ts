/** What pages are set in: our own files, under addresses that never change what they mean. */

/** What English is written with; everything else of a face is fetched when a page needs it. */
const plain =
  'U+20-7E,U+A0,U+A3,U+A9,U+AB,U+AE,U+B7,U+BB,U+D7,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+20AC,U+2192,U+2212,U+2713';
const latin = 'U+A0-FF,U+131,U+152-153,U+2C6,U+2DA,U+2DC,U+2000-206F,U+20AC,U+2122,U+2212';
const more = 'U+100-130,U+132-151,U+154-2BA,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20AB,U+20AD-20C0,U+2113';

interface Face {
  family: string;
  weight: string;
  isItalic?: boolean;
  /** Each with what it is fetched for; what stands later wins. */
  files: readonly (readonly [file: string, range: string])[];
}

const face = (
  family: string,
  weight: string,
  files: [latin: string, more: string, plain?: string],
  isItalic = false,
): Face => ({
  family,
  weight,
  isItalic,
  files: [
    [files[1], more],
    [files[0], files[2] ? latin : `${plain},${latin}`],
    ...(files[2] ? [[files[2], plain] as const] : []),
  ],
});

const grotesk = (weight: string) =>
  face('Page Grotesk', weight, ['grotesk-latin', 'grotesk-more', `grotesk-${weight}`]);
const serif = (weight: string) =>
  face('Page Serif', weight, [`serif-latin-${weight}`, `serif-more-${weight}`, `serif-${weight}`]);
const mono = (weight: string) => face('Page Mono', weight, [`mono-${weight}`, `mono-more-${weight}`]);

export const typefaces = {
  /** Body text of three themes; the bold one is fetched where somebody writes bold. */
  text: grotesk('400'),
  bold: grotesk('700'),
  heavy: grotesk('800'),
  serif: serif('400'),
  serifBold: serif('600'),
  italic: face('Page Serif', '400', ['serif-italic', 'serif-more-italic'], true),
  mono: mono('400'),
  monoBold: mono('600'),
  soft: face('Page Soft', '600', ['fraunces-latin', 'fraunces-more', 'fraunces-600']),
  condensed: face('Page Condensed', '800', ['barlow-latin', 'barlow-more', 'barlow-800']),
} as const satisfies Record<string, Face>;
export type Typeface = keyof typeof typefaces;

/** A file that is drawn anew gets a new number, since browsers keep the old one for a year. */
export const typePath = (file: string): string => `/f/-/type/${file}-1.woff2`;
export const typeFiles: readonly string[] = [
  ...new Set(Object.values(typefaces).flatMap(({ files }) => files.map(([file]) => file))),
];

/** Until a face arrives, one of the reader's own stands there, as wide and as high as it. */
const standIns: Record<string, [local: string, size: number, ascent: number, descent: number]> = {
  'Page Grotesk': ["local('Arial'),local('Liberation Sans')", 103.8, 94.1, 24.9],
  'Page Serif': ["local('Times New Roman'),local('Liberation Serif')", 117, 88.6, 28.6],
  'Page Mono': ["local('Courier New'),local('Liberation Mono')", 100, 102.5, 27.5],
  'Page Soft': ["local('Georgia'),local('Times New Roman'),local('Liberation Serif')", 112, 87.3, 22.8],
  'Page Condensed': ["local('Arial Narrow'),local('Liberation Sans Narrow'),local('Arial')", 88, 113.6, 22.7],
};

export function typeStyle(faces: readonly Typeface[]): string {
  const families = [...new Set(faces.map((name) => typefaces[name].family))];
  return (
    faces
      .flatMap((name) => {
        const { family, weight, isItalic, files }: Face = typefaces[name];
        return files.map(
          ([file, range]) =>
            `@font-face{font-family:'${family}';font-weight:${weight};${isItalic ? 'font-style:italic;' : ''}font-display:swap;src:url(${typePath(file)}) format('woff2');unicode-range:${range}}`,
        );
      })
      .join('') +
    families
      .map((family) => {
        const [local, size, ascent, descent] = standIns[family] ?? ['', 100, 100, 25];
        return `@font-face{font-family:'${family} -';src:${local};size-adjust:${size}%;ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%}`;
      })
      .join('')
  );
}

/** As a value of font-family. */
export const stack = (name: Typeface, otherwise: string): string => {
  const { family } = typefaces[name];
  return `'${family}','${family} -',${otherwise}`;
};

/** The files that a page in English shows first. */
export const firstFiles = (faces: readonly Typeface[]): string[] =>
  faces.flatMap((name) => typefaces[name].files.slice(-1).map(([file]) => typePath(file)));
