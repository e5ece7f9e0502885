/** A table of a font file, as it lies there. */
export interface Part {
  tag: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Still to be inflated. */
  isPacked: boolean;
}

/** What a WOFF file holds; only the tables asked for, if any are. */
export function partsOfWoff(file: Uint8Array<ArrayBuffer>, wanted?: readonly string[]): Part[] {
  const view = viewOf(file);
  if (file.length < 44 || view.getUint32(0) !== 0x774f4646) throw new Error('This is no WOFF file');
  return Array.from({ length: view.getUint16(12) }, (_, index) => {
    const at = 44 + 20 * index;
    const [start, small, full] = [4, 8, 12].map((by) => view.getUint32(at + by)) as [number, number, number];
    const tag = String.fromCharCode(...file.subarray(at, at + 4));
    return { tag, bytes: file.subarray(start, start + small), isPacked: small < full };
  }).filter(({ tag }) => !wanted || wanted.includes(tag));
}

/** What a TrueType or OpenType file holds, or the first font of a collection. */
export function partsOfFont(file: Uint8Array<ArrayBuffer>): Part[] {
  const view = viewOf(file);
  // "ttcf"
  const start = view.getUint32(0) === 0x74746366 ? view.getUint32(12) : 0;
  return Array.from({ length: view.getUint16(start + 4) }, (_, index) => {
    const at = start + 12 + 16 * index;
    const from = view.getUint32(at + 8);
    return {
      tag: String.fromCharCode(...file.subarray(at, at + 4)),
      bytes: file.subarray(from, from + view.getUint32(at + 12)),
      isPacked: false,
    };
  });
}

/** Tables behind one another as a TrueType file. */
export function fontOf(parts: readonly (readonly [string, Uint8Array])[]): Uint8Array<ArrayBuffer> {
  const tables = parts.toSorted(([one], [other]) => (one < other ? -1 : 1));
  const size = tables.reduce((sum, [, { length }]) => sum + ((length + 3) & ~3), 12 + 16 * tables.length);
  const made = new Uint8Array(size);
  const view = viewOf(made);
  const steps = Math.floor(Math.log2(tables.length));
  const header = [1, 0, tables.length, 16 << steps, steps, 16 * (tables.length - (1 << steps))];
  header.forEach((value, index) => view.setUint16(2 * index, value));
  let end = 12 + 16 * tables.length;
  tables.forEach(([tag, bytes], index) => {
    const at = 12 + 16 * index;
    for (let letter = 0; letter < 4; letter++) made[at + letter] = tag.charCodeAt(letter);
    made.set(bytes, end);
    view.setUint32(at + 4, sumOf(view, end, bytes.length));
    view.setUint32(at + 8, end);
    view.setUint32(at + 12, bytes.length);
    end += (bytes.length + 3) & ~3;
  });
  return made;
}

/** From letters to drawings: by the map of all planes where there is one, else by that of the first. */
export function lettersOf(table: Uint8Array<ArrayBuffer>): Map<number, number> {
  const cmap = viewOf(table);
  const found = new Map<number, number>();
  for (let index = 0; index < cmap.getUint16(2); index++) {
    const at = cmap.getUint32(8 + 8 * index);
    const format = cmap.getUint16(at);
    if (format === 4) readPlane(cmap, at, found);
    else if (format === 12) readGroups(cmap, at, found);
  }
  return found;
}

function readPlane(cmap: DataView, at: number, found: Map<number, number>): void {
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

function readGroups(cmap: DataView, at: number, found: Map<number, number>): void {
  for (let group = at + 16; group < at + 16 + 12 * cmap.getUint32(at + 12); group += 12) {
    const [start, end, first] = [0, 4, 8].map((by) => cmap.getUint32(group + by)) as [number, number, number];
    for (let letter = start; letter <= end; letter++) found.set(letter, first + letter - start);
  }
}

export const viewOf = (bytes: Uint8Array<ArrayBuffer>): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function sumOf(view: DataView, start: number, length: number): number {
  let sum = 0;
  for (let at = start; at < start + length; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  return sum;
}
