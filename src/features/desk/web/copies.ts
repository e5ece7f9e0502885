/** As the server's field says it, in platform/server/desk.ts. */
export interface Copy {
  name: string;
  width: number;
  height: number;
  fit: 'cover' | 'inside';
  isOpaque?: boolean;
  margin?: number;
}

const widest = 1728;
const heaviest = 1_000_000;

/**
 * A picture with what a hub needs drawn from it: the same in the sizes that devices ask for. The server draws nothing;
 * what this browser can't draw is sent as it is, and the server says what is missing.
 */
export async function withCopies(file: File, copies: readonly Copy[]): Promise<File[]> {
  const stem = file.name.replace(/\.[^.]*$/, '').slice(0, 40) || 'picture';
  const ending = /\.[^.]*$/.exec(file.name)?.[0] ?? '';
  const named = new File([file], stem + ending, { type: file.type, lastModified: file.lastModified });
  const drawing = await drawingOf(file);
  if (!drawing) return [named];
  const drawn: File[] = [];
  for (const copy of copies) {
    const one = await draw(drawing, copy, `${stem}.as-${copy.name}.png`, file.lastModified);
    if (one) drawn.push(one);
  }
  const isLarge = file.type !== 'image/svg+xml' && (drawing.width > widest || file.size > heaviest);
  const whole = isLarge ? await smaller(drawing, stem, file.lastModified) : null;
  return [whole ?? named, ...drawn];
}

interface Drawing {
  source: CanvasImageSource;
  width: number;
  height: number;
}

async function drawingOf(file: File): Promise<Drawing | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap) return { source: bitmap, width: bitmap.width, height: bitmap.height };
  if (file.type !== 'image/svg+xml') return null;
  // Browsers draw an SVG only where it stands in a picture.
  const src = await dataUrlOf(file);
  if (src === null) return null;
  const image = new Image();
  image.src = src;
  const isThere = await image.decode().then(
    () => true,
    () => false,
  );
  // One that says no size of its own is drawn square.
  return isThere
    ? { source: image, width: image.naturalWidth || 512, height: image.naturalHeight || 512 }
    : null;
}

async function draw(
  { source, width, height }: Drawing,
  { width: most, height: tall, fit, isOpaque, margin = 0 }: Copy,
  name: string,
  lastModified: number,
): Promise<File | null> {
  const inside = Math.min(most / width, tall / height);
  // A drawing has no size that it can't grow beyond.
  const scale = fit === 'cover' ? Math.max(most / width, tall / height) : inside;
  const [w, h] = [width * scale, height * scale];
  const canvas = document.createElement('canvas');
  canvas.width = fit === 'cover' ? most : Math.max(1, Math.round(w));
  canvas.height = fit === 'cover' ? tall : Math.max(1, Math.round(h));
  const brush = canvas.getContext('2d');
  if (!brush) return null;
  brush.imageSmoothingQuality = 'high';
  if (isOpaque) {
    brush.fillStyle = 'white';
    brush.fillRect(0, 0, canvas.width, canvas.height);
  }
  const kept = 1 - 2 * margin;
  const [left, top] = [(canvas.width - w * kept) / 2, (canvas.height - h * kept) / 2];
  brush.drawImage(source, left, top, w * kept, h * kept);
  const blob = await blobOf(canvas, 'image/png');
  return blob && new File([blob], name, { type: 'image/png', lastModified });
}

async function smaller({ source, width, height }: Drawing, stem: string, lastModified: number) {
  const canvas = document.createElement('canvas');
  canvas.width = Math.min(widest, width);
  canvas.height = Math.max(1, Math.round((height * canvas.width) / width));
  canvas.getContext('2d')?.drawImage(source, 0, 0, canvas.width, canvas.height);
  const blob = await blobOf(canvas, 'image/png');
  return blob && new File([blob], `${stem}.png`, { type: 'image/png', lastModified });
}

const blobOf = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type));

export const dataUrlOf = (file: Blob): Promise<string | null> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : null));
    reader.addEventListener('error', () => resolve(null));
    reader.readAsDataURL(file);
  });
