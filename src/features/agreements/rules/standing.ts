import { matchUnits } from '#features/documents/rules/compare/match.ts';
import { type Unit, unitsOf, wordsOf as allWordsOf } from '#features/documents/rules/compare/units.ts';
import { type Called, calledAt, type Standing } from './begun.ts';

/** Longer texts are not compared part by part, which takes more than the sum of their parts: nobody may wait for it. */
const mostParts = 1600;

const partsIn = (units: readonly Unit[]): number =>
  units.reduce((sum, { kids }) => sum + 1 + partsIn(kids), 0);

/**
 * A note goes with the words it was written about, never with their place: it stands where a comparison of both
 * versions says that its part is now. A part that went to another clause is known by its words, where only one has them, and so is every part of a very long text; `quickly` looks
 * for nothing else.
 */
export function standingsIn(before: Called, after: Called, quickly = false): (place: string) => Standing {
  const [older, newer] = [unitsOf(before), unitsOf(after)];
  const isCompared = !quickly && partsIn(older) + partsIn(newer) <= mostParts;
  const partners = new Map<readonly Unit[], number[]>();
  const partnerOf = (from: readonly Unit[], to: readonly Unit[], at: number): number => {
    const known = partners.get(from) ?? matchUnits(from, to).partner;
    partners.set(from, known);
    return known[at] ?? -1;
  };
  /** Each part by its key: how many have it, and where the first one stands. */
  const byKey = (units: readonly Unit[]) => {
    const found = new Map<string, { count: number; way: number[] }>();
    const walk = (some: readonly Unit[], above: number[]) => {
      for (const [at, unit] of some.entries()) {
        const way = [...above, at];
        const same = found.get(unit.key);
        found.set(unit.key, { count: (same?.count ?? 0) + 1, way: same?.way ?? way });
        walk(unit.kids, way);
      }
    };
    walk(units, []);
    return found;
  };
  let keys: ReturnType<typeof byKey>[] | null = null;
  const elsewhere = (unit: Unit): number[] | null => {
    if (allWordsOf(unit).trim() === '') return null;
    keys ??= [byKey(older), byKey(newer)];
    const [was, is] = keys.map((some) => some.get(unit.key));
    return was?.count === 1 && is?.count === 1 ? is.way : null;
  };

  return (place) => {
    const called = calledAt(before, place);
    if (place === '') return { place, is: 'same', called };
    const way: number[] = [];
    let [from, to, is]: [readonly Unit[], readonly Unit[], Standing['is']] = [older, newer, 'same'];
    let unit: Unit | undefined;
    let isLost = false;
    for (const at of place.split('.').map(Number)) {
      unit = from[at];
      if (!unit) return { place: '', is: 'gone', called };
      const partner: number = isLost || !isCompared ? -1 : partnerOf(from, to, at);
      const other: Unit | undefined = to[partner];
      isLost ||= !other;
      if (other) {
        way.push(partner);
        is = sameness(unit, other);
        to = other.kids;
      }
      from = unit.kids;
    }
    if (unit && (isLost || is === 'changed')) {
      const found = elsewhere(unit);
      if (found) return { place: found.join('.'), is: 'same', called };
    }
    return isLost ? { place: '', is: 'gone', called } : { place: way.join('.'), is, called };
  };
}

const linesOf = (unit: Unit): string => allWordsOf({ ...unit, kids: [] });

function sameness(before: Unit, after: Unit): Standing['is'] {
  if (before.key === after.key || allWordsOf(before) === allWordsOf(after)) return 'same';
  return linesOf(before) === linesOf(after) ? 'inside' : 'changed';
}
