import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { typeFiles, typePath } from '../rules/render/type.ts';

const packages = createRequire(import.meta.url);
const own = (file: string) =>
  fileURLToPath(new URL(`../../../../content/fonts/pages/${file}.woff2`, import.meta.url));
const fontsource = (name: string, file: string) =>
  packages.resolve(
    `@fontsource${name.startsWith('schibsted') ? '-variable' : ''}/${name}/files/${name}-${file}.woff2`,
  );

/** Whole faces lie in packages; what was cut from them for pages lies in content/fonts. */
const places: Record<string, () => string> = {
  'grotesk-latin': () => fontsource('schibsted-grotesk', 'latin-wght-normal'),
  'grotesk-more': () => fontsource('schibsted-grotesk', 'latin-ext-wght-normal'),
  'serif-latin-400': () => fontsource('source-serif-4', 'latin-400-normal'),
  'serif-latin-600': () => fontsource('source-serif-4', 'latin-600-normal'),
  'serif-more-400': () => fontsource('source-serif-4', 'latin-ext-400-normal'),
  'serif-more-600': () => fontsource('source-serif-4', 'latin-ext-600-normal'),
  'serif-italic': () => fontsource('source-serif-4', 'latin-400-italic'),
  'serif-more-italic': () => fontsource('source-serif-4', 'latin-ext-400-italic'),
  'mono-400': () => fontsource('ibm-plex-mono', 'latin-400-normal'),
  'mono-600': () => fontsource('ibm-plex-mono', 'latin-600-normal'),
  'mono-more-400': () => fontsource('ibm-plex-mono', 'latin-ext-400-normal'),
  'mono-more-600': () => fontsource('ibm-plex-mono', 'latin-ext-600-normal'),
  'fraunces-latin': () => own('fraunces-latin-600-normal'),
  'fraunces-more': () => own('fraunces-latin-ext-600-normal'),
  'barlow-latin': () => own('barlow-condensed-latin-800-normal'),
  'barlow-more': () => own('barlow-condensed-latin-ext-800-normal'),
};

const files = new Map(
  typeFiles.map((file) => [typePath(file).split('/').at(-1) ?? '', places[file] ?? (() => own(file))]),
);

/** Where a file of a published page's type lies; null for any other name. */
export const fontFile = (name: string): string | null => files.get(name)?.() ?? null;

export async function readType(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const file = fontFile(name);
  return file === null ? null : new Uint8Array(await readFile(file));
}
