import type { Lessons } from './lessons.ts';
import { type Way, rounded, train } from './train.ts';

export type Subject = Exclude<keyof Lessons, 'taught'>;

/** How each kind of choice is learnt; found by leaving out a whole set at a time. */
const ways: Record<Subject, Way> = {
  kinds: { epochs: 12, pace: 0.3, floor: 3, pull: 1, rightly: 2, anywhere: Infinity },
  begins: { epochs: 14, pace: 0.2, floor: 4, pull: 1, rightly: 3, anywhere: 150 },
  ends: { epochs: 14, pace: 0.2, floor: 6, pull: 1, rightly: 2, anywhere: 40 },
  figures: { epochs: 16, pace: 0.2, floor: 3, pull: 1, rightly: 2, anywhere: 40 },
  options: { epochs: 16, pace: 0.2, floor: 0.4, pull: 1, rightly: 2, anywhere: Infinity },
};
const subjects = Object.keys(ways) as Subject[];

/** Weights below this say next to nothing, and are left out of what travels. */
const least: Record<Subject, number> = { kinds: 0.25, begins: 0.25, ends: 0.35, figures: 0.25, options: 0.4 };

/** Everything that some requests teach, as one table of weights. */
export function learn(lessons: Lessons[]): Int8Array {
  const weights = rounded(
    subjects.map((subject) => ({
      least: least[subject],
      weights: train(
        lessons.flatMap((one) => one[subject]),
        ways[subject],
      ),
    })),
  );
  for (const slot of lessons.flatMap(({ taught }) => taught)) weights[slot] ||= 1;
  return weights;
}
