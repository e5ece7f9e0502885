import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';

export interface ZipEntry {
  path: string;
  bytes: Uint8Array;
}

const deflate = promisify(deflateRaw);
const utf8Names = 0x0800;
const biggest = 0xffff_ffff;

/** A zip as every system opens it: deflated, names in UTF-8, no extensions (up to 4 GB and 65,535 files). */
export async function zip(files: ZipEntry[], at: Date): Promise<Buffer<ArrayBuffer>> {
  const { date, time } = dosTime(at);
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;

  for (const { path, bytes } of withoutTwins(files)) {
    const name = Buffer.from(path);
    const packed = await deflate(bytes);
    // What both headers of a file say, from "version needed" to the length of the name.
    const common = Buffer.alloc(24);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(utf8Names, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt16LE(time, 6);
    common.writeUInt16LE(date, 8);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(name.length, 22);
    parts.push(signature(0x04034b50), common, uint16(0), name, packed);

    const tail = Buffer.alloc(16);
    tail.writeUInt32LE(offset, 12);
    directory.push(signature(0x02014b50), uint16(20), common, tail, name);
    offset += 4 + 24 + 2 + name.length + packed.length;
    if (offset > biggest) throw new RangeError('Too large for a zip');
  }

  const index = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length / 5, 4);
  end.writeUInt16LE(parts.length / 5, 6);
  end.writeUInt32LE(index.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, index, signature(0x06054b50), end]);
}

/** A name starts at no root, climbs nowhere, and stands once. */
function withoutTwins(files: ZipEntry[]): ZipEntry[] {
  const seen = new Set<string>();
  return files.map(({ path, bytes }) => {
    const safe =
      path
        .split(/[\\/]+/)
        .filter((part) => part !== '' && part !== '.' && part !== '..')
        .join('/') || 'file';
    let name = safe;
    for (let n = 2; seen.has(name.toLowerCase()); n++) name = safe.replace(/(\.[^./]*)?$/, ` (${n})$1`);
    seen.add(name.toLowerCase());
    return { path: name, bytes };
  });
}

function dosTime(at: Date): { date: number; time: number } {
  return {
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  };
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}
