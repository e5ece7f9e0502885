import { readKerning } from './kerning.ts';

/** One font of a PDF: which drawing stands for a letter, how wide it is, and the bytes to put into the file. */
export interface Font {
  name: string;
  /** The drawing of a letter; 0: this font has none. */
  glyph(codePoint: number): number;
  /** In thousandths of the font size. */
  width(glyph: number): number;
  /** How much further apart two drawings stand than their widths say; mostly 0, or less. */
  kern(left: number, right: number): number;
  glyphs: number;
  ascent: number;
  descent: number;
  box: [number, number, number, number];
  /** A TrueType file with only what drawing needs. */
  bytes: Uint8Array<ArrayBuffer>;
}

const wanted = ['cmap', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'OS/2'];

/** Opens a WOFF file, as the hub's own letters come in. */
export async function readFont(name: string, woff: ArrayBuffer): Promise<Font> {
  const file = new DataView(woff);
  if (file.byteLength < 44 || file.getUint32(0) !== 0x774f4646) throw new Error(`${name} is no WOFF file`);
  const tables = new Map<string, Uint8Array<ArrayBuffer>>();
  for (let at = 44; at < 44 + 20 * file.getUint16(12); at += 20) {
    const tag = String.fromCharCode(...new Uint8Array(woff, at, 4));
    const [start, small, full] = [4, 8, 12].map((by) => file.getUint32(at + by)) as [number, number, number];
    if (![...wanted, 'GPOS'].includes(tag)) continue;
    const part = new Uint8Array(woff, start, small);
    tables.set(tag, small < full ? await piped(part, new DecompressionStream('deflate')) : part);
  }
  const table = (tag: string): DataView => {
    const found = tables.get(tag);
    if (!found) throw new Error(`${name} has no ${tag}`);
    return new DataView(found.buffer, found.byteOffset, found.byteLength);
  };
  const head = table('head');
  const line = table('hhea');
  const scale = 1000 / head.getUint16(18);
  const long = line.getUint16(34);
  const widths = table('hmtx');
  const letters = readLetters(table('cmap'));
  const pairs = tables.has('GPOS') ? readKerning(table('GPOS')) : () => 0;
  return {
    name,
    glyph: (codePoint) => letters.get(codePoint) ?? 0,
    width: (glyph) => widths.getUint16(4 * Math.min(glyph, long - 1)) * scale,
    kern: (left, right) => pairs(left, right) * scale,
    glyphs: table('maxp').getUint16(4),
    ascent: line.getInt16(4) * scale,
    descent: line.getInt16(6) * scale,
    box: [36, 38, 40, 42].map((at) => Math.round(head.getInt16(at) * scale)) as Font['box'],
    bytes: packed(wanted.flatMap((tag) => [[tag, tables.get(tag)] as const])),
  };
}

/** From letters to drawings, by the map of the basic plane. */
function readLetters(cmap: DataView): Map<number, number> {
  const found = new Map<number, number>();
  for (let index = 0; index < cmap.getUint16(2); index++) {
    const at = cmap.getUint32(8 + 8 * index);
    if (cmap.getUint16(at) !== 4) continue;
    const twice = cmap.getUint16(at + 6);
    for (let segment = 0; segment < twice; segment += 2) {
      const end = cmap.getUint16(at + 14 + segment);
      const start = cmap.getUint16(at + 16 + twice + segment);
      const delta = cmap.getUint16(at + 16 + 2 * twice + segment);
      const place = at + 16 + 3 * twice + segment;
      const offset = cmap.getUint16(place);
      for (let letter = start; letter <= end && letter !== 0xffff; letter++) {
        const raw = offset === 0 ? letter : cmap.getUint16(place + offset + 2 * (letter - start));
        if (raw !== 0) found.set(letter, (raw + delta) & 0xffff);
      }
    }
  }
  return found;
}

/** Tables behind one another as a TrueType file. */
function packed(parts: (readonly [string, Uint8Array | undefined])[]): Uint8Array<ArrayBuffer> {
  const tables = parts.flatMap(([tag, bytes]) => (bytes ? [{ tag, bytes }] : []));
  tables.sort((one, other) => (one.tag < other.tag ? -1 : 1));
  const starts: number[] = [];
  let size = 12 + 16 * tables.length;
  for (const { bytes } of tables) {
    starts.push(size);
    size += (bytes.length + 3) & ~3;
  }
  const made = new Uint8Array(size);
  const view = new DataView(made.buffer);
  const power = 2 ** Math.floor(Math.log2(tables.length));
  view.setUint32(0, 0x00010000);
  view.setUint16(4, tables.length);
  view.setUint16(6, power * 16);
  view.setUint16(8, Math.log2(power));
  view.setUint16(10, (tables.length - power) * 16);
  tables.forEach(({ tag, bytes }, index) => {
    const [at, start] = [12 + 16 * index, starts[index] ?? 0];
    for (let letter = 0; letter < 4; letter++) view.setUint8(at + letter, tag.charCodeAt(letter));
    made.set(bytes, start);
    view.setUint32(at + 4, sumOf(view, start, (bytes.length + 3) & ~3));
    view.setUint32(at + 8, start);
    view.setUint32(at + 12, bytes.length);
  });
  return made;
}

function sumOf(view: DataView, start: number, length: number): number {
  let sum = 0;
  for (let at = start; at < start + length; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  return sum;
}

export async function piped(
  bytes: Uint8Array<ArrayBuffer>,
  through: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const made = new Blob([bytes]).stream().pipeThrough(through);
  return new Uint8Array(await new Response(made).arrayBuffer());
}
