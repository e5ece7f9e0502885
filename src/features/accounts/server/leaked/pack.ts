import { createHash } from 'node:crypto';

/**
 * A set of passwords in 2 to 3 bytes each: by the first 16 bits of a hash into one of 65,536 shelves, where the next
 * 24 bits stand in order. One good password in a hundred million looks like one of a hundred thousand leaked ones.
 */
const shelves = 65_536;
const bytesEach = 3;

const digest = (password: string): Buffer => createHash('sha256').update(password).digest();

export function packPasswords(passwords: Iterable<string>): Buffer {
  const sorted = [...new Set(passwords)].map((password) => digest(password).subarray(0, 5));
  sorted.sort(Buffer.compare);
  const counts = Buffer.alloc(shelves);
  const rest: Buffer[] = [];
  for (const hash of sorted) {
    const shelf = hash.readUInt16BE();
    // Nobody misses the few that find their shelf full.
    if (counts.readUInt8(shelf) === 255) continue;
    counts.writeUInt8(counts.readUInt8(shelf) + 1, shelf);
    rest.push(hash.subarray(2));
  }
  return Buffer.concat([counts, ...rest]);
}

export function openPacked(packed: Buffer): { has(password: string): boolean; size: number } {
  const starts = new Uint32Array(shelves + 1);
  for (let shelf = 0; shelf < shelves; shelf++)
    starts[shelf + 1] = (starts[shelf] ?? 0) + packed.readUInt8(shelf);
  const size = starts[shelves] ?? 0;
  return {
    size,
    has(password) {
      const hash = digest(password);
      const shelf = hash.readUInt16BE();
      const wanted = hash.subarray(2, 2 + bytesEach);
      for (let at = starts[shelf] ?? 0; at < (starts[shelf + 1] ?? 0); at++) {
        const place = shelves + at * bytesEach;
        if (packed.subarray(place, place + bytesEach).equals(wanted)) return true;
      }
      return false;
    },
  };
}
