import type { Run } from '#features/documents/rules/assembly/doc.ts';
import type { Sheet } from '#features/documents/rules/formats/sheet.ts';
import type { Face, Letters } from './letters.ts';
import { type Line, linesOf, type Piece, widthOf } from './lines.ts';
import { black, type Cast, Page, type Part } from './page.ts';

export const mm = (length: number): number => length * 2.834646;
export const muted = '#565f66';
export const hairline = '#d5d9d2';
export const papers = { a4: [595.28, 841.89, mm(29)], 'us-letter': [612, 792, mm(31)] } as const;
/** The height of a capital, and what stands between two lines, in shares of the size. */
export const capital = 0.67;
const leading = 0.66;
// Between two paragraphs.
const usual = 0.95 * 10.5;

export interface Look {
  size?: number;
  face?: Face;
  color?: string;
}

interface Put extends Look {
  x?: number;
  width?: number;
  above?: number | null;
  below?: number | null;
  /** What stands beside the first line. */
  mark?: { text: string; x: number; color?: string; face?: Face };
  side?: 'center' | 'right' | 'justify' | undefined;
  /** So much must follow on the same page. */
  keep?: number;
  /** What leads here. */
  id?: string;
  /** Room between the lines, in shares of the size. */
  lead?: number;
  /** Runs from the right, and what is beside it stands there. */
  rtl?: boolean | undefined;
}

/** Paper after paper, filled from the top. */
export class Setting {
  readonly pages: Page[] = [];
  readonly cast: Cast = { fonts: new Map() };
  readonly root: Part = { kind: 'Document', parts: [] };
  readonly places = new Map<string, { page: number; y: number }>();
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly measure: number;
  /** Where the next thing begins, and the room that the last one wants below, if it wants any. */
  y = 0;
  private gap: number | null = 0;
  private isFirst = false;
  private readonly peeked = new Map<Run[], { width: number; lines: Line[] }>();
  /** How much the signatures need that come next. */
  signing = 0;
  readonly letters: Letters;

  constructor(sheet: Sheet, letters: Letters) {
    this.letters = letters;
    [this.width, this.height, this.left] = papers[sheet.paper];
    this.measure = this.width - 2 * this.left;
    this.turn();
  }

  get page(): Page {
    return this.pages.at(-1) as Page;
  }

  turn(): void {
    this.pages.push(new Page(this.pages.length, this.cast));
    this.y = this.height - mm(27);
    this.gap = 0;
  }

  get isFresh(): boolean {
    return this.y >= this.height - mm(27);
  }

  get room(): number {
    return this.y - mm(27);
  }

  /** The larger of two wishes for room counts, the usual room where there is none; at the top of a page none does. */
  private between(above: number | null): number {
    const wish = this.isFirst ? null : above;
    return this.isFresh ? 0 : wish === null ? (this.gap ?? usual) : Math.max(wish, this.gap ?? 0);
  }

  space(above: number | null): void {
    this.y -= this.between(above);
    this.gap = null;
    this.isFirst = false;
  }

  after(below: number | null): void {
    this.gap = below;
  }

  /** Begins a new page unless so much fits on this one. */
  fit(height: number, above: number | null): void {
    if (!this.isFresh && height + this.between(above) > this.room) this.turn();
  }

  /** What is set here stands from what is around it as lines of text do, whatever it wishes itself. */
  within(set: () => void): void {
    this.isFirst = true;
    set();
    this.isFirst = false;
    this.gap = null;
  }

  part(kind: string, inside: Part = this.root, more: Partial<Part> = {}): Part {
    const made: Part = { kind, parts: [], ...more };
    inside.parts.push(made);
    return made;
  }

  name(id: string): void {
    if (id !== '' && !this.places.has(id)) this.places.set(id, { page: this.page.index, y: this.y + 12 });
  }

