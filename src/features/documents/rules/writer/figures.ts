import type { Field } from '../template/template.ts';
import { plainNumbers, type Stated } from './facts.ts';

/** Other words for what a question is about; its own name and label say the rest. */
const alsoCalled: Record<string, RegExp> = {
  age: /from|\bab\b|ages?\b|years? old|minimum age|at least|mindestens|aged|older|\+|ans ou plus|mayores? de/g,
  kill: /kill fee|cancel\w*/g,
};

const farthest = 22;

interface Pair {
  field: Field;
  said: { at: number; value: string };
  distance: number;
}

/**
 * Figures that stand right beside the word that a question goes by: "40 users", "25 days of holiday", "99.5 % uptime".
 * The nearest pair is taken first, each figure and each question once.
 */
export function besideTheirWord(
  fields: Iterable<Field>,
  facts: Stated,
  isOpen: (name: string) => boolean,
): [name: string, value: string][] {
  const pairs: Pair[] = [];
  const numbers = plainNumbers(facts);
  for (const field of fields) {
    if (!isOpen(field.name)) continue;
    const { type } = field.kind;
    const figures: { at: number; end: number; value: string }[] =
      type === 'number' ? numbers : type === 'duration' ? facts.durations : [];
    for (const said of figures) {
      const distance = distanceTo(wordsOf(field), said, facts.low);
      if (distance <= farthest) pairs.push({ field, said, distance });
    }
  }
  pairs.sort((a, b) => a.distance - b.distance);
  const answered = new Set<string>();
  const used = new Set<number>();
  return pairs.flatMap(({ field, said }): [string, string][] => {
    if (answered.has(field.name) || used.has(said.at)) return [];
    answered.add(field.name);
    used.add(said.at);
    return [[field.name, said.value]];
  });
}

function wordsOf({ name }: Field): RegExp {
  return alsoCalled[name] ?? new RegExp(`\\b${name.replace(/([A-Z]).*/, '').toLowerCase()}\\w*`, 'g');
}

/** How many signs lie between a figure and the nearest of these words, with no stop or comma between them. */
function distanceTo(words: RegExp, { at, end }: { at: number; end: number }, low: string): number {
  const from = Math.max(0, at - 40);
  const before =
    low
      .slice(from, at)
      .split(/[.;,:]\s/)
      .at(-1) ?? '';
  const after = low.slice(end, end + 40).split(/[.;,:](?:\s|$)/)[0] ?? '';
  const last = [...before.matchAll(words)].at(-1);
  const first = [...after.matchAll(words)][0];
  // "25 days holiday" says it itself: what the figure counts stands within it.
  const within = low.slice(at, end).search(words) >= 0 ? 0 : Infinity;
  return Math.min(
    within,
    last ? before.length - last.index - last[0].length + 1 : Infinity,
    first ? first.index : Infinity,
  );
}
