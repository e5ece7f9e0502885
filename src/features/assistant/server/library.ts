import { setImmediate } from 'node:timers/promises';
import { readWords } from '#base/finder/words.ts';
import type { Knowledge } from '#base/knowledge.ts';
import { inSlices } from '#base/slices.ts';
import { readConditions } from '#features/assistant/rules/conditions.ts';
import { readCues } from '#features/assistant/rules/intent.ts';
import { type Advice, type Guess, type Library, librarySteps } from '#features/assistant/rules/library.ts';
import type { Log } from '#platform/server/log.ts';
import { watchSite } from '#platform/server/site/watch.ts';
import { dirname } from 'node:path';
import { readAdvice } from './advice.ts';
import { shippedMeaning } from './meaning/shipped.ts';

export interface LibraryParts {
  log: Log;
  shipped: string;
  own: string;
  /** What each feature knows; the same array as long as nothing has changed. */
  knowledge(): readonly (readonly Knowledge[])[];
  pages(): readonly string[];
  guess: Guess;
  /** What words mean: the same array as long as nothing has changed. */
  meanings(): readonly string[];
}

/** What can be found right now: made anew when a feature knows something else, or the operator wrote an answer. */
export function openLibrary({ log, shipped, own, knowledge, pages, guess, meanings }: LibraryParts) {
  let advice: readonly Advice[] = [];
  let mistakes: string[] = [];
  let isWatching = false;
  let made: { from: readonly unknown[]; library: Promise<Library> } | null = null;

  async function read(): Promise<void> {
    const reading = await readAdvice([shipped, own]);
    for (const each of reading.mistakes) if (!mistakes.includes(each)) log.error(each);
    ({ mistakes } = reading);
    // The same array as long as it says the same: what is built from it takes seconds.
    if (JSON.stringify(reading.advice) !== JSON.stringify(advice)) ({ advice } = reading);
  }

  /** Whoever asks first waits for it, and nobody else does: it is made between other work. */
  function now(): Promise<Library> {
    const parts = knowledge();
    const paths = pages();
    const texts = meanings();
    const from = [advice, paths.join(' '), texts, ...parts];
    if (!made || made.from.length !== from.length || from.some((part, at) => part !== made?.from[at]))
      made = {
        from,
        library: inSlices(
          librarySteps(advice, parts.flat(), paths, readWords(...texts), readCues(...texts), guess, {
            meaning: shippedMeaning(),
            conditions: readConditions(...texts),
          }),
          () => setImmediate(),
          () => performance.now(),
        ),
      };
    return made.library;
  }

  return {
    now,
    /** From the files as they are now: read again where nobody watches them, as on the command line. */
    async fresh(): Promise<Library> {
      if (!isWatching) await read();
      return now();
    },
    mistakes: () => mistakes,
    count: () => advice.length,
    async start(): Promise<() => void> {
      await read();
      isWatching = true;
      const reread = () =>
        read().catch((error: unknown) =>
          log.error('Couldn’t read the written answers; the previous ones stay in use', { error }),
        );
      return watchSite(dirname(own), reread, () => ['', 'advice']);
    },
  };
}
