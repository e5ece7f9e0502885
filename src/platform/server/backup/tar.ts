/**
 * A minimal tar (ustar, with pax headers for long names and large files): streaming in both directions, readable by
 * any tar.
 */

export interface TarEntry {
  name: string;
  size: number;
  mode: number;
  content: AsyncIterable<Uint8Array>;
}

/** Not a tar, or one that was truncated or changed. */
export class DamagedTar extends Error {
  override name = 'DamagedTar';
}

const block = 512;
const largestPlainSize = 0o77777777777;
const padding = (size: number): Buffer => Buffer.alloc((block - (size % block)) % block);

export async function* writeTar(entries: AsyncIterable<TarEntry>): AsyncGenerator<Buffer> {
  for await (const { name, size, mode, content } of entries) {
    const inHeader = isAscii(name) && name.length <= 100 && size <= largestPlainSize;
    if (!inHeader) {
      const records = paxRecords({ path: name, size: String(size) });
      yield* [header('pax-header', records.length, 0o600, 'x'), records, padding(records.length)];
    }
    yield header(inHeader ? name : 'see-pax-header', size > largestPlainSize ? 0 : size, mode, '0');
    let written = 0;
    for await (const piece of content) {
      written += piece.length;
      yield Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    }
    // The next header would be read as content, and everything after it would be shifted.
    if (written !== size)
      throw new Error(`${name} changed while being read: ${written} bytes instead of ${size}`);
    yield padding(size);
  }
  yield Buffer.alloc(2 * block);
}

/** The entries in order; each one's content is available until the next is requested. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const bytes = new Bytes(source);
  let pax: Record<string, string> = {};
  for (;;) {
    const head = await bytes.exactly(block);
    if (head.every((byte) => byte === 0)) break;
    const entry = parseHeader(head);
    if (entry.type === 'x') {
      if (entry.size > 65_536) throw new DamagedTar('a header is too large');
      pax = parsePax(await bytes.exactly(entry.size));
      await bytes.exactly(padding(entry.size).length);
      continue;
    }
    const size = pax['size'] === undefined ? entry.size : Number(pax['size']);
    const name = pax['path'] ?? entry.name;
    pax = {};
    if (!Number.isSafeInteger(size) || size < 0) throw new DamagedTar('an impossible size');
    const part = { left: size };
    if (entry.type === '0') yield { name, size, mode: entry.mode, content: bytes.of(part) };
    for await (const piece of bytes.of(part)) void piece;
    await bytes.exactly(padding(size).length);
  }
  // Reads to the very end, so that the surrounding gzip checks its checksum.
  await bytes.drain();
}

function header(name: string, size: number, mode: number, type: '0' | 'x'): Buffer {
  const head = Buffer.alloc(block);
  const octal = (value: number, at: number, length: number) =>
    head.write(value.toString(8).padStart(length - 1, '0'), at, 'latin1');
  head.write(name, 0, 100, 'latin1');
  octal(mode, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(0, 136, 12);
  head.write(type, 156, 'latin1');
  head.write('ustar\u000000', 257, 'latin1');
  head.write(`${checksum(head).toString(8).padStart(6, '0')}\u0000 `, 148, 'latin1');
  return head;
}

function parseHeader(head: Buffer): { name: string; size: number; mode: number; type: string } {
  const text = (at: number, length: number) =>
    head.toString('latin1', at, at + length).replace(/\0[^]*$/, '');
  const octal = (at: number, length: number) => Number.parseInt(text(at, length).trim() || '0', 8);
  if (text(257, 5) !== 'ustar' || octal(148, 8) !== checksum(head))
    throw new DamagedTar('a header is invalid');
  const prefix = text(345, 155);
  return {
    name: prefix ? `${prefix}/${text(0, 100)}` : text(0, 100),
    size: octal(124, 12),
    mode: octal(100, 8),
    type: text(156, 1) || '0',
  };
}

/** The sum of all bytes, with its own eight counted as spaces. */
function checksum(head: Buffer): number {
  let sum = 8 * 32;
  for (let at = 0; at < block; at++) if (at < 148 || at >= 156) sum += head[at] ?? 0;
  return sum;
}

function paxRecords(values: Record<string, string>): Buffer {
  return Buffer.concat(
    Object.entries(values).map(([key, value]) => {
      const rest = Buffer.byteLength(` ${key}=${value}\n`);
      // The length includes its own digits.
      let length = rest + String(rest).length;
      if (String(length).length > String(rest).length) length = rest + String(length).length;
      return Buffer.from(`${length} ${key}=${value}\n`);
    }),
  );
}

function parsePax(records: Buffer): Record<string, string> {
  const values: Record<string, string> = {};
  for (let at = 0; at < records.length;) {
    const space = records.indexOf(32, at);
    const length = Number(records.toString('latin1', at, space));
    if (space < 0 || !(length > 0) || at + length > records.length)
      throw new DamagedTar('a header is invalid');
    const [key = '', ...value] = records.toString('utf8', space + 1, at + length - 1).split('=');
    values[key] = value.join('=');
    at += length;
  }
  return values;
}

const isAscii = (text: string): boolean => /^[\u0020-\u007e]*$/.test(text);

class Bytes {
  #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async #some(most: number): Promise<Buffer | undefined> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#source.next();
      if (done) return undefined;
      this.#rest = value as Buffer;
    }
    const piece = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(most);
    return piece;
  }

  /** The rest of a part, however often reading is resumed. */
  async *of(part: { left: number }): AsyncGenerator<Buffer> {
    while (part.left > 0) {
      const piece = await this.#some(part.left);
      if (piece === undefined) throw new DamagedTar('it ends unexpectedly');
      part.left -= piece.length;
      yield piece;
    }
  }

  async exactly(size: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of this.of({ left: size })) pieces.push(piece);
    return Buffer.concat(pieces, size);
  }

  async drain(): Promise<void> {
    while ((await this.#some(Number.MAX_SAFE_INTEGER)) !== undefined);
  }
}
