/** Something that a font does to its drawings: exchanges them, or moves them. */
export interface Lookup {
  kind: number;
  flag: number;
  /** Which set of marks alone it sees, where its flag says that there is one. */
  marks: number;
  /** Where its tables begin. */
  tables: number[];
}

/** A table GSUB or GPOS of a font. */
export interface LayoutTable {
  view: DataView;
  /** What belongs to these features, in the order in which it works; of one script or of all. */
  lookups(features: readonly string[], script?: string): Lookup[];
  lookup(index: number): Lookup;
  /** The place of a drawing in the list at `at`; undefined: it is not there. */
  place(at: number, glyph: number): number | undefined;
}

const tagAt = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((by) => view.getUint8(at + by)));

/** `far` is the kind that only says where the real tables are: 7 in GSUB, 9 in GPOS. */
export function layoutTable(view: DataView, far: 7 | 9): LayoutTable {
  const places = new Map<number, Map<number, number>>();
  const lookup = (index: number): Lookup => {
    const all = view.getUint16(8);
    const at = all + view.getUint16(all + 2 + 2 * index);
    const [kind, flag, count] = [0, 2, 4].map((by) => view.getUint16(at + by)) as [number, number, number];
    const tables = Array.from({ length: count }, (_, one) => at + view.getUint16(at + 6 + 2 * one));
    const marks = (flag & 0x10) === 0 ? 0 : view.getUint16(at + 6 + 2 * count);
    if (kind !== far) return { kind, flag, marks, tables };
    const real = view.getUint16((tables[0] ?? 0) + 2);
    return { kind: real, flag, marks, tables: tables.map((one) => one + view.getUint32(one + 4)) };
  };
  return {
    view,
    lookup,
    lookups(features, script) {
      const list = view.getUint16(6);
      const own = script === undefined ? null : featuresOf(view, script);
      const found = new Set<number>();
      for (let index = 0; index < view.getUint16(list); index++) {
        const entry = list + 2 + 6 * index;
        if (own?.has(index) === false || !features.includes(tagAt(view, entry))) continue;
        for (const one of numbersAt(view, list + view.getUint16(entry + 4) + 2)) found.add(one);
      }
      return [...found].sort((one, other) => one - other).map(lookup);
    },
    place(at, glyph) {
      let known = places.get(at);
      if (!known) places.set(at, (known = coverageAt(view, at)));
      return known.get(glyph);
    },
  };
}

/** Which features a script has where no language is named. */
function featuresOf(view: DataView, script: string): Set<number> {
  const scripts = view.getUint16(4);
  const all = Array.from({ length: view.getUint16(scripts) }, (_, index) => scripts + 2 + 6 * index);
  const entry =
    all.find((one) => tagAt(view, one) === script) ?? all.find((one) => tagAt(view, one) === 'DFLT');
  if (entry === undefined) return new Set();
  const at = scripts + view.getUint16(entry + 4);
  return new Set(view.getUint16(at) === 0 ? [] : numbersAt(view, at + view.getUint16(at) + 4));
}

/** A list with its length before it. */
export const numbersAt = (view: DataView, at: number): number[] =>
  Array.from({ length: view.getUint16(at) }, (_, index) => view.getUint16(at + 2 + 2 * index));

export function coverageAt(view: DataView, at: number): Map<number, number> {
  const found = new Map<number, number>();
  if (view.getUint16(at) === 1) numbersAt(view, at + 2).forEach((glyph, index) => found.set(glyph, index));
  else
    for (let range = at + 4; range < at + 4 + 6 * view.getUint16(at + 2); range += 6) {
      const [start, end, first] = [0, 2, 4].map((by) => view.getUint16(range + by)) as [
        number,
        number,
        number,
      ];
      for (let glyph = start; glyph <= end; glyph++) found.set(glyph, first + glyph - start);
    }
  return found;
}

export function classOf(view: DataView, at: number, glyph: number): number {
  if (view.getUint16(at) === 1) {
    const index = glyph - view.getUint16(at + 2);
    return index >= 0 && index < view.getUint16(at + 4) ? view.getUint16(at + 6 + 2 * index) : 0;
  }
  for (let index = 0; index < view.getUint16(at + 2); index++) {
    const range = at + 4 + 6 * index;
    if (view.getUint16(range) <= glyph && glyph <= view.getUint16(range + 2))
      return view.getUint16(range + 4);
  }
  return 0;
}
