import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { Problem } from '#base/problem.ts';
import { slugOf } from '#base/slug.ts';
import {
  type CleanPicture,
  cleanPicture,
  NoPicture,
  type StillKind,
} from '#features/branding/server/public.ts';
import type { GivenFile } from '#platform/server/desk.ts';
import type { PictureFiles } from '#platform/server/site/own-pictures.ts';
import type { BrandSlot } from './slots.ts';

/** As the reader of the site takes them. */
const mostBytes = 5 * 1024 ** 2;

export interface GivenImage {
  /** As the file was called. */
  name: string;
  picture: CleanPicture;
  /** What the browser drew from it, by what it is for. */
  copies: ReadonlyMap<string, CleanPicture>;
}

export const endingOf: Record<StillKind, string> = { png: '.png', jpeg: '.jpg', webp: '.webp', svg: '.svg' };

export const refuse = (words: string): Problem =>
  new Problem('bad_request', `Nothing was saved. ${words}`, { fields: { given: words } });

/** Pictures as they may be shown to everybody; copies that the browser drew go with the one before them. */
export async function readGiven(files: readonly GivenFile[]): Promise<GivenImage[]> {
  const images: (GivenImage & { copies: Map<string, CleanPicture> })[] = [];
  for (const file of files) {
    const picture = await cleaned(file);
    const of = /\.as-([a-z0-9-]+)\.png$/.exec(file.name)?.[1];
    const whole = images.at(-1);
    if (of !== undefined && whole && picture.kind === 'png') whole.copies.set(of, picture);
    else images.push({ name: file.name, picture, copies: new Map() });
  }
  return images;
}

async function cleaned({ name, path, bytes }: GivenFile): Promise<CleanPicture> {
  if (bytes === 0) throw refuse(`${name} is empty.`);
  if (bytes > mostBytes) throw refuse(`${name} is larger than 5 MB.`);
  try {
    return cleanPicture(new Uint8Array(await readFile(path)));
  } catch (error) {
    if (!(error instanceof NoPicture)) throw error;
    throw refuse(`${name} ${error.message}`);
  }
}

/** What a picture of every page becomes: the files of its slot. */
export function brandFiles({ id, copies }: BrandSlot, image: GivenImage): PictureFiles {
  const { picture } = image;
  const copyOf = (name: string): CleanPicture => {
    const wanted = copies.find((copy) => copy.name === name);
    const copy = image.copies.get(name);
    const isFitting =
      wanted?.fit === 'inside' ||
      (copy?.size?.width === wanted?.width && copy?.size?.height === wanted?.height);
    if (!copy || !isFitting)
      throw refuse(`Your browser couldn’t draw ${image.name}. Save it as a PNG first.`);
    return copy;
  };
  if (id === 'logo') {
    const isForMail = picture.kind === 'png' || picture.kind === 'jpeg';
    // Mail programs show neither SVG nor WebP; without a copy, mails carry the name.
    const mail = isForMail ? undefined : image.copies.get('mail');
    return new Map([
      [`logo${endingOf[picture.kind]}`, picture.bytes],
      ...(mail ? [['logo.png', mail.bytes] as const] : []),
    ]);
  }
  if (id === 'share') return new Map([['og.png', copyOf('og').bytes]]);
  const sizes = copies.map(({ name }) => [`${name}.png`, copyOf(name).bytes] as const);
  const mark = picture.kind === 'svg' ? picture.bytes : framed(copyOf('icon-192').bytes);
  return new Map([['mark.svg', mark], ...sizes]);
}

/** Browsers take the mark as the tab's icon before any other. */
const framed = (png: Uint8Array): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 192 192"><image width="192" height="192" href="data:image/png;base64,${Buffer.from(png).toString('base64')}"/></svg>`,
  );

/** A name that pages can have in their text, and that nothing else has. */
export function freeName({ name, picture }: GivenImage, isTaken: (name: string) => boolean): string {
  const stem = slugOf(name.slice(0, name.length - extname(name).length)).slice(0, 60) || 'picture';
  for (let n = 1; ; n += 1) {
    const one = `${stem}${n === 1 ? '' : `-${n}`}${endingOf[picture.kind]}`;
    if (!isTaken(one)) return one;
  }
}

/** What isn't in it any more, for whoever gave it. */
export function leftWords(images: readonly GivenImage[]): string {
  const left = [...new Set(images.flatMap(({ picture }) => picture.left))];
  return left.length > 0 ? ` Left out of it: ${left.slice(0, 8).join(', ')}.` : '';
}
