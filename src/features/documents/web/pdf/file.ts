import { type Font, piped } from './font.ts';
import type { PageLink, Part, Used } from './page.ts';
import type { Setting } from './setting.ts';

/** Dots of a picture, row after row: red, green, blue, and how much of it covers what is behind. */
export interface Dots {
  width: number;
  height: number;
  rgba: Uint8ClampedArray | Uint8Array;
}

type Bytes = Uint8Array<ArrayBuffer>;
const encoder = new TextEncoder();

/** The pages as a PDF file: tagged, with its letters inside, and nothing in it that runs. */
export async function writeFile(
  at: Setting,
  { title, author, language, logo }: { title: string; author: string; language: string; logo: Dots | null },
): Promise<Bytes> {
  const file = new Objects();
  const [catalog, pages, tree] = [file.next(), file.next(), file.next()];
  const pageIds = at.pages.map(() => file.next());
  const fonts: string[] = [];
  for (const [font, used] of at.cast.fonts) fonts.push(`/${used.name} ${await fontId(file, font, used)} 0 R`);
  const picture = logo ? `/XObject <</Logo ${await pictureId(file, logo)} 0 R>>` : '';
  const resources = file.add(`<</Font <<${fonts.join(' ')}>> ${picture}>>`);
  const structure = await writeParts(file, at, tree, pageIds);

  for (const [index, page] of at.pages.entries()) {
    const content = await file.packed('', encoder.encode(page.drawn.join('\n')));
    const notes = page.links
      .flatMap((link) => noteOf(link, at, pageIds))
      .map((note) => `${file.add(note)} 0 R`);
    file.put(
      pageIds[index] ?? 0,
      `<</Type /Page /Parent ${pages} 0 R /MediaBox [0 0 ${at.width} ${at.height}] /Resources ${resources} 0 R ` +
        `/Contents ${content} 0 R /StructParents ${index} /Tabs /S${notes.length > 0 ? ` /Annots [${notes.join(' ')}]` : ''}>>`,
    );
  }
  file.put(
    pages,
    `<</Type /Pages /Count ${pageIds.length} /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}]>>`,
  );
  file.put(tree, structure);
  file.put(
    catalog,
    `<</Type /Catalog /Pages ${pages} 0 R /Lang ${words(language)} /MarkInfo <</Marked true>> ` +
      `/ViewerPreferences <</DisplayDocTitle true>> /StructTreeRoot ${tree} 0 R>>`,
  );
  const info = file.add(`<</Title ${words(title)}${author ? ` /Author ${words(author)}` : ''}>>`);
  return file.whole(catalog, info);
}

/** Numbered pieces, and where each begins. */
class Objects {
  private readonly bodies: Bytes[] = [];

  next(): number {
    return this.bodies.push(new Uint8Array());
  }

  put(id: number, text: string): void {
    this.bodies[id - 1] = encoder.encode(text);
  }

  add(text: string): number {
    const id = this.next();
    this.put(id, text);
    return id;
  }

  async packed(entries: string, bytes: Bytes): Promise<number> {
    const small = await piped(bytes, new CompressionStream('deflate'));
    const head = encoder.encode(`<<${entries} /Filter /FlateDecode /Length ${small.length}>>\nstream\n`);
    return this.bodies.push(joined([head, small, encoder.encode('\nendstream')]));
  }

  whole(catalog: number, info: number): Bytes {
    const parts: Bytes[] = [encoder.encode('%PDF-1.7\n'), new Uint8Array([37, 226, 227, 207, 211, 10])];
    const starts: number[] = [];
    let size = 15;
    this.bodies.forEach((body, index) => {
      starts.push(size);
      const whole = [encoder.encode(`${index + 1} 0 obj\n`), body, encoder.encode('\nendobj\n')];
      for (const part of whole) size += part.length;
      parts.push(...whole);
    });
    const rows = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
    const count = starts.length + 1;
    parts.push(
      encoder.encode(
        `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<</Size ${count} /Root ${catalog} 0 R /Info ${info} 0 R>>\nstartxref\n${size}\n%%EOF\n`,
      ),
    );
    return joined(parts);
  }
}

function joined(parts: Bytes[]): Bytes {
  const made = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    made.set(part, at);
    at += part.length;
  }
  return made;
}

const hex = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0')).join('');

/** Any words, as letters of two bytes: no sign of theirs means anything to the file. */
const words = (text: string): string => `<feff${hex(text)}>`;

