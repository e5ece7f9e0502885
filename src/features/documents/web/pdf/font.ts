import { lettersOf, partsOfFont, partsOfWoff, viewOf } from '#features/documents/rules/formats/font-file.ts';
import { cutFont, type Drawing } from './cut.ts';
import { readKerning } from './kerning.ts';
import { layoutTable } from './layout-table.ts';
import { readShaping, type Script, type Shaped } from './shaping.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** One font of a PDF: which drawing stands for a letter, how wide it is, and the drawings to put into the file. */
export interface Font {
  name: string;
  /** The drawing of a letter; 0: this font has none. */
  glyph(codePoint: number): number;
  /** In thousandths of the font size. */
  width(glyph: number): number;
  /** How much further apart two drawings stand than their widths say; mostly 0, or less. */
  kern(left: number, right: number): number;
  /** Letters in a row as drawings, where the writing joins or marks them. */
  shape: ((letters: readonly string[]) => Shaped[]) | null;
  ascent: number;
  descent: number;
  /** How high a capital is; where a writing has none, as high as its letters go. */
  capital: number;
  box: [number, number, number, number];
  /** A TrueType file with these drawings alone, numbered as they come; the one for a missing letter goes before. */
  cut(drawings: readonly Drawing[]): Bytes;
}

const wanted = ['cmap', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'OS/2', 'GPOS', 'GSUB', 'GDEF'];

/** Opens a WOFF or TrueType file, as the hub's own letters come in. */
export async function readFont(name: string, file: ArrayBuffer, script: Script | null = null): Promise<Font> {
  const bytes = new Uint8Array(file);
  const parts = viewOf(bytes).getUint32(0) === 0x00010000 ? partsOfFont(bytes) : partsOfWoff(bytes, wanted);
  const tables = new Map<string, Bytes>(
    await Promise.all(
      parts.map(
        async ({ tag, bytes: part, isPacked }) =>
          [tag, isPacked ? await piped(part, new DecompressionStream('deflate')) : part] as const,
      ),
    ),
  );
  const bytesOf = (tag: string): Bytes => {
    const found = tables.get(tag);
    if (!found) throw new Error(`${name} has no ${tag}`);
    return found;
  };
  const table = (tag: string): DataView => viewOf(bytesOf(tag));
  const layout = (tag: string, far: 7 | 9) => (tables.has(tag) ? layoutTable(table(tag), far) : undefined);
  const head = table('head');
  const line = table('hhea');
  const scale = 1000 / head.getUint16(18);
  const long = line.getUint16(34);
  const widths = table('hmtx');
  const letters = lettersOf(bytesOf('cmap'));
  const gpos = layout('GPOS', 9);
  const pairs = gpos ? readKerning(gpos) : () => 0;
  const glyph = (codePoint: number): number => letters.get(codePoint) ?? 0;
  return {
    name,
    glyph,
    width: (drawing) => widths.getUint16(4 * Math.min(drawing, long - 1)) * scale,
    kern: (left, right) => pairs(left, right) * scale,
    shape: script
      ? readShaping(
          { gsub: layout('GSUB', 7), gpos, gdef: tables.has('GDEF') ? table('GDEF') : undefined },
          glyph,
          script,
        )
      : null,
    ascent: line.getInt16(4) * scale,
    descent: line.getInt16(6) * scale,
    capital: capitalIn(tables.get('OS/2')) * scale || line.getInt16(4) * scale,
    box: [36, 38, 40, 42].map((at) => Math.round(head.getInt16(at) * scale)) as Font['box'],
    cut: (drawings) => cutFont(tables, drawings),
  };
}

const capitalIn = (table: Bytes | undefined): number =>
  table && viewOf(table).getUint16(0) >= 2 ? viewOf(table).getInt16(88) : 0;

export async function piped(
  bytes: Uint8Array<ArrayBuffer>,
  through: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const made = new Blob([bytes]).stream().pipeThrough(through);
  return new Uint8Array(await new Response(made).arrayBuffer());
}
