/** A zip that every system opens, made in the browser: stored, names in UTF-8. */
export function zip(files: { path: string; text: string }[], at: Date): Blob {
  const encoder = new TextEncoder();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  const date = ((at.getFullYear() - 1980) << 9) | ((at.getMonth() + 1) << 5) | at.getDate();
  const time = (at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1);
  let offset = 0;
  for (const { path, text } of withoutTwins(files)) {
    const name = encoder.encode(path);
    const bytes = encoder.encode(text);
    // Version needed, names in UTF-8, stored, when, what.
    const common = numbers(
      [20, 2],
      [0x0800, 2],
      [0, 2],
      [time, 2],
      [date, 2],
      [crc32(bytes), 4],
      [bytes.length, 4],
      [bytes.length, 4],
      [name.length, 2],
      [0, 2],
    );
    const local = [numbers([0x04034b50, 4]), common, name, bytes];
    parts.push(...local);
    directory.push(
      numbers([0x02014b50, 4], [20, 2]),
      common,
      numbers([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
      name,
    );
    offset += 4 + common.length + name.length + bytes.length;
  }
  const index = directory.reduce((sum, part) => sum + part.length, 0);
  const end = numbers(
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [files.length, 2],
    [files.length, 2],
    [index, 4],
    [offset, 4],
    [0, 2],
  );
  return new Blob([...parts, ...directory, end], { type: 'application/zip' });
}

function numbers(...fields: [value: number, bytes: 2 | 4][]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [, bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [value, bytes] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

function withoutTwins(files: { path: string; text: string }[]): { path: string; text: string }[] {
  const seen = new Set<string>();
  return files.map(({ path, text }) => {
    let name = path;
    for (let n = 2; seen.has(name.toLowerCase()); n++) name = path.replace(/(\.[^./]*)?$/, ` (${n})$1`);
    seen.add(name.toLowerCase());
    return { path: name, text };
  });
}

/** What may stand in the name of a file on every system. */
export const fileName = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex -- they are what must not be in it
    .replace(/[\u0000-\u001f<>:"/\\|?*]+/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, '')
    .slice(0, 100) || 'untitled';

function crc32(bytes: Uint8Array): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb8_8320 : crc >>> 1;
  }
  return (crc ^ 0xffff_ffff) >>> 0;
}
