import type { Frame } from '../rules/crop.ts';

const widest = 1728;
const heaviest = 1_000_000;

/**
 * A picture as visitors will get it, first the whole, then smaller ones named after it. A photo of a phone is drawn anew:
 * no wider than any screen shows it, upright, and without the place where it was taken; with `part`, only that of it. What
 * this browser can't draw is sent as it is.
 */
export async function withSmaller(
  file: File,
  widths: readonly number[],
  accepted: readonly string[],
  part?: Frame,
): Promise<File[]> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return [file];
  // Of a picture that is upright already: what a phone turns by a mark is turned before it is cut.
  const drawing = part
    ? await createImageBitmap(picture, part.left, part.top, part.width, part.height)
    : picture;
  const stem = file.name.replace(/\.[^.]*$/, '');
  const known = Object.keys(endings);
  // Where only one kind fits, such as in the place of another picture, it is drawn as that.
  const wanted = accepted.length === 1 ? known.filter((type) => accepted.includes(type)) : defaults;
  // Cut in another way it is another upload.
  const lastModified = file.lastModified + (part ? part.left + part.top + part.width : 0);
  const draw = (width: number, name: string, types: string[]) =>
    drawn(drawing, width, name, types, { lastModified });
  const whole =
    part || drawing.width > widest || file.size > heaviest || !accepted.includes(file.type)
      ? ((await draw(Math.min(widest, drawing.width), stem, wanted)) ?? file)
      : file;
  const smaller: File[] = [];
  for (const width of widths)
    if (width < drawing.width) {
      const one = await draw(width, `${stem}.${width}`, ['image/webp']);
      if (one) smaller.push(one);
    }
  drawing.close();
  return [whole, ...smaller];
}

const endings: Record<string, string> = { 'image/webp': '.webp', 'image/jpeg': '.jpg', 'image/png': '.png' };
const defaults = ['image/webp', 'image/jpeg'];

export const isPictureField = (accept: string): boolean => accept.startsWith('image/');

/** In the first type that this browser writes; Safari writes no WebP. */
async function drawn(
  drawing: ImageBitmap,
  width: number,
  name: string,
  types: string[],
  { lastModified }: Pick<File, 'lastModified'>,
): Promise<File | null> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.max(1, Math.round((drawing.height * width) / drawing.width));
  const brush = canvas.getContext('2d');
  if (!brush) return null;
  brush.imageSmoothingQuality = 'high';
  brush.drawImage(drawing, 0, 0, canvas.width, canvas.height);
  for (const type of types) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.84));
    if (blob?.type === type) return new File([blob], name + (endings[type] ?? ''), { type, lastModified });
  }
  return null;
}
