import { classOf, type LayoutTable } from './layout-table.ts';

/** How far pairs of letters move together, in units of the font, from its table GPOS. */
export function readKerning(gpos: LayoutTable): (left: number, right: number) => number {
  const tables = gpos.lookups(['kern']).flatMap(({ kind, tables: own }) => (kind === 2 ? own : []));
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

const bits = (mask: number): number => mask.toString(2).replace(/0/g, '').length;

/** null: this table says nothing about the pair. */
function pair(
  { view: gpos, place: placeIn }: LayoutTable,
  at: number,
  left: number,
  right: number,
): number | null {
  const place = placeIn(at + gpos.getUint16(at + 2), left);
  if (place === undefined) return null;
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
