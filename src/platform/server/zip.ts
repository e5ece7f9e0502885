import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';

export interface ZipEntry {
  path: string;
  /** Piece by piece where it may be large: only what is on its way is in memory. */
  bytes: Uint8Array | AsyncIterable<Uint8Array | string>;
}
type Entries = Iterable<ZipEntry> | AsyncIterable<ZipEntry>;

const biggest = 0xffff_ffff;
const mostFiles = 0xffff;
const piece = 64 * 1024;

/**
 * A zip as every system opens it, made as it is read: the next file is asked for when the one before has gone out. Up to
 * 4 GB and 65,535 files. Packed by zlib, in threads of its own; every piece leaves room for whoever else is asking.
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

/** The same at once, for what is small. */
export async function zip(files: Entries, at: Date): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  for await (const part of zipped(files, at)) parts.push(part);
  return Buffer.concat(parts);
}

/** To be downloaded, as fast as it is taken and no faster. */
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

/** Counts what goes in on the way, into what the zip says of the file. */
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
  // Whatever fails on either side is thrown where the packed bytes are read.
  yield* pipeline(Readable.from(counted(), { objectMode: false }), createDeflateRaw(), () => {});
}

/** A name starts at no root, climbs nowhere, and stands once. */
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

/** A zip knows no zones, and is the same wherever it is packed. */
const asLocal = (at: Date): Date =>
  new Date(
    at.getUTCFullYear(),
    at.getUTCMonth(),
    at.getUTCDate(),
    at.getUTCHours(),
    at.getUTCMinutes(),
    at.getUTCSeconds(),
  );
