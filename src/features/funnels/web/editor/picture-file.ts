import { funnelsApi } from '../../rules/contract.ts';
import { onlineMember } from '#platform/web/viewer.ts';

const widest = 1600;
/** What a funnel carries itself until it is in an account. */
const mostCarried = 300_000;

/** A picture as pages take it: no wider than anybody sees, and kept by the hub, or in the funnel where there is no account. */
export async function takePicture(file: File, owner: string): Promise<string> {
  const drawn = await createImageBitmap(file).catch(() => {
    throw new Error('This file type isn’t supported. Use a PNG, JPEG or WebP file.');
  });
  const isKept = onlineMember() === owner && navigator.onLine;
  for (const [width, quality] of [
    [widest, 0.82],
    [1200, 0.75],
    [900, 0.7],
    [600, 0.6],
  ] as const) {
    const blob = await shrink(drawn, width, quality);
    if (isKept) {
      try {
        return (await send(blob)).src;
      } catch {
        // The funnel carries it, then.
      }
    }
    if (blob.size <= mostCarried) return asText(blob);
  }
  throw new Error('This image is too large. Make it smaller, then choose it again.');
}

async function shrink(drawn: ImageBitmap, most: number, quality: number): Promise<Blob> {
  const width = Math.min(most, drawn.width);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.max(1, Math.round((drawn.height * width) / drawn.width));
  canvas.getContext('2d')?.drawImage(drawn, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('Couldn’t process this image.'))),
      'image/webp',
      quality,
    );
  });
}

async function send(blob: Blob): Promise<{ src: string }> {
  const response = await fetch(funnelsApi.pictures, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': blob.type },
    body: blob,
    signal: AbortSignal.timeout(60_000),
  });
  if (!response.ok) throw new Error('not taken');
  return (await response.json()) as { src: string };
}

const asText = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(new Error('Couldn’t read this image.')));
    reader.readAsDataURL(blob);
  });
