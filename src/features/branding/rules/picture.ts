export type PictureKind = 'png' | 'jpeg' | 'webp' | 'gif' | 'svg';

export interface PictureFacts {
  kind: PictureKind;
  /** As its own header says; null where only drawing it tells. */
  size: { width: number; height: number } | null;
}

/** What a file says about itself in its first bytes, whatever its name claims; null for what is no such picture. */
export function pictureFacts(bytes: Uint8Array): PictureFacts | null {
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const kind = latin(bytes, 0, 12);
    if (kind.startsWith('\x89PNG\r\n\x1a\n'))
      return { kind: 'png', size: sized(view.getUint32(16), view.getUint32(20)) };
    if (kind.startsWith('GIF8'))
      return { kind: 'gif', size: sized(view.getUint16(6, true), view.getUint16(8, true)) };
    if (kind.startsWith('\xff\xd8\xff')) return { kind: 'jpeg', size: jpegSize(view) };
    if (kind.startsWith('RIFF') && kind.endsWith('WEBP'))
      return { kind: 'webp', size: webpSize(bytes, view) };
    return /^(?:\xef\xbb\xbf)?\s*<(?:\?xml|!--|!DOCTYPE svg|svg)/i.test(latin(bytes, 0, 200)) &&
      /<svg[\s/>]/i.test(latin(bytes, 0, bytes.length))
      ? { kind: 'svg', size: null }
      : null;
  } catch {
    // Shorter than its own header.
    return null;
  }
}

function latin(bytes: Uint8Array, from: number, to: number): string {
  let text = '';
  for (const byte of bytes.subarray(from, to)) text += String.fromCharCode(byte);
  return text;
}

const sized = (width: number, height: number) => (width > 0 && height > 0 ? { width, height } : null);

function jpegSize(view: DataView) {
  for (let at = 2; at + 9 < view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return sized(view.getUint16(at + 7), view.getUint16(at + 5));
    // Any number of fill bytes may stand before a marker.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}

function webpSize(bytes: Uint8Array, view: DataView) {
  const three = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
  const chunk = latin(bytes, 12, 16);
  if (chunk === 'VP8X') return sized(1 + three(24), 1 + three(27));
  if (chunk === 'VP8 ') return sized(view.getUint16(26, true) % 16_384, view.getUint16(28, true) % 16_384);
  if (chunk !== 'VP8L') return null;
  const bits = view.getUint32(21, true);
  return sized(1 + (bits % 16_384), 1 + (Math.floor(bits / 16_384) % 16_384));
}

/** A logo as this hub makes it: a PNG, JPEG or WebP in the text itself, of a size that can be drawn anywhere. */
export function pictureOfDataUrl(text: string): PictureFacts | null {
  const [, type, body = ''] = /^data:image\/(png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  if (type === undefined || body.length % 4 !== 0) return null;
  const facts = pictureFacts(fromBase64(body));
  const isSmall = facts?.size && facts.size.width <= 4096 && facts.size.height <= 4096;
  return facts?.kind === type && isSmall ? facts : null;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const places = new Map([...alphabet].map((character, place) => [character, place]));

/** Written out, because the browser and the server have no way in common. */
export function fromBase64(text: string): Uint8Array {
  const letters = text.replace(/(?<!=)=+$/, '');
  const bytes = new Uint8Array(Math.floor((letters.length * 3) / 4));
  let held = 0;
  let bits = 0;
  let at = 0;
  for (const letter of letters) {
    held = (held * 64 + (places.get(letter) ?? 0)) % 16_777_216;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[at++] = Math.floor(held / 2 ** bits) % 256;
    }
  }
  return bytes;
}

export const pictureLimits = {
  fileBytes: 10 * 1024 * 1024,
  svgBytes: 1024 * 1024,
  points: 40_000_000,
  side: 12_000,
} as const;

export const acceptedPictures = 'PNG, JPEG, WebP or SVG';

/** Why a file is no logo, told before anything of it is drawn; null when it may be tried. */
export function refusedPicture(facts: PictureFacts | null, bytes: number): string | null {
  if (bytes === 0) return 'This file is empty. Choose another one.';
  if (bytes > pictureLimits.fileBytes)
    return `This file is ${Math.ceil(bytes / 1_048_576)} MB. The limit for a logo is 10 MB.`;
  if (!facts) return `This file type isn’t supported. Use a ${acceptedPictures} file.`;
  if (facts.kind === 'svg')
    return bytes > pictureLimits.svgBytes
      ? 'This SVG is larger than 1 MB. Save it as a PNG and choose that.'
      : null;
  if (!facts.size) return damagedPicture;
  const { width, height } = facts.size;
  const isHuge = width * height > pictureLimits.points || Math.max(width, height) > pictureLimits.side;
  return isHuge
    ? `This image is ${width} × ${height} pixels, which is too large. Make it smaller, then choose it again.`
    : null;
}

export const damagedPicture = 'This file is damaged. Save it again or choose another one.';
