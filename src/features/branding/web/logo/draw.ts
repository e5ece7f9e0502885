import { logoLimits } from '../../rules/logo-limits.ts';
import { damagedPicture } from '../../rules/picture.ts';

/** Why a picture cannot become a logo, in words for whoever chose it. */
export class LogoRefusal extends Error {
  override name = 'LogoRefusal';
}

/** What can be drawn, and how large it is. */
export interface Drawable {
  source: CanvasImageSource;
  width: number;
  height: number;
  close(): void;
}

/** Anew, pixel by pixel: nothing of the file comes along, be it a place, a script or a trick. */
export async function asDataUrl({ source, width, height }: Drawable): Promise<string> {
  if (!(width > 0 && height > 0)) throw new LogoRefusal(damagedPicture);
  for (let side: number = logoLimits.side; side >= 64; side = Math.floor(side * 0.75)) {
    const canvas = drawn(source, width, height, side);
    const blob = await smallest(canvas);
    if (blob && blob.size <= logoLimits.bytes) return readAsDataUrl(blob);
  }
  throw new LogoRefusal('This image can’t be made small enough for a logo. Choose a simpler one.');
}

function drawn(source: CanvasImageSource, width: number, height: number, side: number): HTMLCanvasElement {
  const scale = Math.min(1, side / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context)
    throw new LogoRefusal('Your browser can’t process images right now. Close other tabs, then try again.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** PNG and JPEG go into every document there is; where one can see through it, only PNG will do. */
async function smallest(canvas: HTMLCanvasElement): Promise<Blob | null> {
  const png = await encoded(canvas, 'image/png');
  if (png && png.size <= logoLimits.bytes) return png;
  return isSeeThrough(canvas) ? png : encoded(canvas, 'image/jpeg', 0.88);
}

const encoded = (canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, quality));

function isSeeThrough(canvas: HTMLCanvasElement): boolean {
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return true;
  return false;
}

const readAsDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(new LogoRefusal(damagedPicture)));
    reader.readAsDataURL(blob);
  });
