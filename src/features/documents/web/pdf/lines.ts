import { hasRightToLeft } from '#features/documents/rules/formats/direction.ts';
import { inSight, levelsOf, mirrored } from './bidi.ts';
import { isCloseTo, mayPart } from './east-lines.ts';
import type { Mark } from './cut.ts';
import type { Font } from './font.ts';
import { isJoint } from './joining.ts';
import { type Face, type Letters, plainLetters } from './letters.ts';

/** Words of one look. */
export interface Piece {
  text: string;
  face: Face;
  size: number;
  color: string;
  underline?: boolean;
  strike?: boolean;
  /** A blank, to be filled in. */
  marked?: boolean;
  /** An address, or `#` and the name of a place in the document. */
  link?: string;
}

interface Glyph {
  font: Font;
  glyph: number;
  /** What it stands for: more than one letter where they are drawn as one. */
  letter: string;
  /** To the next one, in points. */
  advance: number;
  /** Of this, what brings a pair together, in thousandths. */
  kern: number;
  piece: Piece;
  /** Even: runs to the right; odd: to the left. */
  level: number;
  marks: readonly Mark[];
}

export interface Line {
  /** As they stand, from left to right. */
  glyphs: Glyph[];
  width: number;
  /** From where its letters stand to the height of its highest capital, in points. */
  high: number;
  /** Ended by the writer, and not for want of room. */
  isLast: boolean;
}

/** A stretch of a line in one font and look. */
export interface Stretch {
  piece: Piece;
  font: Font;
  glyphs: Glyph[];
  width: number;
}

/** The lines that these words fill at this width; a word longer than a line is cut. */
export function linesOf(pieces: Piece[], width: number, letters: Letters, isRtl = false): Line[] {
  const glyphs = glyphsOf(pieces, letters, isRtl);
  const made: Line[] = [];
  let [start, room, end, taken] = [0, -1, 0, 0];
  const close = (upTo: number, next: number, isLast: boolean): void => {
    let to = upTo;
    while (to > start && glyphs[to - 1]?.letter === ' ') to -= 1;
    const inside = glyphs.slice(start, to);
    made.push({
      glyphs: inSight(inside, ({ level }) => level),
      width: inside.reduce((sum, { advance }) => sum + advance, 0),
      high: Math.max(0, ...inside.map(({ font, piece }) => (font.capital * piece.size) / 1000)),
      isLast,
    });
    [start, end, room, taken] = [next, next, -1, 0];
  };
  while (end < glyphs.length) {
    const { letter, advance } = glyphs[end] as Glyph;
    if (letter === '\n') close(end, end + 1, true);
    else if (letter !== ' ' && taken + advance > width && end > start) {
      const at = room > start ? room : end;
      close(at, at, false);
    } else {
      taken += advance;
      end += 1;
      if (mayEnd(letter, glyphs[end]?.letter ?? '')) room = end;
    }
  }
  if (start < glyphs.length || made.length === 0) close(glyphs.length, glyphs.length, true);
  return made;
}

const mayEnd = (letter: string, next: string): boolean =>
  letter === ' ' || (/[-–—/]/.test(letter) && !/^\d/.test(next)) || mayPart(letter, next);

export const widthOf = (pieces: Piece[], letters: Letters): number =>
  glyphsOf(pieces, letters).reduce((sum, { advance }) => sum + advance, 0);

function glyphsOf(pieces: Piece[], letters: Letters, isRtl = false): Glyph[] {
  const row = lettersOf(pieces);
  const isTurning = isRtl || row.some(({ letter }) => hasRightToLeft(letter));
  const levels = isTurning
    ? levelsOf(
        row.map(({ letter }) => letter),
        isRtl,
      )
    : [];
  const made: Glyph[] = [];
  for (let at = 0; at < row.length;) {
    const { letter, piece } = row[at] as Letter;
    const level = levels[at] ?? 0;
    const seen = letter === '\n' ? ' ' : level % 2 === 1 ? (mirrored(letter) ?? letter) : letter;
    const found = letters.of(piece.face, seen) ?? letters.of(piece.face, '?');
    if (!found) {
      at += 1;
      continue;
    }
    const { font, glyph } = found;
    const { shape } = font;
    if (!shape) {
      push(made, { font, glyph, letter, piece, level, marks: none });
      at += 1;
      continue;
    }
    let end = at + 1;
    const goesOn = (next: Letter) =>
      isJoint(next.letter) || letters.of(piece.face, next.letter)?.font === font;
    while (row[end]?.piece === piece && goesOn(row[end] as Letter)) end += 1;
    for (const one of shape(row.slice(at, end).map((each) => each.letter)))
      push(made, { ...one, font, piece, level });
    at = end;
  }
  return made;
}

const none: readonly Mark[] = [];

interface Letter {
  letter: string;
  piece: Piece;
}

function lettersOf(pieces: Piece[]): Letter[] {
  const row: Letter[] = [];
  for (const piece of pieces)
    for (const letter of piece.text === '\n' ? '\n' : plainLetters(piece.text)) {
      const before = row.at(-1)?.letter;
      // Spaces in a row are one, as on the page.
      if (letter === ' ' && (before === ' ' || before === '\n')) continue;
      row.push({ letter, piece });
    }
  return row;
}

/** Puts one behind the others, as near as the two letters want to stand. */
function push(made: Glyph[], drawn: Omit<Glyph, 'advance' | 'kern'>): void {
  const { font, glyph, piece, letter, level } = drawn;
  const next = { ...drawn, advance: (font.width(glyph) * piece.size) / 1000, kern: 0 };
  const before = made.at(-1);
  made.push(next);
  if (before?.piece.size !== piece.size || before.level !== level) return;
  const pair = before.font === font ? font.kern(before.glyph, glyph) : 0;
  const kern = pair + (isCloseTo(before.letter, letter) ? 250 : 0);
  if (kern === 0) return;
  // The one that stands on the left makes the room.
  const left = level % 2 === 1 ? next : before;
  left.kern += kern;
  left.advance += (kern * piece.size) / 1000;
}

export function stretchesOf({ glyphs }: Line): Stretch[] {
  const made: Stretch[] = [];
  for (const glyph of glyphs) {
    let last = made.at(-1);
    if (last?.font !== glyph.font || last.piece !== glyph.piece)
      made.push((last = { piece: glyph.piece, font: glyph.font, glyphs: [], width: 0 }));
    last.glyphs.push(glyph);
    last.width += glyph.advance;
  }
  return made;
}
