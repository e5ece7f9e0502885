import { eastOrder, hasEastern } from '#features/documents/rules/answers/east.ts';
import type { Sheet } from '#features/documents/rules/formats/sheet.ts';
import { hasEmoji } from '#features/documents/rules/formats/emoji.ts';
import { type Font, readFont } from './font.ts';
import { isJoint } from './joining.ts';
import type { Script } from './shaping.ts';

export type Face = 'regular' | 'bold' | 'italic' | 'boldItalic';
const faces: Record<Face, string> = {
  regular: '400-normal',
  bold: '600-normal',
  italic: '400-italic',
  boldItalic: '600-italic',
};

/** The writings that the hub's letters know, each in a file of its own. */
const writings = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese'] as const;
type Writing = (typeof writings)[number];

/** What a text calls for; a letter that is in none of these is looked for in Latin, and missed there. */
const rests: [Writing, RegExp][] = [
  ['vietnamese', /[\u1ea0-\u1ef9\u20ab\u0102\u0103\u0128\u0129\u0168\u0169\u01a0\u01a1\u01af\u01b0]/u],
  [
    'latin-ext',
    /[\u0100-\u02ff\u1d00-\u1e9f\u1ef2-\u1eff\u2020\u20a0-\u20ab\u20ad-\u20c0\u2113\u2c60-\u2c7f\ua720-\ua7ff]/u,
  ],
  ['cyrillic', /[\u0401\u0400-\u045f\u0490\u0491\u04b0\u04b1\u2116]/u],
  ['cyrillic-ext', /[\u0460-\u052f\u1c80-\u1c8a\u20b4\ua640-\ua69f]/u],
  ['greek', /\p{Script=Greek}/u],
];

/** Writings whose letters stand in files of the hub's own PDF: their name, their letters, how they are joined. */
const joined: [string, Script, RegExp][] = [
  ['arabic', 'arab', /\p{Script=Arabic}/u],
  ['hebrew', 'hebr', /[\p{Script=Hebrew}\u20aa]/u],
];

export type Fetch = (writing: string, weight: string) => Promise<ArrayBuffer>;

/** The letters for one sheet; `missing` are those that none of the hub's fonts can draw. */
export interface Letters {
  /** The font of a letter, and its drawing there. */
  of(face: Face, letter: string): { font: Font; glyph: number } | null;
  missing: string;
}

/** The letters of a text in one form each, without what is not seen. */
export const plainLetters = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\u2000-\u200a\u205f\u3000\t\r\n]/g, ' ')
    // What holds "clause 9" together: it looks like any other space.
    .replace(/\u202f/g, '\u00a0')
    .replace(/\u2011/g, '-')
    .replace(/\u2212/g, '–')
    // Marks of direction and what else has no form of its own; also what no file should have. Joints say how letters
    // beside them are drawn.
    .replace(/[\p{Cc}\u034f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]|(?![\u200c\u200d])\p{Cf}/gu, '');

export async function lettersFor(sheet: Sheet, fetchFont: Fetch): Promise<Letters> {
  const text = plainLetters(JSON.stringify([sheet.doc, sheet.brand]).replace(/\\[nrtu]/g, ' '));
  const needed: Writing[] = ['latin', ...rests.filter(([, test]) => test.test(text)).map(([one]) => one)];
  const isItalic = text.includes('"italic":true') || sheet.summaries;
  const used: Face[] = isItalic ? ['regular', 'bold', 'italic', 'boldItalic'] : ['regular', 'bold'];
  const opened = async (file: string, weight: string, script: Script | null = null): Promise<Font> => {
    const bytes = await fetchFont(file, weight);
    const known = fonts.get(bytes) ?? readFont(`${file}-${weight}`, bytes, script);
    fonts.set(bytes, known);
    return known;
  };
  const rows = new Map<Face, Font[]>();
  await Promise.all(
    used.map(async (face) => {
      const upright = face.startsWith('bold') ? faces.bold : faces.regular;
      rows.set(
        face,
        await Promise.all([
          ...needed.map((writing) => opened(writing, faces[face])),
          ...joined.flatMap(([name, script, test]) =>
            test.test(text) ? [opened(name, upright, script)] : [],
          ),
        ]),
      );
    }),
  );
  const of: Letters['of'] = (face, letter) => {
    const code = letter === '\u00a0' ? 0x20 : (letter.codePointAt(0) ?? 0);
    for (const font of rows.get(face) ?? []) {
      const glyph = font.glyph(code);
      if (glyph !== 0) return { font, glyph };
    }
    return null;
  };
  const absent = () =>
    [...new Set(text)].filter((letter) => letter !== ' ' && !isJoint(letter) && !of('regular', letter));
  let missing = absent();
  // Some weigh megabytes: the next is asked only for what the ones before do not have.
  const last = [
    ...(missing.some(isSign) ? ['signs'] : []),
    ...(hasEastern(text) ? eastOrder(text) : []),
    ...(hasEmoji(missing.join('')) ? ['emoji'] : []),
  ];
  for (const file of last) {
    if (missing.length === 0) break;
    const font = await opened(file, faces.regular);
    if (!missing.some((letter) => font.glyph(letter.codePointAt(0) ?? 0) > 0)) continue;
    for (const row of rows.values()) row.push(font);
    missing = absent();
  }
  return { of, missing: missing.join('') };
}

/** An arrow, a tick, a sign of mathematics. */
const isSign = (letter: string): boolean => /[\u2010-\u2bff]/u.test(letter);

const fonts = new WeakMap<ArrayBuffer, Promise<Font>>();
