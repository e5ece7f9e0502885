import { damagedPicture, pictureFacts, refusedPicture } from '../../rules/picture.ts';
import { asDataUrl, type Drawable, LogoRefusal } from './draw.ts';
import { drawSvg } from './svg.ts';

export { LogoRefusal } from './draw.ts';

/** A file that somebody chose, dropped or pasted, as a logo; or a LogoRefusal that says what is wrong with it. */
export async function readLogo(file: Blob): Promise<string> {
  // What is too large is not even opened.
  const tooLarge = refusedPicture({ kind: 'png', size: { width: 1, height: 1 } }, file.size);
  if (tooLarge !== null) throw new LogoRefusal(tooLarge);
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  );
  if (!bytes) throw new LogoRefusal('Couldn’t read this file. It may have been moved. Choose it again.');
  const facts = pictureFacts(bytes);
  const refusal = refusedPicture(facts, bytes.length);
  if (refusal !== null) throw new LogoRefusal(refusal);

  let drawable: Drawable | undefined;
  try {
    drawable =
      facts?.kind === 'svg'
        ? await drawSvg(new TextDecoder().decode(bytes))
        : await drawRaster(bytes, `image/${facts?.kind}`);
    return await asDataUrl(drawable);
  } catch (error) {
    // A browser gives up in many ways on what it cannot or must not draw.
    throw error instanceof LogoRefusal ? error : new LogoRefusal(damagedPicture);
  } finally {
    drawable?.close();
  }
}

async function drawRaster(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<Drawable> {
  const bitmap = await createImageBitmap(new Blob([bytes], { type }));
  return { source: bitmap, width: bitmap.width, height: bitmap.height, close: () => bitmap.close() };
}
