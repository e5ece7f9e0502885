import { readFileSync } from 'node:fs';
import { readWords, type Words } from '#base/finder/words.ts';

/** The words.txt of a hub as it is shipped. */
export const shippedWordsText = (): string =>
  readFileSync(new URL('../content/words.txt', import.meta.url), 'utf8');

/** What words mean in it. */
export const shippedWords = (): Words => readWords(shippedWordsText());
