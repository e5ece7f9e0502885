import { fontOf, viewOf } from '#features/documents/rules/formats/font-file.ts';

type Bytes = Uint8Array<ArrayBuffer>;

// What a drawing made of others says of each.
const [hasWords, areDistances, hasScale, hasMore] = [1, 2, 8, 0x20];
const [hasTwoScales, hasMatrix, hasProgram] = [0x40, 0x80, 0x100];

/** A drawing of the font, with the marks that it bears; null: nothing is drawn. */
export interface Drawing {
  glyph: number | null;
  marks: readonly Mark[];
}

/** How far from where its letter begins, in units of the font. */
export interface Mark {
  glyph: number;
  dx: number;
  dy: number;
}

/**
 * A font with only these drawings, and those that they are made of, behind the one for a missing letter. Programs for
 * coarse screens stay behind: they would call parts of the font that are not there any more.
 */
export function cutFont(tables: ReadonlyMap<string, Bytes>, wanted: readonly Drawing[]): Bytes {
  const table = (tag: string): Bytes => tables.get(tag) ?? new Uint8Array(64);
  const [head, line, most] = ['head', 'hhea', 'maxp'].map((tag) => table(tag).slice()) as [
    Bytes,
    Bytes,
    Bytes,
  ];
  const [loca, widths, all] = [viewOf(table('loca')), viewOf(table('hmtx')), table('glyf')];
  const isLong = viewOf(head).getUint16(50) === 1;
  const start = (glyph: number): number =>
    isLong ? loca.getUint32(4 * glyph) : 2 * loca.getUint16(2 * glyph);
  const outline = (glyph: number): Bytes => all.slice(start(glyph), start(glyph + 1));
  const order: Drawing[] = [{ glyph: 0, marks: [] }, ...wanted];
  const partOf = new Map<number, number>();
  const numberOf = (glyph: number): number => {
    const known = partOf.get(glyph) ?? order.push({ glyph, marks: [] }) - 1;
    partOf.set(glyph, known);
    return known;
  };
  const drawings: Bytes[] = [];
  for (let index = 0; index < order.length; index++) {
    const { glyph, marks } = order[index] as Drawing;
    if (glyph === null) drawings.push(new Uint8Array());
    else if (marks.length === 0) drawings.push(bare(outline(glyph), numberOf));
    else drawings.push(together([{ glyph, dx: 0, dy: 0 }, ...marks], outline, numberOf));
  }
  const size = drawings.reduce((sum, { length }) => sum + ((length + 3) & ~3), 0);
  const [glyf, places, metrics] = [size, 4 * order.length + 4, 4 * order.length].map(
    (length) => new Uint8Array(length),
  ) as [Bytes, Bytes, Bytes];
  const long = viewOf(line).getUint16(34);
  let end = 0;
  drawings.forEach((drawing, index) => {
    glyf.set(drawing, end);
    end += (drawing.length + 3) & ~3;
    viewOf(places).setUint32(4 * index + 4, end);
    const glyph = order[index]?.glyph ?? null;
    if (glyph === null) return;
    const bearing = glyph < long ? 4 * glyph + 2 : 4 * long + 2 * (glyph - long);
    viewOf(metrics).setUint16(4 * index, widths.getUint16(4 * Math.min(glyph, long - 1)));
    viewOf(metrics).setInt16(4 * index + 2, widths.getInt16(bearing));
  });
  viewOf(head).setUint16(50, 1);
  viewOf(line).setUint16(34, order.length);
  viewOf(most).setUint16(4, order.length);
  // Points, outlines and parts of what is put together, and how deep: as much as a letter with marks may have.
  [2000, 200, 16, 4].forEach((value, index) => viewOf(most).setUint16([10, 12, 28, 30][index] ?? 10, value));
  return fontOf([
    ['glyf', glyf],
    ['head', head],
    ['hhea', line],
    ['hmtx', metrics],
    ['loca', places],
    ['maxp', most],
  ]);
}

/** A letter and its marks as one drawing. */
function together(
  parts: readonly Mark[],
  outline: (glyph: number) => Bytes,
  numberOf: (glyph: number) => number,
): Bytes {
  const made = new Uint8Array(10 + 8 * parts.length);
  const view = viewOf(made);
  const boxes = parts.flatMap(({ glyph, dx, dy }) => {
    const own = outline(glyph);
    if (own.length === 0) return [];
    return [[2, 4, 6, 8].map((at, index) => viewOf(own).getInt16(at) + (index % 2 === 0 ? dx : dy))];
  });
  view.setInt16(0, -1);
  [0, 1, 2, 3].forEach((side) => {
    const all = boxes.map((box) => box[side] ?? 0);
    view.setInt16(2 + 2 * side, all.length === 0 ? 0 : side < 2 ? Math.min(...all) : Math.max(...all));
  });
  parts.forEach(({ glyph, dx, dy }, index) => {
    const at = 10 + 8 * index;
    view.setUint16(at, hasWords | areDistances | (index < parts.length - 1 ? hasMore : 0));
    view.setUint16(at + 2, numberOf(glyph));
    view.setInt16(at + 4, dx);
    view.setInt16(at + 6, dy);
  });
  return made;
}

/** One drawing without its program; of one made of others, with their new numbers. */
function bare(drawing: Bytes, renumbered: (part: number) => number): Bytes {
  if (drawing.length === 0) return drawing;
  const view = viewOf(drawing);
  const outlines = view.getInt16(0);
  if (outlines >= 0) {
    const at = 10 + 2 * outlines;
    const program = view.getUint16(at);
    if (program === 0) return drawing;
    view.setUint16(at, 0);
    drawing.copyWithin(at + 2, at + 2 + program);
    return drawing.subarray(0, drawing.length - program);
  }
  for (let at = 10, flags = hasMore; (flags & hasMore) > 0;) {
    flags = view.getUint16(at);
    view.setUint16(at, flags & ~hasProgram);
    view.setUint16(at + 2, renumbered(view.getUint16(at + 2)));
    at += flags & hasWords ? 8 : 6;
    at += flags & hasMatrix ? 8 : flags & hasTwoScales ? 4 : flags & hasScale ? 2 : 0;
    if ((flags & hasMore) === 0) return drawing.subarray(0, at);
  }
  return drawing;
}
