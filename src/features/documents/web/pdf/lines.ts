import type { Font } from './font.ts';
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
  letter: string;
  /** To the next one, in points. */
  advance: number;
  /** Of this, what brings a pair together, in thousandths. */
  kern: number;
  piece: Piece;
}

export interface Line {
  glyphs: Glyph[];
  width: number;
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
export function linesOf(pieces: Piece[], width: number, letters: Letters): Line[] {
  const glyphs = glyphsOf(pieces, letters);
  const made: Line[] = [];
  let [start, room, end, taken] = [0, -1, 0, 0];
  const close = (upTo: number, next: number, isLast: boolean): void => {
    let to = upTo;
    while (to > start && glyphs[to - 1]?.letter === ' ') to -= 1;
    const inside = glyphs.slice(start, to);
    made.push({ glyphs: inside, width: inside.reduce((sum, { advance }) => sum + advance, 0), isLast });
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
      if (letter === ' ' || /[-–—/]/.test(letter)) room = end;
    }
  }
  if (start < glyphs.length || made.length === 0) close(glyphs.length, glyphs.length, true);
  return made;
}

export const widthOf = (pieces: Piece[], letters: Letters): number =>
  glyphsOf(pieces, letters).reduce((sum, { advance }) => sum + advance, 0);

function glyphsOf(pieces: Piece[], letters: Letters): Glyph[] {
  const made: Glyph[] = [];
  for (const piece of pieces) {
    for (const letter of piece.text === '\n' ? '\n' : plainLetters(piece.text)) {
      const found = letters.of(piece.face, letter === '\n' ? ' ' : letter) ?? letters.of(piece.face, '?');
      if (!found) continue;
      const { font, glyph } = found;
      const before = made.at(-1);
      // Spaces in a row are one, as on the page.
      if (letter === ' ' && (before?.letter === ' ' || before?.letter === '\n')) continue;
      if (before?.font === font && before.piece.size === piece.size) {
        before.kern = font.kern(before.glyph, glyph);
        before.advance += (before.kern * piece.size) / 1000;
      }
      made.push({ font, glyph, letter, advance: (font.width(glyph) * piece.size) / 1000, kern: 0, piece });
    }
  }
  return made;
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
