// Draws the smaller pictures of products beside their large ones: cover.png gets cover.208.webp, cover.432.webp and so
// on, and the store sends each visitor the one that fits. For the shipped products, or for a folder of yours:
//   node_modules/.bin/node scripts/small-pictures.mjs [site/catalog ...]
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { ensureBrowser, launchArgs } from './browser.mjs';

// A thumbnail on a phone's screen; a picture in a list on a sharp one; a whole column.
const widths = [208, 432, 864];
const quality = 0.75;
const types = { '.png': 'png', '.jpg': 'jpeg', '.jpeg': 'jpeg', '.webp': 'webp' };
const isSmall = (name) => /\.\d{2,4}\.webp$/.test(name);

/** For every product of a folder; a browser draws them, since nothing else here can. */
export async function drawSmallPictures(folder, wanted = () => true) {
  const names = (await readdir(folder, { recursive: true })).filter(
    // A product's own pictures, and none that it sells.
    (name) =>
      /^[^/\\]+[/\\]images[/\\][^/\\]+$/.test(name) &&
      extname(name) in types &&
      !isSmall(name) &&
      wanted(name),
  );
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: launchArgs });
  try {
    const page = await browser.newPage();
    for (const name of names) {
      const bytes = await readFile(join(folder, name));
      const url = `data:image/${types[extname(name)]};base64,${bytes.toString('base64')}`;
      for (const width of widths) {
        const small = await page.evaluate(drawn, { url, width, quality });
        // What would be no smaller in bytes helps nobody.
        if (small === null || small.length * 0.75 >= bytes.length) continue;
        const place = join(folder, `${name.slice(0, -extname(name).length)}.${width}.webp`);
        await writeFile(place, Buffer.from(small, 'base64'));
      }
    }
  } finally {
    await browser.close();
  }
}

/** In the browser. Null where the picture is no wider than that. */
async function drawn({ url, width, quality: as }) {
  const image = new Image();
  image.src = url;
  await image.decode();
  if (image.naturalWidth <= width) return null;
  const height = Math.round((width * image.naturalHeight) / image.naturalWidth);
  const small = await createImageBitmap(image, {
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'high',
  });
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d').drawImage(small, 0, 0);
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: as });
  const part = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (const byte of part) text += String.fromCharCode(byte);
  return btoa(text);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const shipped = fileURLToPath(new URL('../catalog', import.meta.url));
  for (const folder of process.argv.length > 2 ? process.argv.slice(2) : [shipped])
    await drawSmallPictures(folder);
}
