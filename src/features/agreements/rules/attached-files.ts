import { indexOf, lastIndexOf, latin1 } from './sealed-file.ts';

/** A file inside of a PDF file, as it is stored. */
export interface Attached {
  name: string;
  bytes: Uint8Array;
  isDeflated: boolean;
}

const mostSections = 16;
const mostObjects = 100_000;
const mostFiles = 20;
const mostDictionary = 64_000;

/**
 * The files inside of a PDF that the hub made, with a plain table of objects. Reads nothing twice and follows no circle;
 * what it doesn't understand has no files.
 */
export function attachedFiles(bytes: Uint8Array): Attached[] {
  const { objects, root } = tableOf(bytes);
  const catalog = dictionaryOf(bytes, objects.get(root));
  const tree = catalog.slice(Math.max(0, catalog.indexOf('/EmbeddedFiles')));
  const names = /^\/EmbeddedFiles\s{0,9}<<\s{0,9}\/Names\s{0,9}\[([^\]]{0,4000})\]/.exec(tree)?.[1] ?? '';
  return [...names.matchAll(/\)\s*(\d{1,7}) 0 R/g)].slice(0, mostFiles).flatMap(([, number]) => {
    const about = dictionaryOf(bytes, objects.get(Number(number)));
    const name = /\/UF \(([\w.-]{1,60})\)/.exec(about)?.[1];
    const stream = /\/EF\s*<<\s*\/F (\d{1,7}) 0 R/.exec(about)?.[1];
    const file = name !== undefined && stream !== undefined && streamAt(bytes, objects.get(Number(stream)));
    return file ? [{ name, ...file }] : [];
  });
}

/** Where each object stands: the newest table counts, and says where the one before it is. */
function tableOf(bytes: Uint8Array): { objects: Map<number, number>; root: number } {
  const objects = new Map<number, number>();
  const seen = new Set<number>();
  let root = -1;
  let start = Number(
    /^startxref\s{1,4}(\d{1,10})/.exec(
      latin1(bytes, lastIndexOf(bytes, 'startxref', bytes.length), bytes.length),
    )?.[1] ?? -1,
  );
  while (start >= 0 && start < bytes.length && !seen.has(start) && seen.size < mostSections) {
    seen.add(start);
    const end = indexOf(bytes, 'trailer', start, 20 * mostObjects);
    if (end < 0) break;
    let first = 0;
    for (const line of latin1(bytes, start, end).split(/\r\n|\r|\n/)) {
      const section = /^(\d{1,7}) (\d{1,7})\s*$/.exec(line);
      const entry = /^(\d{10}) \d{5} ([nf])\s*$/.exec(line);
      if (section) first = Number(section[1]);
      else if (entry) {
        if (entry[2] === 'n' && !objects.has(first) && objects.size < mostObjects)
          objects.set(first, Number(entry[1]));
        first++;
      }
    }
    const trailer = latin1(bytes, end, end + 2000);
    if (root < 0) root = Number(/\/Root (\d{1,7}) 0 R/.exec(trailer)?.[1] ?? -1);
    start = Number(/\/Prev (\d{1,10})/.exec(trailer)?.[1] ?? -1);
  }
  return { objects, root };
}

function dictionaryOf(bytes: Uint8Array, at = -1): string {
  if (at < 0 || at >= bytes.length) return '';
  const stream = indexOf(bytes, 'stream', at, mostDictionary);
  const end = indexOf(bytes, 'endobj', at, mostDictionary);
  const to = [stream, end].filter((place) => place >= 0);
  return to.length === 0 ? '' : latin1(bytes, at, Math.min(...to));
}

function streamAt(bytes: Uint8Array, at = -1): Omit<Attached, 'name'> | null {
  const about = dictionaryOf(bytes, at);
  const length = Number(/\/Length (\d{1,9})\b/.exec(about)?.[1] ?? -1);
  const filter = /\/Filter\s*\/?(\S{1,40})/.exec(about)?.[1];
  if (length < 0 || (filter !== undefined && filter !== 'FlateDecode')) return null;
  const begin = at + about.length + 'stream'.length;
  const from = begin + (bytes[begin] === 0x0d ? 2 : 1);
  if (from + length > bytes.length) return null;
  return { bytes: bytes.subarray(from, from + length), isDeflated: filter !== undefined };
}
