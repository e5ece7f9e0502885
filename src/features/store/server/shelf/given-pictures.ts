import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { pictureFacts, type PictureKind } from '#features/branding/rules/picture.ts';
import type { GivenFile } from '#platform/server/desk.ts';
import { fieldProblem } from './proof.ts';

/** As the reader of the catalogue takes them. */
const mostBytes = 5 * 1024 ** 2;
const mostPixels = 50_000_000;

const endings: Partial<Record<PictureKind, string>> = { png: '.png', jpeg: '.jpg', webp: '.webp' };

export interface GivenPicture extends GivenFile {
  smaller: { width: number; path: string }[];
}

/** Pictures as what they are, whatever their names claim; smaller ones, named after one before them, go with that. */
export async function readGivenPictures(given: readonly GivenFile[]): Promise<GivenPicture[]> {
  const pictures: GivenPicture[] = [];
  for (const file of given) {
    const { kind, width } = await factsOf(file);
    const stem = stemOf(file.name);
    const [, of, said] = /^(.+)\.(\d{2,4})$/.exec(stem) ?? [];
    const whole = pictures.find(({ name }) => stemOf(name) === of);
    if (whole && kind === 'webp' && Number(said) === width) whole.smaller.push({ width, path: file.path });
    // A width at its end is how smaller ones are named.
    else pictures.push({ ...file, name: stem.replace(/\.(\d{2,4})$/, '-$1') + endings[kind], smaller: [] });
  }
  return pictures;
}

const stemOf = (name: string): string => name.slice(0, name.length - extname(name).length);

async function factsOf({ name, path, bytes }: GivenFile) {
  const refuse = (words: string) => fieldProblem({ given: `${name} ${words}` });
  if (bytes > mostBytes) throw refuse('is larger than 5 MB.');
  const file = await open(path);
  const content = await file.readFile().finally(() => file.close());
  const facts = pictureFacts(content);
  if (!facts || !(facts.kind in endings) || !facts.size) throw refuse('isn’t a PNG, JPEG or WebP picture.');
  if (facts.size.width * facts.size.height > mostPixels) throw refuse('has more than 50 million pixels.');
  return { kind: facts.kind, width: facts.size.width };
}
