/** How far pairs of letters move together, in units of the font, from its table GPOS. */
export function readKerning(gpos: DataView): (left: number, right: number) => number {
  const tables = pairTables(gpos);
  const known = new Map<number, number>();
  return (left, right) => {
    const key = left * 65536 + right;
    let moved = known.get(key);
    if (moved === undefined) {
      moved = 0;
      for (const at of tables) {
        const found = pair(gpos, at, left, right);
        if (found === null) continue;
        moved = found;
        break;
      }
      known.set(key, moved);
    }
    return moved;
  };
}

/** Where the tables of pairs begin that belong to kerning. */
function pairTables(gpos: DataView): number[] {
  const features = gpos.getUint16(6);
  const lookups = gpos.getUint16(8);
  const kerning = new Set<number>();
  for (let index = 0; index < gpos.getUint16(features); index++) {
    const entry = features + 2 + 6 * index;
    // "kern"
    if (gpos.getUint32(entry) !== 0x6b65726e) continue;
    const feature = features + gpos.getUint16(entry + 4);
    for (let one = 0; one < gpos.getUint16(feature + 2); one++)
      kerning.add(gpos.getUint16(feature + 4 + 2 * one));
  }
  return [...kerning].flatMap((index) => {
    const lookup = lookups + gpos.getUint16(lookups + 2 + 2 * index);
    const kind = gpos.getUint16(lookup);
    return Array.from({ length: gpos.getUint16(lookup + 4) }, (_, one) => {
      const at = lookup + gpos.getUint16(lookup + 6 + 2 * one);
      // An extension says where the table really is.
      if (kind === 9) return gpos.getUint16(at + 2) === 2 ? at + gpos.getUint32(at + 4) : 0;
      return kind === 2 ? at : 0;
    }).filter((at) => at > 0);
  });
}

const bits = (mask: number): number => mask.toString(2).replace(/0/g, '').length;

/** null: this table says nothing about the pair. */
function pair(gpos: DataView, at: number, left: number, right: number): number | null {
  const place = covered(gpos, at + gpos.getUint16(at + 2), left);
  if (place < 0) return null;
  const [first, second] = [gpos.getUint16(at + 4), gpos.getUint16(at + 6)];
  const wide = 2 * (bits(first) + bits(second));
  const advance = (first & 4) === 0 ? -1 : 2 * bits(first & 3);
  const read = (record: number): number => (advance < 0 ? 0 : gpos.getInt16(record + advance));
  if (gpos.getUint16(at) === 1) {
    const set = at + gpos.getUint16(at + 10 + 2 * place);
    for (let index = 0; index < gpos.getUint16(set); index++) {
      const record = set + 2 + index * (2 + wide);
      if (gpos.getUint16(record) === right) return read(record + 2);
    }
    return null;
  }
  const classes = gpos.getUint16(at + 14);
  const row = classOf(gpos, at + gpos.getUint16(at + 8), left);
  const column = classOf(gpos, at + gpos.getUint16(at + 10), right);
  return read(at + 16 + (row * classes + column) * wide);
}

function covered(gpos: DataView, at: number, glyph: number): number {
  const isList = gpos.getUint16(at) === 1;
  for (let index = 0; index < gpos.getUint16(at + 2); index++) {
    if (isList) {
      if (gpos.getUint16(at + 4 + 2 * index) === glyph) return index;
      continue;
    }
    const range = at + 4 + 6 * index;
    const start = gpos.getUint16(range);
    if (start <= glyph && glyph <= gpos.getUint16(range + 2))
      return gpos.getUint16(range + 4) + glyph - start;
  }
  return -1;
}

function classOf(gpos: DataView, at: number, glyph: number): number {
  if (gpos.getUint16(at) === 1) {
    const index = glyph - gpos.getUint16(at + 2);
    return index >= 0 && index < gpos.getUint16(at + 4) ? gpos.getUint16(at + 6 + 2 * index) : 0;
  }
  for (let index = 0; index < gpos.getUint16(at + 2); index++) {
    const range = at + 4 + 6 * index;
    if (gpos.getUint16(range) <= glyph && glyph <= gpos.getUint16(range + 2))
      return gpos.getUint16(range + 4);
  }
  return 0;
}
