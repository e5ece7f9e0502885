import { createHash } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import { lstat, stat } from 'node:fs/promises';

interface Known {
  size: number;
  mtimeMs: number;
  ctimeMs: number;
  digest: string;
}

const mostKnown = 5000;
const known = new Map<string, Known>();

const keyOf = ({ dev, ino }: Stats): string => `${dev} ${ino}`;

/** What is known of a file that was written to since is not known; a time put back doesn't hide that from `ctime`. */
function knownOf(info: Stats): Known | undefined {
  const before = known.get(keyOf(info));
  const isSame =
    before?.size === info.size && before.mtimeMs === info.mtimeMs && before.ctimeMs === info.ctimeMs;
  return isSame ? before : undefined;
}

/** SHA-256. Gigabytes are read once: the same file, whatever it is called by now, not written since, is the same bytes. */
export async function digestOf(path: string): Promise<string> {
  const info = await stat(path);
  const before = knownOf(info);
  if (before) return before.digest;
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Uint8Array);
  const digest = hash.digest('hex');
  const { size, mtimeMs, ctimeMs } = await stat(path);
  // Written to meanwhile, or so lately that another write could bear the same time.
  const isStill =
    size === info.size &&
    mtimeMs === info.mtimeMs &&
    ctimeMs === info.ctimeMs &&
    performance.timeOrigin + performance.now() - mtimeMs > 2000;
  if (!isStill) return digest;
  known.set(keyOf(info), { size, mtimeMs, ctimeMs, digest });
  const [oldest] = known.keys();
  if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
  return digest;
}

/**
 * One more name for a file, or one less, moves its `ctime` and not a byte of it. Whoever gives or takes names does it
 * in here and says by which name each file (`was`) is found afterwards (`is`): then it needn't be read again.
 */
export async function whileNamesChange(
  files: readonly { was: string; is: string }[],
  work: () => Promise<void>,
): Promise<void> {
  const infoOf = (path: string) => lstat(path).catch(() => null);
  const before: { is: string; key: string; entry: Known }[] = [];
  for (const { was, is } of files) {
    const info = await infoOf(was);
    const entry = info ? knownOf(info) : undefined;
    if (info && entry) before.push({ is, key: keyOf(info), entry });
  }
  await work();
  for (const { is, key, entry } of before) {
    const info = await infoOf(is);
    if (info && keyOf(info) === key && info.size === entry.size && info.mtimeMs === entry.mtimeMs)
      known.set(key, { ...entry, ctimeMs: info.ctimeMs });
  }
}
