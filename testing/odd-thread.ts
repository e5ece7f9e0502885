import { Problem } from '#base/problem.ts';
import { answerTasks } from '#platform/server/workers/thread.ts';

/** A thread for tests: it answers, refuses, breaks, never ends or fills its memory, as it is told. */
export interface OddTask {
  as: 'answer' | 'refuse' | 'break' | 'hang' | 'fill';
  word?: string;
  milliseconds?: number;
}

answerTasks(({ as, word = '', milliseconds = 0 }: OddTask): string => {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
  if (as === 'refuse') throw new Problem('bad_request', word);
  if (as === 'break') throw new TypeError(word);
  while (as === 'hang');
  const all: number[][] = [];
  while (as === 'fill') all.push(Array<number>(1_000_000).fill(all.length + 0.5));
  return word;
});
