/** Wider than any mail is read, twice over for sharp screens. */
const widest = 1200;
const heavyBytes = 900 * 1024;

/** A photo straight from a camera is made as small as mail needs it. What moves, or is small already, stays as it is. */
export async function shrunk(file: File): Promise<Blob> {
  if (!/^image\/(?:jpeg|png|webp)$/.test(file.type)) return file;
  const drawn = await createImageBitmap(file).catch(() => null);
  if (!drawn || (drawn.width <= widest && file.size <= heavyBytes)) return file;
  const canvas = document.createElement('canvas');
  canvas.width = Math.min(widest, drawn.width);
  canvas.height = Math.max(1, Math.round((drawn.height * canvas.width) / drawn.width));
  canvas.getContext('2d')?.drawImage(drawn, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, file.type, 0.85));
  return blob && blob.size < file.size ? blob : file;
}
