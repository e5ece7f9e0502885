import { slots } from '#features/documents/rules/writer/learnt/marks.ts';
import { type Weights, step } from '#features/documents/rules/writer/learnt/weights.ts';

/** One choice that a labelled request teaches: the slots of each alternative's marks, and which alternatives are right. */
export interface Lesson {
  /** Lessons of one request count once when marks are counted. */
  from: number;
  marks: Int32Array[];
  right: number[];
}

export interface Way {
  epochs: number;
  /** How far one lesson moves a weight. */
  pace: number;
  /** What a mark must tell to be kept at all. */
  floor: number;
  /** How strongly weights are drawn to nothing. */
  pull: number;
  /** A mark is learnt when that many requests have it at a right alternative... */
  rightly: number;
  /** ...or that many lessons have it anywhere. */
  anywhere: number;
}

/**
 * Multinomial logistic regression over marks (FTRL-proximal), the same for the same lessons. What the later half of the
 * epochs found is averaged: which lesson came last then decides next to nothing.
 */
export function train(lessons: Lesson[], way: Way): Float32Array {
  const kept = known(lessons, way);
  const weight = new Float32Array(slots);
  const pulled = new Float32Array(slots);
  const moved = new Float32Array(slots);
  const mean = new Float32Array(slots);
  const averaged = Math.floor(way.epochs / 2);
  const order = lessons.map((_, at) => at);
  let seed = 7;
  const random = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const learning = lessons.map(({ marks, right, from }) => ({
    from,
    right,
    marks: marks.map((seen) => seen.filter((slot) => kept[slot] === 1)),
  }));
  for (let epoch = 0; epoch < way.epochs; epoch++) {
    for (let at = order.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1));
      [order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0];
    }
    for (const at of order) {
      const lesson = learning[at];
      if (!lesson) continue;
      const chances = chancesOf(weight, lesson.marks);
      const rightly = lesson.right.reduce((sum, one) => sum + (chances[one] ?? 0), 0) || 1e-9;
      lesson.marks.forEach((seen, alternative) => {
        const chance = chances[alternative] ?? 0;
        const pull = chance - (lesson.right.includes(alternative) ? chance / rightly : 0);
        if (Math.abs(pull) < 1e-3) return;
        for (const slot of seen) {
          const was = moved[slot] ?? 0;
          const now = was + pull * pull;
          const turn = (Math.sqrt(now) - Math.sqrt(was)) / way.pace;
          const sum = (pulled[slot] ?? 0) + pull - turn * (weight[slot] ?? 0);
          pulled[slot] = sum;
          moved[slot] = now;
          weight[slot] =
            Math.abs(sum) <= way.floor
              ? 0
              : -(sum - Math.sign(sum) * way.floor) / ((1 + Math.sqrt(now)) / way.pace + way.pull);
        }
      });
    }
    if (epoch >= way.epochs - averaged)
      weight.forEach((one, slot) => (mean[slot] = (mean[slot] ?? 0) + one / averaged));
  }
  return mean;
}

function known(lessons: Lesson[], { rightly, anywhere }: Way): Uint8Array {
  const right = new Uint16Array(slots);
  const all = new Uint16Array(slots);
  const last = new Int32Array(slots).fill(-1);
  const lastAny = new Int32Array(slots).fill(-1);
  lessons.forEach((lesson, at) => {
    lesson.marks.forEach((seen, alternative) => {
      const isRight = lesson.right.includes(alternative);
      for (const slot of seen) {
        if (isRight && last[slot] !== lesson.from) {
          last[slot] = lesson.from;
          right[slot] = (right[slot] ?? 0) + 1;
        }
        if (lastAny[slot] !== at) {
          lastAny[slot] = at;
          all[slot] = Math.min(65_000, (all[slot] ?? 0) + 1);
        }
      }
    });
  });
  return Uint8Array.from(right, (count, slot) => (count >= rightly || (all[slot] ?? 0) >= anywhere ? 1 : 0));
}

function chancesOf(weight: Float32Array, marks: Int32Array[]): number[] {
  const sums = marks.map((seen) => {
    let sum = 0;
    for (const slot of seen) sum += weight[slot] ?? 0;
    return sum;
  });
  const most = sums.reduce((high, one) => Math.max(high, one), -Infinity);
  const powers = sums.map((sum) => Math.exp(sum - most));
  const whole = powers.reduce((sum, one) => sum + one, 0);
  return powers.map((one) => one / whole);
}

/** As they are stored: whole steps, the small ones left out. */
export function rounded(all: { weights: Float32Array; least: number }[]): Weights {
  const whole = new Int8Array(slots);
  for (const { weights, least } of all)
    weights.forEach((weight, slot) => {
      if (Math.abs(weight) < least) return;
      whole[slot] = Math.max(-127, Math.min(127, (whole[slot] ?? 0) + Math.round(weight / step)));
    });
  return whole;
}