async function fontId(file: Objects, font: Font, { name: short, shown }: Used): Promise<number> {
  const bytes = font.cut(shown);
  const letters = await file.packed(`/Length1 ${bytes.length}`, bytes);
  // Six capitals say that a font is not whole; no two of a file have the same.
  const name = `/HUB${short
    .slice(1)
    .padStart(3, 'A')
    .replace(/\d/g, (digit) => 'ABCDEFGHIJ'[Number(digit)] ?? 'A')}+${font.name}`;
  const isItalic = font.name.endsWith('italic');
  const description = file.add(
    `<</Type /FontDescriptor /FontName ${name} /Flags ${isItalic ? 70 : 6} /FontBBox [${font.box.join(' ')}] ` +
      `/ItalicAngle ${isItalic ? -12 : 0} /Ascent ${Math.round(font.ascent)} /Descent ${Math.round(font.descent)} ` +
      `/CapHeight 670 /StemV ${font.name.includes('600') ? 120 : 80} /FontFile2 ${letters} 0 R>>`,
  );
  const widths = shown.map(({ glyph }) => (glyph === null ? 0 : Math.round(font.width(glyph)))).join(' ');
  const child = file.add(
    `<</Type /Font /Subtype /CIDFontType2 /BaseFont ${name} /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>> ` +
      `/FontDescriptor ${description} 0 R /CIDToGIDMap /Identity /W [1 [${widths}]]>>`,
  );
  const rows = shown.flatMap(({ letter }, index) =>
    letter === '' ? [] : [`<${(index + 1).toString(16).padStart(4, '0')}> <${hex(letter)}>`],
  );
  const maps = Array.from({ length: Math.ceil(rows.length / 100) }, (_, index) => {
    const some = rows.slice(100 * index, 100 * index + 100);
    return `${some.length} beginbfchar\n${some.join('\n')}\nendbfchar`;
  });
  const back = await file.packed(
    '',
    encoder.encode(
      '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Back def /CMapType 2 def\n' +
        `1 begincodespacerange <0000> <ffff> endcodespacerange\n${maps.join('\n')}\nendcmap CMapName currentdict /CMap defineresource pop end end`,
    ),
  );
  return file.add(
    `<</Type /Font /Subtype /Type0 /BaseFont ${name} /Encoding /Identity-H /DescendantFonts [${child} 0 R] /ToUnicode ${back} 0 R>>`,
  );
}

async function pictureId(file: Objects, { width, height, rgba }: Dots): Promise<number> {
  const colors = new Uint8Array(width * height * 3);
  const cover = new Uint8Array(width * height);
  for (let dot = 0; dot < width * height; dot++) {
    for (let part = 0; part < 3; part++) colors[3 * dot + part] = rgba[4 * dot + part] ?? 0;
    cover[dot] = rgba[4 * dot + 3] ?? 255;
  }
  const size = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8`;
  const mask = await file.packed(`${size} /ColorSpace /DeviceGray`, cover);
  return file.packed(`${size} /ColorSpace /DeviceRGB /SMask ${mask} 0 R`, colors);
}

/** What a document consists of, and to which part every mark on every page belongs. */
async function writeParts(file: Objects, at: Setting, tree: number, pageIds: number[]): Promise<string> {
  const ids = new Map<Part, number>();
  const write = (part: Part, parent: number): number => {
    const id = file.next();
    ids.set(part, id);
    const inside = part.parts.map((one) =>
      'mark' in one
        ? `<</Type /MCR /Pg ${pageIds[one.page]} 0 R /MCID ${one.mark}>>`
        : `${write(one, id)} 0 R`,
    );
    const alt = part.alt === undefined ? '' : ` /Alt ${words(part.alt)}`;
    const scope = part.scope ? ` /A <</O /Table /Scope /${part.scope}>>` : '';
    file.put(
      id,
      `<</Type /StructElem /S /${part.kind} /P ${parent} 0 R /K [${inside.join(' ')}]${alt}${scope}>>`,
    );
    return id;
  };
  const root = write(at.root, tree);
  const rows = at.pages.map(
    ({ marks }, index) => `${index} [${marks.map((part) => `${ids.get(part)} 0 R`).join(' ')}]`,
  );
  return `<</Type /StructTreeRoot /K ${root} 0 R /ParentTree ${file.add(`<</Nums [${rows.join(' ')}]>>`)} 0 R /ParentTreeNextKey ${rows.length}>>`;
}

function noteOf({ box, to }: PageLink, at: Setting, pageIds: number[]): string[] {
  const start = `<</Type /Annot /Subtype /Link /Border [0 0 0] /F 4 /Rect [${box.map((one) => one.toFixed(2)).join(' ')}]`;
  if (!to.startsWith('#')) {
    if (!/^(?:https?:|mailto:)/i.test(to)) return [];
    const address = encodeURI(to).replace(/[()\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
    return [`${start} /Contents ${words(to)} /A <</S /URI /URI (${address})>>>>`];
  }
  const place = at.places.get(to.slice(1));
  return place
    ? [
        `${start} /Contents ${words('Go to the clause')} /Dest [${pageIds[place.page]} 0 R /XYZ 0 ${place.y.toFixed(1)} null]>>`,
      ]
    : [];
}