  pieces(runs: Run[], { size = 10.5, face = 'regular', color = black }: Look = {}): Piece[] {
    return runs.map((run): Piece => {
      const [isBold, isItalic] = [
        face.startsWith('bold') || ('bold' in run && run.bold === true),
        face === 'italic' || face === 'boldItalic' || ('italic' in run && run.italic === true),
      ];
      const own = isBold ? (isItalic ? 'boldItalic' : 'bold') : isItalic ? 'italic' : 'regular';
      const look = { face: own as Face, size, color };
      switch (run.r) {
        case 'blank':
          return { ...look, text: run.label, marked: true };
        case 'term':
          return { ...look, text: `“${run.text}”`, face: isItalic ? 'boldItalic' : 'bold' };
        case 'break':
          return { ...look, text: '\n' };
        case 'ref':
          return { ...look, text: run.text, link: `#${run.id}` };
        case 'value':
          return { ...look, text: run.text };
        case 'text':
          return {
            ...look,
            text: run.text,
            ...(run.underline && { underline: true }),
            ...(run.strike && { strike: true }),
            ...(run.href && { link: run.href }),
          };
      }
    });
  }

  lines = (pieces: Piece[], width: number, isRtl = false): Line[] =>
    linesOf(pieces, width, this.letters, isRtl);
  wide = (pieces: Piece[]): number => widthOf(pieces, this.letters);

  /** How high these lines are, one below the other. */
  tall = (lines: readonly Line[], size: number, lead = leading): number =>
    lines.reduce((sum, { high }) => sum + high, Math.max(0, lines.length - 1) * lead * size);

  /** A paragraph, over as many pages as it takes; never one line of it alone. */
  put(runs: Run[], part: Part | null, put: Put = {}): void {
    const {
      size = 10.5,
      x = 0,
      width = this.measure - x,
      above = null,
      below = null,
      lead = leading,
      rtl = false,
    } = put;
    const lines = this.known(runs, width) ?? this.lines(this.pieces(runs, put), width, rtl);
    const few = put.keep || lines.length <= 3 ? lines.length : 2;
    this.fit(this.tall(lines.slice(0, few), size, lead) + (put.keep ?? 0), above);
    this.space(above);
    if (put.id) this.name(put.id);
    let { mark } = put;
    let open = false;
    lines.forEach((line, index) => {
      const rest = lines.length - index;
      const next = this.tall(lines.slice(index, index + (rest === 2 && index > 1 ? 2 : 1)), size, lead);
      if (index > 0 && next > this.room) this.turn();
      const y = this.y - line.high;
      open = true;
      this.page.as(part, () => {
        if (mark) this.mark(mark, size, y, rtl);
        this.line(line, { x: this.left + (rtl ? 0 : x), width, y, side: put.side, rtl });
      });
      mark = undefined;
      this.y = y - (rest > 1 ? lead * size : 0);
    });
    if (open) this.after(below);
  }

  /** How much of a paragraph must stand together at its beginning. */
  peek(runs: Run[], { x = 0, rtl = false, keep = 0 }: Put): number {
    const width = this.measure - x;
    const lines = this.lines(this.pieces(runs), width, rtl);
    this.peeked.set(runs, { width, lines });
    return this.tall(keep > 0 || lines.length <= 3 ? lines : lines.slice(0, 2), 10.5) + keep;
  }

  private known(runs: Run[], width: number): Line[] | undefined {
    const found = this.peeked.get(runs);
    this.peeked.delete(runs);
    return found?.width === width ? found.lines : undefined;
  }

  mark(
    { text, x, color = black, face = 'regular' }: NonNullable<Put['mark']>,
    size: number,
    y: number,
    isRtl = false,
  ): void {
    for (const line of this.lines([{ text, face, size, color }], this.measure, isRtl))
      this.page.line(line, this.left + (isRtl ? this.measure - x - line.width : x), y);
  }

  line(
    line: Line,
    {
      x,
      width,
      y,
      side,
      rtl = false,
    }: { x: number; width: number; y: number; side?: Put['side'] | 'end'; rtl?: boolean },
  ): void {
    const rest = width - line.width;
    const spaces = line.glyphs.filter(({ letter }) => letter === ' ').length;
    const isStretched = side === 'justify' && !line.isLast && spaces > 0;
    const isRight = side === 'right' || (side === 'end') !== rtl;
    const shift = side === 'center' ? rest / 2 : isRight && !isStretched ? rest : 0;
    this.page.line(line, x + shift, y, isStretched ? rest / spaces : 0);
  }
}
