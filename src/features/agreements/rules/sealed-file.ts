/** A signature in a PDF file: which bytes it speaks of, and where it stands. */
export interface FoundSeal {
  /** The signature itself, as CMS. */
  cms: Uint8Array<ArrayBuffer>;
  /** Where the room for the signature begins and ends, `<` and `>` included. */
  hole: [from: number, to: number];
  /** Bytes behind what was sealed: more than none were appended later, fewer than none are missing. */
  behind: number;
  /** True if what is covered is everything from the first byte to the hole and from the hole on. */
  isWhole: boolean;
}

const mostSignatures = 8;
const mostSignatureBytes = 200_000;

/** Whether it begins as a PDF file does. */
export const isPdf = (bytes: Uint8Array): boolean => indexOf(bytes, '%PDF-', 0, 1024) >= 0;

/**
 * The signatures of a file, the last one first, read from its bytes alone: what a reader of PDF makes of the file
 * doesn't matter as long as every byte but the signature's own is covered.
 */
export function findSeals(bytes: Uint8Array): FoundSeal[] {
  const found: FoundSeal[] = [];
  let before = bytes.length;
  for (let tries = 0; tries < 64 && found.length < mostSignatures; tries++) {
    const at = lastIndexOf(bytes, '/ByteRange', before);
    if (at < 0) break;
    before = at;
    const seal = sealAt(bytes, at);
    if (seal) found.push(seal);
  }
  return found;
}

function sealAt(bytes: Uint8Array, at: number): FoundSeal | null {
  // Both stand in one dictionary; its texts are short, its signature is long.
  const nearby = latin1(bytes, Math.max(0, at - 4000), at + 4000);
  const here = Math.min(at, 4000);
  const range =
    /^\/ByteRange\s{0,8}\[\s{0,8}(\d{1,10})\s{1,16}(\d{1,10})\s{1,16}(\d{1,10})\s{1,16}(\d{1,10})\s{0,64}\]/.exec(
      nearby.slice(here, here + 200),
    );
  const [first, length, second, rest] = (range?.slice(1) ?? []).map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const stated: [number, number] | null = range && first === 0 ? [length, second] : null;
  const hole = (stated && holeAt(bytes, ...stated)) ?? holeNear(bytes, at);
  if (!hole) return null;
  const [from, to] = hole;
  const cms = bytesOfHex(bytes, from + 1, to - 1);
  if (!cms) return null;
  const isStated = stated !== null && stated[0] === from && stated[1] === to;
  return {
    cms,
    hole,
    behind: isStated ? bytes.length - to - rest : 0,
    isWhole: isStated && bytes.length === to + rest,
  };
}

/** The room between two places, if it is nothing but a signature. */
function holeAt(bytes: Uint8Array, from: number, to: number): [number, number] | null {
  const isRoom = to > from + 2 && to <= bytes.length && to - from <= 2 * mostSignatureBytes;
  if (!isRoom || bytes[from] !== 0x3c || bytes[to - 1] !== 0x3e) return null;
  return /\/Contents\s{0,8}$/.test(latin1(bytes, Math.max(0, from - 20), from)) ? [from, to] : null;
}

/** Where the range lies: the signature beside it says at least who sealed. */
function holeNear(bytes: Uint8Array, at: number): [number, number] | null {
  const from = indexOf(bytes, '/Contents', at, 4000);
  if (from < 0) return null;
  const start = indexOf(bytes, '<', from, 20);
  const end = start < 0 ? -1 : indexOf(bytes, '>', start, 2 * mostSignatureBytes);
  return end < 0 ? null : holeAt(bytes, start, end + 1);
}

/** Everything but the hole. */
export function coveredBy(
  bytes: Uint8Array,
  { hole: [from, to], behind }: FoundSeal,
): Uint8Array<ArrayBuffer> {
  const end = bytes.length - Math.max(0, behind);
  const covered = new Uint8Array(from + Math.max(0, end - to));
  covered.set(bytes.subarray(0, from));
  covered.set(bytes.subarray(to, Math.max(to, end)), from);
  return covered;
}

/** The signature without the zeros that fill its room; null if there is anything else. */
function bytesOfHex(bytes: Uint8Array, from: number, to: number): Uint8Array<ArrayBuffer> | null {
  if ((to - from) % 2 !== 0) return null;
  const made = new Uint8Array((to - from) / 2);
  for (let index = 0; index < made.length; index++) {
    const high = digit(bytes[from + 2 * index]);
    const low = digit(bytes[from + 2 * index + 1]);
    if (high < 0 || low < 0) return null;
    made[index] = high * 16 + low;
  }
  const length = lengthOfDer(made);
  if (length === null || length > made.length || made.subarray(length).some((byte) => byte !== 0))
    return null;
  return made.slice(0, length);
}

const digit = (byte = 0): number =>
  byte >= 0x30 && byte <= 0x39
    ? byte - 0x30
    : byte >= 0x61 && byte <= 0x66
      ? byte - 0x57
      : byte >= 0x41 && byte <= 0x46
        ? byte - 0x37
        : -1;

function lengthOfDer(bytes: Uint8Array): number | null {
  const [tag, first = 0] = bytes;
  if (tag !== 0x30) return null;
  if (first < 0x80) return 2 + first;
  const count = first - 0x80;
  if (count < 1 || count > 3) return null;
  return 2 + count + bytes.subarray(2, 2 + count).reduce((sum, byte) => sum * 256 + byte, 0);
}

export function indexOf(bytes: Uint8Array, text: string, from: number, within: number): number {
  const end = Math.min(bytes.length - text.length, from + within);
  for (let at = from; at <= end; at++) if (isAt(bytes, text, at)) return at;
  return -1;
}

export function lastIndexOf(bytes: Uint8Array, text: string, before: number): number {
  for (let at = Math.min(before, bytes.length) - text.length; at >= 0; at--)
    if (isAt(bytes, text, at)) return at;
  return -1;
}

function isAt(bytes: Uint8Array, text: string, at: number): boolean {
  for (let index = 0; index < text.length; index++)
    if (bytes[at + index] !== text.charCodeAt(index)) return false;
  return true;
}

/** Bytes as text of one letter each. */
export function latin1(bytes: Uint8Array, from: number, to: number): string {
  let text = '';
  for (let at = Math.max(0, from); at < Math.min(to, bytes.length); at += 4096)
    text += String.fromCharCode(...bytes.subarray(at, Math.min(at + 4096, to, bytes.length)));
  return text;
}
