import { readFileSync } from 'node:fs';
import { readWords, type Words } from '#base/finder/words.ts';

/** What words mean in a hub as it is shipped. */
export const shippedWords = (): Words =>
  readWords(readFileSync(new URL('../content/words.txt', import.meta.url), 'utf8'));
