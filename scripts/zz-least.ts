import { gzipSync } from 'node:zlib';
import { readLibrary } from '#features/documents/server/library.ts';
import { written } from '#features/documents/rules/writer/learnt/weights.ts';
import { everyRequest, lessonsOf } from './learn/lessons.ts';
import { rounded, train } from './learn/train.ts';
import { crossed } from './learn/cross.ts';
const today = '2026-11-21';
const library = new Map([
  ...readLibrary('content/documents', 'nowhere'),
  ...readLibrary('content/templates', 'nowhere'),
]);
const requests = everyRequest(library);
const lessons = lessonsOf(requests, library, today);
const out = ['learn-10', 'learn-12'];
const rest = lessons.filter((_, at) => !out.includes(requests[at]!.set));
const ways: any = {
  kinds: { epochs: 12, pace: 0.3, floor: 0.2, pull: 1, rightly: 2, anywhere: Infinity },
  begins: { epochs: 14, pace: 0.2, floor: 0.05, pull: 1, rightly: 3, anywhere: 150 },
  ends: { epochs: 14, pace: 0.2, floor: 0.05, pull: 1, rightly: 2, anywhere: 40 },
  figures: { epochs: 16, pace: 0.2, floor: 0.05, pull: 1, rightly: 2, anywhere: 40 },
  options: { epochs: 16, pace: 0.2, floor: 0.05, pull: 1, rightly: 2, anywhere: Infinity },
};
const base: any = { kinds: 0.25, begins: 0.25, ends: 0.35, figures: 0.25, options: 0.4 };

for (const [name, floors] of [
 ['all .8', { begins: 0.8, ends: 0.8, figures: 0.8, options: 0.8, kinds: 0.8 }], ['all 1.2', { begins: 1.2, ends: 1.2, figures: 1.2, options: 1.2, kinds: 1.2 }], ['all 2', { begins: 2, ends: 2, figures: 2, options: 2, kinds: 2 }]
] as any[]) {
  const w = rounded(
    Object.keys(ways).map((s) => ({
      least: base[s],
      weights: train(
        rest.flatMap((l: any) => l[s]),
        { ...ways[s], ...(floors[s] && { floor: floors[s] }) },
      ),
    })),
  );
  for (const slot of rest.flatMap(({ taught }) => taught)) w[slot] ||= 1;
  const { ways: a, heavy } = written(w);
  console.log(
    name,
    heavy.length,
    Math.round(gzipSync(a + heavy).length / 1024) + ' KB',
    crossed(
      requests.filter((one) => out.includes(one.set)),
      library,
      w,
      today,
    ),
  );
}
