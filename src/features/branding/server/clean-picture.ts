import { cleanSvg, NoSvg } from './clean-svg.ts';
import { pictureFacts, type PictureKind, pictureLimits } from '../rules/picture.ts';

export type StillKind = Exclude<PictureKind, 'gif'>;

/** A picture as it may be shown to everybody. */
export interface CleanPicture {
  kind: StillKind;
  bytes: Uint8Array<ArrayBuffer>;
  /** Null for an SVG, which has any. */
  size: { width: number; height: number } | null;
  /** What isn't in it any more, in words. */
  left: string[];
}

/** Why a picture isn't taken, as the end of a sentence that begins with its name. */
export class NoPicture extends Error {}

const mostPoints = 50_000_000;
const mostSide = 16_000;

/**
 * A picture by what its bytes are, whatever its name says: one that stands still, of a size that any device can draw,
 * without the place where it was taken, and, if it is a drawing, without anything that runs or loads.
 */
export function cleanPicture(bytes: Uint8Array<ArrayBuffer>): CleanPicture {
  const facts = pictureFacts(bytes);
  if (!facts) throw new NoPicture('isn’t a picture that browsers show. PNG, JPEG, WebP and SVG work.');
  const { kind, size } = facts;
  if (kind === 'gif') throw new NoPicture('is a GIF. Save it as a PNG or WebP.');
  if (kind === 'svg') return svgOf(bytes);
  if (!size) throw new NoPicture('is damaged. Save it again or choose another one.');
  if (size.width * size.height > mostPoints || Math.max(size.width, size.height) > mostSide)
    throw new NoPicture(`has ${size.width} × ${size.height} pixels, too many for a phone. Make it smaller.`);
  const { parts, left } = { png: ofPng, jpeg: ofJpeg, webp: ofWebp }[kind](bytes);
  return { kind, bytes: joined(parts), size, left: [...left] };
}

function svgOf(bytes: Uint8Array): CleanPicture {
  if (bytes.length > pictureLimits.svgBytes)
    throw new NoPicture('is an SVG of more than 1 MB. Save it as a PNG and choose that.');
  try {
    let points = 0;
    const { text, left } = cleanSvg(new TextDecoder('utf-8', { fatal: true }).decode(bytes), (base64) => {
      const inner = cleanPicture(Uint8Array.from(Buffer.from(base64, 'base64')));
      points += inner.size ? inner.size.width * inner.size.height : Infinity;
      if (points > mostPoints) throw new NoSvg('It holds pictures that are too large for a phone.');
      return Buffer.from(inner.bytes).toString('base64');
    });
    return { kind: 'svg', bytes: new TextEncoder().encode(text), size: null, left };
  } catch (error) {
    if (error instanceof NoSvg) throw new NoPicture(`can’t be used. ${error.message}`);
    if (error instanceof TypeError) throw new NoPicture('isn’t written in UTF-8. Save it again.');
    throw error;
  }
}

interface Cleaned {
  parts: Uint8Array[];
  left: Set<string>;
}

const damaged = () => new NoPicture('is damaged. Save it again or choose another one.');
const moves = () => new NoPicture('moves. Choose a picture that stands still.');
const noted = 'notes of the camera, such as the place';
const latin = (bytes: Uint8Array, from: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(from, from + length));
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** What draws it; everything else a PNG can carry is somebody's note. */
const pngChunks = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT bKGD pHYs cICP mDCV cLLI'.split(' '),
);

function ofPng(bytes: Uint8Array): Cleaned {
  const view = viewOf(bytes);
  const parts = [bytes.subarray(0, 8)];
  const left = new Set<string>();
  for (let at = 8; ;) {
    if (at + 12 > bytes.length) throw damaged();
    const end = at + 12 + view.getUint32(at);
    const type = latin(bytes, at + 4, 4);
    if (end > bytes.length || (at === 8) !== (type === 'IHDR')) throw damaged();
    if (type === 'acTL') throw moves();
    if (pngChunks.has(type)) parts.push(bytes.subarray(at, end));
    else if (/^(?:eXIf|iTXt|tEXt|zTXt)$/.test(type)) left.add(noted);
    if (type === 'IEND') return { parts, left };
    at = end;
  }
}

