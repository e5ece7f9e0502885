import { classOf, coverageAt, type LayoutTable, type Lookup, numbersAt } from './layout-table.ts';
import type { Mark } from './cut.ts';
import { formsOf, marksInOrder } from './joining.ts';

/** A drawing for one or more letters, as a writing that joins its letters wants it. */
export interface Shaped {
  glyph: number;
  /** What it stands for, marks and all. */
  letter: string;
  marks: Mark[];
}

interface Item {
  glyph: number;
  letter: string;
  form: string;
  /** Its place in the text. */
  typed: number;
  /** Sits on the letter before, and takes no room: so far from where that begins. */
  isMark: boolean;
  dx: number;
  dy: number;
  /** Of a letter made of several: which of them a mark between belongs to, from 1. */
  component: number;
}

export interface ShapingTables {
  gsub?: LayoutTable | undefined;
  gpos?: LayoutTable | undefined;
  gdef?: DataView | undefined;
}

/** What each script does, one after another; the forms only to letters that stand so. */
const stages = {
  arab: [
    ['ccmp'],
    ['isol'],
    ['fina'],
    ['medi'],
    ['init'],
    ['rlig'],
    ['calt', 'rclt', 'liga', 'clig', 'mset'],
  ],
  hebr: [['ccmp'], ['rlig', 'calt', 'rclt', 'liga', 'clig']],
};
export type Script = keyof typeof stages;

