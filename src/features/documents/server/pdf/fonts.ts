import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { type East, eastOrder, hasEastern } from '#features/documents/rules/answers/east.ts';
import { hasEmoji } from '#features/documents/rules/formats/emoji.ts';
import {
  fontOf,
  lettersOf,
  partsOfFont,
  partsOfWoff,
  viewOf,
} from '#features/documents/rules/formats/font-file.ts';

const folder = fileURLToPath(new URL('../../../../../content/fonts/', import.meta.url));
const systemFolders = [
  '/usr/share/fonts/opentype/noto',
  '/usr/share/fonts/noto-cjk',
  '/usr/share/fonts/google-noto-cjk',
  '/usr/share/fonts/google-noto-serif-cjk-vf-fonts',
  '/usr/share/fonts/google-noto-sans-cjk-vf-fonts',
];

// Asked first, because it costs next to nothing: whatever is beyond the commonest writings.
const rare = /[\u0530-\u058f\u0700-\u1cff\u2100-\u27bf\u2c00-\u{10ffff}]/gu;

export interface Typesetter {
  compiler: NodeCompiler;
  /** Letters of the text that no font here has. */
  missing: string;
  /** Everything of it that no font here has: marks and pictures, too. */
  undrawn: ReadonlySet<string>;
}

/**
 * The fonts of the typesetter: ours from the start, those of East Asia when a text first needs them, because they
 * weigh as much as all the rest of the thread. What ours lack, the machine's own may have.
 */
export function openFonts(workspace: string): (text: string) => Typesetter {
  const names = readdirSync(folder);
  const ours = names.filter((name) => name.endsWith('.ttf')).map((name) => readFileSync(folder + name));
  const system = systemFolders.flatMap((place) =>
    existsSync(place)
      ? readdirSync(place)
          .filter((name) => /CJK[^.]*\.(?:ttc|otf|ttf)$/i.test(name))
          .map((name) => `${place}/${name}`)
      : [],
  );
  const east = new Set<East>();
  let hasPictures = false;
  const covers = new Map<string, Set<number>>();
  let compiler = create();

  function create(): NodeCompiler {
    // Read anew rather than kept: the typesetter has its own copy.
    const eastern = [...east].flatMap((language) =>
      ['Regular', 'Bold'].map((weight) => fontOf(unpacked(eastFile(language, weight)))),
    );
    const pictures = hasPictures ? [fontOf(unpacked(pictureFile()))] : [];
    const fontBlobs = [...ours, ...eastern, ...pictures].map((one) =>
      Buffer.from(one.buffer, one.byteOffset, one.byteLength),
    );
    return NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs }, { fontPaths: system }] });
  }

  /** Takes away the letters that a font has; says whether there were any. */
  function strike(letters: Set<string>, name: string, cmap: () => Uint8Array<ArrayBuffer>[]): boolean {
    const has = covers.get(name) ?? new Set(cmap().flatMap((one) => [...lettersOf(one).keys()]));
    covers.set(name, has);
    const before = letters.size;
    for (const letter of letters) if (has.has(letter.codePointAt(0) ?? 0)) letters.delete(letter);
    return letters.size < before;
  }

  return (text) => {
    const letters = new Set(text.match(rare));
    if (letters.size === 0) return { compiler, missing: '', undrawn: letters };
    strike(letters, 'ours', () => ours.map((one) => mapIn(new Uint8Array(one))));
    let isNew = false;
    for (const language of letters.size > 0 && hasEastern(text) ? eastOrder(text) : []) {
      const map = () => unpacked(eastFile(language, 'Regular'), ['cmap']).map(([, bytes]) => bytes);
      if (!strike(letters, language, map) || east.has(language)) continue;
      east.add(language);
      isNew = true;
    }
    if (letters.size > 0 && hasEmoji([...letters].join(''))) {
      const map = () => unpacked(pictureFile(), ['cmap']).map(([, bytes]) => bytes);
      if (strike(letters, 'pictures', map) && !hasPictures) isNew = hasPictures = true;
    }
    if (isNew) compiler = create();
    for (const path of letters.size > 0 ? system : []) strike(letters, path, () => [mapOf(path)]);
    return {
      compiler,
      missing: [...letters].filter((letter) => /[\p{L}\p{S}\p{N}]/u.test(letter)).join(''),
      undrawn: letters,
    };
  };
}

const eastFile = (language: East, weight: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(`${folder}HubSans${language}-${weight}.woff`));

const pictureFile = (): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(`${folder}NotoEmoji-Regular.woff`));

const unpacked = (file: Uint8Array<ArrayBuffer>, wanted?: string[]) =>
  partsOfWoff(file, wanted).map(
    ({ tag, bytes, isPacked }) => [tag, isPacked ? new Uint8Array(inflateSync(bytes)) : bytes] as const,
  );

const mapIn = (font: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  partsOfFont(font).find(({ tag }) => tag === 'cmap')?.bytes ?? new Uint8Array(4);

/** The map of letters of a font of the machine, without reading its megabytes of drawings. */
function mapOf(path: string): Uint8Array<ArrayBuffer> {
  const file = openSync(path, 'r');
  try {
    const read = (at: number, length: number) => {
      const bytes = new Uint8Array(length);
      readSync(file, bytes, 0, length, at);
      return bytes;
    };
    const view = viewOf(read(0, 16));
    // "ttcf", a collection: its fonts know the same letters.
    const start = view.getUint32(0) === 0x74746366 ? view.getUint32(12) : 0;
    const table = viewOf(read(start, 12 + 16 * 40));
    for (let at = 12; at < 12 + 16 * table.getUint16(4); at += 16)
      // "cmap"
      if (table.getUint32(at) === 0x636d6170) return read(table.getUint32(at + 8), table.getUint32(at + 12));
    return new Uint8Array(4);
  } finally {
    closeSync(file);
  }
}
