// node scripts/learn-writer.ts [--cross [set,...]]: learns what the built-in writer knows from labelled requests, or shows
// how well it would do on sets it had never seen, by leaving out a whole one at a time.
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { parseArgs } from 'node:util';
import { readLibrary } from '#features/documents/server/library.ts';
import { written } from '#features/documents/rules/writer/learnt/weights.ts';
import { learnSets } from '../bench/requests/score.ts';
import { everyRequest, lessonsOf } from './learn/lessons.ts';
import { learn } from './learn/learn.ts';
import { crossed } from './learn/cross.ts';

const { values } = parseArgs({ options: { cross: { type: 'boolean' }, sets: { type: 'string' } } });
const today = '2026-11-21';
const library = new Map([
  ...readLibrary('content/documents', 'nowhere'),
  ...readLibrary('content/templates', 'nowhere'),
]);
const requests = everyRequest(library);
const lessons = lessonsOf(requests, library, today);

if (values.cross) {
  for (const set of values.sets?.split(',') ?? ['kept', ...learnSets]) {
    const weights = learn(lessons.filter((_, at) => requests[at]?.set !== set));
    console.log(
      set,
      crossed(
        requests.filter((one) => one.set === set),
        library,
        weights,
        today,
      ),
    );
  }
} else {
  const { ways, heavy } = written(learn(lessons));
  const file = 'src/features/documents/rules/writer/learnt/data.ts';
  const text = `// Learnt from the requests in bench/requests; node scripts/learn-writer.ts writes it anew.
// oxfmt-ignore
export const slugs = '${[...library.keys()].sort().join(' ')}';
// oxfmt-ignore
export const ways = '${ways}';
// oxfmt-ignore
export const heavy = '${heavy}';
`;
  writeFileSync(file, text);
  console.log(`${heavy.length} weights, ${Math.round(gzipSync(text).length / 1024)} KB packed`);
}
