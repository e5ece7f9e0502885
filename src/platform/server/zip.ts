import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';

export interface ZipEntry {
  path: string;
  /** A stream for anything large: only what is being sent is in memory. */
  bytes: Uint8Array | AsyncIterable<Uint8Array | string>;
}
type Entries = Iterable<ZipEntry> | AsyncIterable<ZipEntry>;

const biggest = 0xffff_ffff;
const mostFiles = 0xffff;
const piece = 64 * 1024;

/**
 * A ZIP file that every system opens, created while it is read: the next file is opened when the previous one has
 * been sent. Up to 4 GB and 65,535 files. zlib compresses in its own threads; between chunks, other requests get
 * their turn.
 */
export async function* zipped(files: Entries, at: Date): AsyncGenerator<Uint8Array> {
  let made: Uint8Array[] = [];
  let length = 0;
  const archive = new Zip((error, bytes) => {
    if (error) throw error;
    made.push(bytes);
    length += bytes.length;
    if (length > biggest) throw new RangeError('Too large for a ZIP file');
  });
  const take = (): Uint8Array[] => {
    const ready = made;
    made = [];
    return ready;
  };
  const nameOf = createNames();
  let count = 0;
  for await (const { path, bytes } of files) {
    if (++count > mostFiles) throw new RangeError('Too many files for a ZIP file');
    const file: ZipInputFile = {
      filename: nameOf(path),
      compression: 8,
      mtime: asLocal(at),
      crc: 0,
      size: 0,
    };
    archive.add(file);
    for await (const packed of deflated(bytes, file)) {
      file.ondata?.(null, packed, false);
      yield* take();
    }
    file.ondata?.(null, new Uint8Array(), true);
    yield* take();
  }
  archive.end();
  yield* take();
}

/** The same in one go, for small files. */
export async function zip(files: Entries, at: Date): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  for await (const part of zipped(files, at)) parts.push(part);
  return Buffer.concat(parts);
}

/** As a download, with backpressure. */
export function zipResponse(name: string, files: Entries, at: Date): Response {
  const stream = Readable.toWeb(Readable.from(zipped(files, at), { objectMode: false }));
  return new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>, {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    },
  });
}

/** Counts size and checksum of each file as it passes, for its entry in the ZIP. */
async function* deflated(
  bytes: ZipEntry['bytes'],
  counts: Pick<ZipInputFile, 'crc' | 'size'>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const given of bytes instanceof Uint8Array ? [bytes] : bytes) {
      const part = typeof given === 'string' ? Buffer.from(given) : given;
      for (let from = 0; from < part.length; from += piece) {
        const some = part.subarray(from, from + piece);
        counts.crc = crc32(some, counts.crc);
        counts.size += some.length;
        yield some;
      }
    }
  }
  // Errors on either side surface where the compressed bytes are read.
  yield* pipeline(Readable.from(counted(), { objectMode: false }), createDeflateRaw(), () => {});
}

/** A name is relative, never leaves the folder, and is unique. */
function createNames(): (path: string) => string {
  const seen = new Set<string>();
  return (path) => {
    const safe =
      path
        .split(/[\\/]+/)
        .filter((part) => part !== '' && part !== '.' && part !== '..')
        .join('/') || 'file';
    let name = safe;
    for (let n = 2; seen.has(name.toLowerCase()); n++) name = safe.replace(/(\.[^./]*)?$/, ` (${n})$1`);
    seen.add(name.toLowerCase());
    return name;
  };
}

/** ZIP files have no time zones; the result is identical wherever it is made. */
const asLocal = (at: Date): Date =>
  new Date(
    at.getUTCFullYear(),
    at.getUTCMonth(),
    at.getUTCDate(),
    at.getUTCHours(),
    at.getUTCMinutes(),
    at.getUTCSeconds(),
  );
