import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { pictureFacts } from '#features/branding/rules/picture.ts';
import { readPicture } from '#platform/server/site/assets.ts';
import { mistake, SiteMistake } from '#platform/server/site/mistakes.ts';
import type { ProductImage } from '../rules/product.ts';
import { isInside } from './inside.ts';

export interface PictureBlob {
  name: string;
  open(): Uint8Array;
}

const mostSmaller = 6;

/**
 * A picture with the smaller ones of itself that lie beside it: `cover.png` with `cover.432.webp`. A browser takes the
 * narrowest that is sharp where it is shown; a picture without any is sent as it is, everywhere.
 */
export async function readPictureSet(
  folder: string,
  name: string,
  alt: string,
  at: { file: string; line: number; key: string },
): Promise<{ image: ProductImage; blobs: PictureBlob[] }> {
  const read = async (file: string) => {
    if (!(await isInside(folder, file).catch(() => true)))
      throw new SiteMistake([
        mistake(
          at.file,
          at.line,
          `${at.key}: got a link out of the product’s folder, expected a file inside it`,
        ),
      ]);
    const { bytes } = await readPicture(file, at);
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 24);
    const served = `${hash}${extname(file).toLowerCase()}`;
    return {
      name: served,
      src: `/store/images/${served}`,
      width: pictureFacts(bytes)?.size?.width,
      open: () => bytes,
    };
  };
  const path = join(folder, name);
  const whole = await read(path);
  const smaller = await Promise.all((await smallerBeside(path)).map(read));
  const set = [...smaller, whole]
    .flatMap(({ src, width }) => (width ? [{ src, width }] : []))
    .sort((a, b) => a.width - b.width)
    .map(({ src, width }) => `${src} ${width}w`);
  return {
    // A drawing of lines has no width of its own, and is as sharp as it is wide.
    image: { src: whole.src, alt, ...(whole.width && set.length > 1 && { srcset: set.join(', ') }) },
    blobs: [...smaller, whole].map(({ name: served, open }) => ({ name: served, open })),
  };
}

async function smallerBeside(path: string): Promise<string[]> {
  const own = `${basename(path, extname(path))}.`;
  const isSmaller = (name: string) => name.startsWith(own) && /^\d{2,4}\.webp$/.test(name.slice(own.length));
  const names = await readdir(dirname(path)).catch(() => []);
  return names
    .filter(isSmaller)
    .sort()
    .slice(0, mostSmaller)
    .map((name) => join(dirname(path), name));
}