/** Which way up, without the rest of what a camera notes. */
const exifOf = (orientation: number): Uint8Array => {
  // A marker and its length, "Exif", the head of a TIFF, and one entry of its list: 0x0112, a short, once.
  const head = [0xff, 0xe1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 42, 0, 0, 0, 8];
  return Uint8Array.from(head.concat([0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]));
};

function orientationIn(segment: Uint8Array): number {
  const view = viewOf(segment);
  try {
    const start = 10;
    const isLittle = latin(segment, start, 2) === 'II';
    const list = start + view.getUint32(start + 4, isLittle);
    for (let n = 0; n < view.getUint16(list, isLittle); n += 1)
      if (view.getUint16(list + 2 + 12 * n, isLittle) === 0x0112)
        return view.getUint16(list + 10 + 12 * n, isLittle);
  } catch {
    // Notes that nobody can read say nothing.
  }
  return 1;
}

function ofJpeg(bytes: Uint8Array): Cleaned {
  const view = viewOf(bytes);
  const parts = [bytes.subarray(0, 2)];
  const left = new Set<string>();
  for (let at = 2; ;) {
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at += 1;
    const marker = bytes[at + 1];
    // What is glued behind its end is something else.
    if (bytes[at] === 0xff && marker === 0xd9) return { parts: [...parts, bytes.subarray(at, at + 2)], left };
    if (bytes[at] !== 0xff || marker === undefined || at + 4 > bytes.length) throw damaged();
    const end = at + 2 + view.getUint16(at + 2);
    if (end > bytes.length || end < at + 4) throw damaged();
    const segment = bytes.subarray(at, end);
    // APP0 says how it is to be drawn, APP2 its colors, APP14 how they are written.
    const isNote = (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;
    const isDrawn =
      marker === 0xe0 || marker === 0xee || (marker === 0xe2 && latin(bytes, at + 4, 11) === 'ICC_PROFILE');
    if (!isNote || isDrawn) parts.push(segment);
    else {
      left.add(noted);
      const orientation = marker === 0xe1 && latin(bytes, at + 4, 4) === 'Exif' ? orientationIn(segment) : 1;
      if (orientation > 1 && orientation <= 8) parts.push(exifOf(orientation));
    }
    at = end;
    if (marker !== 0xda) continue;
    at = endOfScan(bytes, at);
    parts.push(bytes.subarray(end, at));
  }
}

/** Where the next marker stands: a progressive picture has several scans, with tables between them. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    const next = bytes[at + 1] ?? 0;
    const isMarker = bytes[at] === 0xff && next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7);
    if (isMarker) return at;
  }
  throw damaged();
}

const webpChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP']);
const flags = { animated: 0x02, noted: 0x0c };

function ofWebp(bytes: Uint8Array): Cleaned {
  const view = viewOf(bytes);
  const parts: Uint8Array[] = [];
  const left = new Set<string>();
  const stop = 8 + view.getUint32(4, true);
  if (stop > bytes.length) throw damaged();
  for (let at = 12; at + 8 <= stop;) {
    const type = latin(bytes, at, 4);
    const length = view.getUint32(at + 4, true);
    const end = at + 8 + length + (length % 2);
    if (at + 8 + length > bytes.length) throw damaged();
    if (type === 'ANIM' || type === 'ANMF') throw moves();
    const chunk = bytes.slice(at, end);
    if (type === 'VP8X') {
      if ((chunk[8] ?? 0) & flags.animated) throw moves();
      chunk[8] = (chunk[8] ?? 0) & ~flags.noted;
    }
    if (webpChunks.has(type)) parts.push(chunk);
    else left.add(noted);
    at = end;
  }
  if (!parts.some((part) => /^VP8[ L]$/.test(latin(part, 0, 4)))) throw damaged();
  const head = bytes.slice(0, 12);
  viewOf(head).setUint32(4, 4 + parts.reduce((sum, { length }) => sum + length, 0), true);
  return { parts: [head, ...parts], left };
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
