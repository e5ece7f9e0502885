import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { type Meaning, readMeaning } from '#features/assistant/rules/meaning.ts';

let read: Meaning | null = null;

/** The table of words that comes with the hub, read once. */
export function shippedMeaning(): Meaning {
  read ??= readMeaning(gunzipSync(readFileSync(new URL('places.bin', import.meta.url))));
  return read;
}
