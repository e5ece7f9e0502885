import { type Choice, slotOf, slots } from './marks.ts';

/** One step of a stored weight. */
export const step = 1 / 4;

/** What was learnt: for the slots of marks that tell something, how much. */
export type Weights = Int8Array;

// Signs that stand in a string as they are: no quote, no backslash.
const first = 40;
const heaviest = 42;

const signOf = (value: number): string => String.fromCharCode(first + value + (value >= 52 ? 1 : 0));
const valueOf = (code: number): number => code - first - (code > 91 ? 1 : 0);

/** Weights as text: the ways from slot to slot, and how heavy each is; two texts, since each then packs better. */
export function written(weights: Weights): { ways: string; heavy: string } {
  let [ways, heavy, before] = ['', '', 0];
  weights.forEach((weight, slot) => {
    if (weight === 0) return;
    let way = slot - before;
    before = slot;
    // The last sign of a way is a small one, those before it are large.
    let signs = signOf(way % 28);
    for (way = Math.floor(way / 28); way > 0; way = Math.floor(way / 28))
      signs = signOf(28 + (way % 28)) + signs;
    ways += signs;
    heavy += signOf(heaviest + Math.max(-heaviest, Math.min(heaviest, weight)));
  });
  return { ways, heavy };
}

export function readWeights({ ways, heavy }: { ways: string; heavy: string }): Weights {
  const weights = new Int8Array(slots);
  let [slot, way, count] = [0, 0, 0];
  for (let at = 0; at < ways.length; at++) {
    const value = valueOf(ways.charCodeAt(at));
    way = way * 28 + (value % 28);
    if (value >= 28) continue;
    slot += way;
    way = 0;
    weights[slot] = valueOf(heavy.charCodeAt(count++)) - heaviest;
  }
  return weights;
}

/** How likely each alternative is. */
export function likely<T>(weights: Weights, { marks }: Choice<T>): number[] {
  const sums = marks.map((seen) => {
    let sum = 0;
    for (const one of seen) sum += weights[slotOf(one)] ?? 0;
    return sum * step;
  });
  const most = Math.max(...sums);
  const powers = sums.map((sum) => Math.exp(sum - most));
  const whole = powers.reduce((sum, one) => sum + one, 0);
  return powers.map((one) => one / whole);
}
