import { readFile, writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { pictureFacts } from '#features/branding/rules/picture.ts';
import { cleanPicture, NoPicture, type StillKind } from '#features/branding/server/public.ts';
import type { GivenFile } from '#platform/server/desk.ts';
import { fieldProblem } from './proof.ts';

/** As the reader of the catalogue takes them. */
const mostBytes = 5 * 1024 ** 2;

const endings: Record<Exclude<StillKind, 'svg'>, string> = { png: '.png', jpeg: '.jpg', webp: '.webp' };

export interface GivenPicture extends GivenFile {
  smaller: { width: number; path: string }[];
}

/**
 * Pictures as what they are, whatever their names claim, and without the place where they were taken; smaller ones, named after
 * one before them, go with that.
 */
export async function readGivenPictures(given: readonly GivenFile[]): Promise<GivenPicture[]> {
  const pictures: GivenPicture[] = [];
  for (const file of given) {
    const { kind, width, bytes } = await cleaned(file);
    const stem = stemOf(file.name);
    const [, of, said] = /^(.+)\.(\d{2,4})$/.exec(stem) ?? [];
    const whole = pictures.find(({ name }) => stemOf(name) === of);
    if (whole && kind === 'webp' && Number(said) === width) whole.smaller.push({ width, path: file.path });
    // A width at its end is how smaller ones are named.
    else
      pictures.push({
        ...file,
        bytes,
        name: stem.replace(/\.(\d{2,4})$/, '-$1') + endings[kind],
        smaller: [],
      });
  }
  return pictures;
}

const stemOf = (name: string): string => name.slice(0, name.length - extname(name).length);

/** The file as it was given is the act’s own, and gone after it. */
async function cleaned({ name, path, bytes }: GivenFile) {
  const refuse = (words: string) => fieldProblem({ given: `${name} ${words}` });
  if (bytes > mostBytes) throw refuse('is larger than 5 MB.');
  const content = new Uint8Array(await readFile(path));
  const isOther = !['png', 'jpeg', 'webp', 'gif'].includes(pictureFacts(content)?.kind ?? '');
  if (isOther) throw refuse('isn’t a PNG, JPEG or WebP picture.');
  try {
    const clean = cleanPicture(content);
    if (clean.kind === 'svg' || !clean.size) throw refuse('isn’t a PNG, JPEG or WebP picture.');
    if (clean.bytes.length !== content.length) await writeFile(path, clean.bytes);
    return { kind: clean.kind, width: clean.size.width, bytes: clean.bytes.length };
  } catch (error) {
    if (error instanceof NoPicture) throw refuse(error.message);
    throw error;
  }
}