/** Turns letters into drawings by the tables of a font: all that our own fonts of joined or marked letters use. */
export function readShaping(
  { gsub, gpos, gdef }: ShapingTables,
  glyphOf: (codePoint: number) => number,
  script: Script,
): (letters: readonly string[]) => Shaped[] {
  const classes = gdef ? gdef.getUint16(4) : 0;
  const attached = gdef ? gdef.getUint16(10) : 0;
  const sets = gdef && gdef.getUint16(2) >= 2 ? gdef.getUint16(12) : 0;
  const kindOf = (glyph: number): number => (gdef && classes > 0 ? classOf(gdef, classes, glyph) : 0);

  const markSets = new Map<number, Set<number>>();
  function marksIn(at: number): Set<number> {
    const known = markSets.get(at) ?? new Set(gdef && coverageAt(gdef, at).keys());
    markSets.set(at, known);
    return known;
  }

  /** Whether a lookup passes over a drawing as if it were not there. */
  function isPassed({ flag, marks }: Lookup, { glyph }: Item): boolean {
    const kind = kindOf(glyph);
    if ((flag & 2 && kind === 1) || (flag & 4 && kind === 2) || (flag & 8 && kind === 3)) return true;
    if (kind !== 3 || !gdef) return false;
    if (flag & 0x10 && sets > 0) {
      return !marksIn(sets + gdef.getUint32(sets + 4 + 4 * marks)).has(glyph);
    }
    return flag >> 8 > 0 && attached > 0 && classOf(gdef, attached, glyph) !== flag >> 8;
  }

  /** The next one that the lookup sees, forwards or back; -1: none. */
  function next(items: Item[], lookup: Lookup, from: number, step: 1 | -1): number {
    for (let at = from + step; at >= 0 && at < items.length; at += step)
      if (!isPassed(lookup, items[at] as Item)) return at;
    return -1;
  }

  function substitute(items: Item[], lookup: Lookup, form: string): void {
    for (let at = 0; at < items.length;) {
      const item = items[at] as Item;
      const isMeant = (form === '' || item.form === form) && !isPassed(lookup, item);
      at = (isMeant ? exchange(items, lookup, at) : null) ?? at + 1;
    }
  }

  /** Where to go on; null: nothing was to be exchanged. */
  function exchange(items: Item[], lookup: Lookup, at: number): number | null {
    for (const table of gsub ? lookup.tables : []) {
      const after = exchangeBy(items, lookup, table, at);
      if (after !== null) return after;
    }
    return null;
  }

  function exchangeBy(items: Item[], lookup: Lookup, table: number, at: number): number | null {
    const { view, place: placeIn } = gsub as LayoutTable;
    const item = items[at] as Item;
    if (lookup.kind === 6) return inContext(items, lookup, table, at);
    const place = placeIn(table + view.getUint16(table + 2), item.glyph);
    if (place === undefined) return null;
    const offset = () => table + view.getUint16(table + 6 + 2 * place);
    switch (lookup.kind) {
      case 1:
        put(
          item,
          view.getUint16(table) === 1
            ? (item.glyph + view.getInt16(table + 4)) & 0xffff
            : view.getUint16(table + 6 + 2 * place),
        );
        return at + 1;
      case 2: {
        const made = numbersAt(view, offset()).map((glyph, index) =>
          put({ ...item, letter: index === 0 ? item.letter : '' }, glyph),
        );
        items.splice(at, 1, ...made);
        return at + made.length;
      }
      case 4:
        return join(items, lookup, offset(), at);
      default:
        return null;
    }
  }

  /** Several letters become one drawing; marks between them stay, and remember which of them they sat on. */
  function join(items: Item[], lookup: Lookup, set: number, at: number): number | null {
    const { view } = gsub as LayoutTable;
    for (const from of numbersAt(view, set)) {
      const length = view.getUint16(set + from + 2);
      const found = [at];
      for (let index = 0; index < length - 1; index++) {
        const one = next(items, lookup, found.at(-1) ?? at, 1);
        if (one < 0 || items[one]?.glyph !== view.getUint16(set + from + 4 + 2 * index)) break;
        found.push(one);
      }
      if (found.length !== length) continue;
      const parts = found.map((index) => items[index] as Item);
      const joined = put({ ...(parts[0] as Item) }, view.getUint16(set + from));
      joined.letter = inTextOrder(parts);
      const between = items
        .slice(at, (found.at(-1) ?? at) + 1)
        .flatMap((one, index) =>
          found.includes(at + index)
            ? []
            : [{ ...one, component: found.filter((part) => part < at + index).length }],
        );
      items.splice(at, (found.at(-1) ?? at) - at + 1, joined, ...between);
      return at + 1 + between.length;
    }
    return null;
  }

  /** The one form of context that our fonts use: by lists before, here and after. */
  function inContext(items: Item[], lookup: Lookup, table: number, at: number): number | null {
    const { view, place: placeIn } = gsub as LayoutTable;
    if (view.getUint16(table) !== 3) return null;
    const before = numbersAt(view, table + 2);
    const here = numbersAt(view, table + 4 + 2 * before.length);
    const after = numbersAt(view, table + 6 + 2 * (before.length + here.length));
    const records = table + 8 + 2 * (before.length + here.length + after.length);
    const walk = (lists: number[], from: number, step: 1 | -1): number[] | null => {
      const found: number[] = [];
      for (const list of lists) {
        const one = next(items, lookup, found.at(-1) ?? from, step);
        if (one < 0 || placeIn(table + list, items[one]?.glyph ?? 0) === undefined) return null;
        found.push(one);
      }
      return found;
    };
    if (placeIn(table + (here[0] ?? 0), items[at]?.glyph ?? 0) === undefined) return null;
    const rest = walk(here.slice(1), at, 1);
    const last = rest?.at(-1) ?? at;
    if (!rest || !walk(before, at, -1) || !walk(after, last, 1)) return null;
    const found = [at, ...rest];
    let grown = 0;
    for (let record = records + 2; record < records + 2 + 4 * view.getUint16(records); record += 4) {
      const place = found[view.getUint16(record)];
      if (place === undefined || place + grown >= items.length) continue;
      const length = items.length;
      exchange(items, gsub?.lookup(view.getUint16(record + 2)) as Lookup, place + grown);
      grown += items.length - length;
    }
    return Math.max(at, last + grown) + 1;
  }

  const put = (item: Item, glyph: number): Item =>
    Object.assign(item, { glyph, isMark: kindOf(glyph) === 3 });

  const substitutions = stages[script].map((features) => ({
    form: ['isol', 'fina', 'medi', 'init'].includes(features[0] ?? '') ? (features[0] ?? '') : '',
    lookups: gsub?.lookups(features, script) ?? [],
  }));
  const positions = (gpos?.lookups(['mark', 'mkmk'], script) ?? []).filter(
    ({ kind }) => kind >= 4 && kind <= 6,
  );

  return (letters) => {
    const row = formsOf(letters).map(({ letter, form }, typed) =>
      put(
        { glyph: 0, letter, form, typed, isMark: false, component: 0, dx: 0, dy: 0 },
        glyphOf(letter.codePointAt(0) ?? 0),
      ),
    );
    const items = marksInOrder(row, ({ letter }) => letter);
    for (const { form, lookups } of substitutions)
      for (const lookup of lookups) substitute(items, lookup, form);
    for (const lookup of positions) attach(items, lookup);
    return borne(items);
  };

  /** Puts marks where the font says, on a letter, on a part of a joined one, or on another mark. */
  function attach(items: Item[], lookup: Lookup): void {
    const { view, place } = gpos as LayoutTable;
    items.forEach((mark, at) => {
      if (!mark.isMark || isPassed(lookup, mark)) return;
      const onMark = lookup.kind === 6;
      let to = onMark ? next(items, lookup, at, -1) : at - 1;
      while (!onMark && items[to]?.isMark) to -= 1;
      const base = items[to];
      if (!base || (onMark && !base.isMark)) return;
      for (const table of lookup.tables) {
        const own = place(table + view.getUint16(table + 2), mark.glyph);
        const its = place(table + view.getUint16(table + 4), base.glyph);
        if (own === undefined || its === undefined) continue;
        const sorts = view.getUint16(table + 6);
        const [marks, bases] = [8, 10].map((by) => table + view.getUint16(table + by)) as [number, number];
        const kind = view.getUint16(marks + 2 + 4 * own);
        const anchor = marks + view.getUint16(marks + 4 + 4 * own);
        let row = bases + 2 + 2 * sorts * its;
        let from = bases;
        if (lookup.kind === 5) {
          from = bases + view.getUint16(bases + 2 + 2 * its);
          const parts = view.getUint16(from);
          const part = mark.component > 0 ? Math.min(mark.component, parts) : parts;
          row = from + 2 + 2 * sorts * (part - 1);
        }
        const point = view.getUint16(row + 2 * kind);
        if (point === 0) continue;
        mark.dx = view.getInt16(from + point + 2) - view.getInt16(anchor + 2) + (onMark ? base.dx : 0);
        mark.dy = view.getInt16(from + point + 4) - view.getInt16(anchor + 4) + (onMark ? base.dy : 0);
        return;
      }
    });
  }
}

/** Marks go with what they sit on, and are read as they were typed. */
function borne(items: Item[]): Shaped[] {
  const groups: Item[][] = [];
  for (const item of items) {
    if (item.isMark && groups.length > 0) groups.at(-1)?.push(item);
    else groups.push([item]);
  }
  return groups.map(([base, ...marks]) => ({
    glyph: base?.glyph ?? 0,
    letter: (base?.letter ?? '') + inTextOrder(marks),
    marks: marks.map(({ glyph, dx, dy }) => ({ glyph, dx, dy })),
  }));
}

const inTextOrder = (items: Item[]): string =>
  items
    .toSorted((one, other) => one.typed - other.typed)
    .map(({ letter }) => letter)
    .join('');
