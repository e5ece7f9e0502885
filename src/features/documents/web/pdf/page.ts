import type { Drawing, Mark } from './cut.ts';
import type { Font } from './font.ts';
import { type Line, stretchesOf } from './lines.ts';

/** A part of the document as a reader for the blind finds it: its kind, and what it holds, in reading order. */
export interface Part {
  kind: string;
  parts: (Part | { page: number; mark: number })[];
  alt?: string;
  /** Of a table's head. */
  scope?: 'Column' | 'Row';
}

export interface PageLink {
  box: [number, number, number, number];
  to: string;
}

/** What every page of one file shares. */
export interface Cast {
  fonts: Map<Font, Used>;
}

/** What of a font a file shows, numbered from 1 as it comes: the same drawing twice where it stands for other letters. */
export class Used {
  readonly name: string;
  readonly shown: (Drawing & { letter: string })[] = [];
  private readonly known = new Map<string, Map<number, number>>();

  constructor(name: string) {
    this.name = name;
  }

  number(glyph: number | null, letter: string, marks: readonly Mark[] = []): number {
    const key = marks.length === 0 ? letter : JSON.stringify([letter, marks]);
    let alike = this.known.get(key);
    if (!alike) this.known.set(key, (alike = new Map()));
    let number = alike.get(glyph ?? -1);
    if (number === undefined) alike.set(glyph ?? -1, (number = this.shown.push({ glyph, letter, marks })));
    return number;
  }
}

export const black = '#15191e';
const marker = '#ffe98a';
const hex = (number: number): string => number.toString(16).padStart(4, '0');
const short = (value: number): string => String(Math.round(value * 100) / 100);

/** One sheet of paper: its drawing, in the language of PDF, from the lower left corner. */
export class Page {
  readonly drawn: string[] = [];
  readonly links: PageLink[] = [];
  /** Whose each mark is. */
  readonly marks: Part[] = [];
  readonly index: number;
  private readonly cast: Cast;

  constructor(index: number, cast: Cast) {
    this.index = index;
    this.cast = cast;
  }

  /** Draws as a piece of `part`; without one as furniture that nobody reads out. */
  as(part: Part | null, draw: () => void): void {
    if (part) {
      const mark = this.marks.push(part) - 1;
      part.parts.push({ page: this.index, mark });
      this.drawn.push(`/${part.kind} <</MCID ${mark}>> BDC`);
    } else this.drawn.push('/Artifact BMC');
    draw();
    this.drawn.push('EMC');
  }

  /** `y` is where the letters stand. `stretch` is what each space takes more, in points. */
  line(line: Line, x: number, y: number, stretch = 0): void {
    let at = x;
    for (const { piece, font, glyphs, width } of stretchesOf(line)) {
      const spaces = glyphs.filter(({ letter }) => letter === ' ').length;
      const wide = width + spaces * stretch;
      const { size, color } = piece;
      if (piece.marked) this.box(at - 1, y - 0.28 * size, wide + 2, 1.25 * size, marker);
      const known = this.cast.fonts.get(font) ?? new Used(`F${this.cast.fonts.size + 1}`);
      this.cast.fonts.set(font, known);
      let shown = '<';
      for (const { glyph, letter, kern, level, marks } of glyphs) {
        const [first = '', ...more] = level % 2 === 1 ? [...letter] : [letter];
        // Readers turn what runs to the left letter by letter: each has a number of its own, most without a drawing.
        for (const one of more.reverse()) shown += hex(known.number(null, one));
        shown += hex(known.number(glyph, first, marks));
        const moved = kern + (letter === ' ' ? (stretch * 1000) / size : 0);
        if (moved !== 0) shown += `>${short(-moved)}<`;
      }
      this.drawn.push(
        `BT ${colored(color)} rg /${known.name} ${short(size)} Tf ${short(at)} ${short(y)} Td [${shown}>] TJ ET`,
      );
      if (piece.underline || piece.marked) this.rule(at, at + wide, y - 0.2 * size, 0.5, color);
      if (piece.strike) this.rule(at, at + wide, y + 0.25 * size, 0.5, color);
      if (piece.link)
        this.links.push({ box: [at, y - 0.25 * size, at + wide, y + 0.85 * size], to: piece.link });
      at += wide;
    }
  }

  rule(from: number, to: number, y: number, thick: number, color: string): void {
    this.drawn.push(
      `${colored(color)} RG ${short(thick)} w ${short(from)} ${short(y)} m ${short(to)} ${short(y)} l S`,
    );
  }

  box(x: number, y: number, width: number, height: number, color: string): void {
    this.drawn.push(`${colored(color)} rg ${[x, y, width, height].map(short).join(' ')} re f`);
  }

  picture(x: number, y: number, width: number, height: number): void {
    this.drawn.push(`q ${short(width)} 0 0 ${short(height)} ${short(x)} ${short(y)} cm /Logo Do Q`);
  }
}

/** #07f or #0077ff as three shares of light. */
function colored(color: string): string {
  const six = color.length === 4 ? color.slice(1).replace(/./g, '$&$&') : color.slice(1, 7);
  return [0, 2, 4].map((at) => short(Number.parseInt(six.slice(at, at + 2), 16) / 255 || 0)).join(' ');
}
