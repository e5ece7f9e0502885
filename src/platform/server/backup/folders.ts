import { createReadStream } from 'node:fs';
import { cp, type FileHandle, mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { Problem } from '#base/problem.ts';
import type { TarEntry } from './tar.ts';

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** A file that is still being stored: it has no final name yet. */
const draft = /\.part-[0-9a-f]{12}$/;

/** Every file in a folder, following links, as entries under a prefix. A missing folder has none. */
export async function* entriesOf(
  folder: string,
  prefix: string,
  leaveOut: string[],
  seen = new Set<string>(),
): AsyncGenerator<TarEntry> {
  const real = await realpath(folder).catch(() => null);
  // A link may lead back up.
  if (real === null || seen.has(real)) return;
  seen.add(real);
  for (const name of (await readdir(folder)).sort()) {
    const path = join(folder, name);
    if (leaveOut.includes(path) || draft.test(name)) continue;
    const info = await stat(path).catch(() => null);
    if (info?.isDirectory()) yield* entriesOf(path, `${prefix}${name}/`, leaveOut, seen);
    else if (info?.isFile()) {
      const entry = await fileEntry(path, `${prefix}${name}`);
      if (entry) yield entry;
    }
  }
}

/** The file at its current length; null if it has just been deleted. */
export async function fileEntry(path: string, name: string): Promise<TarEntry | null> {
  const handle = await open(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
  if (!handle) return null;
  const { size, mode } = await handle.stat();
  const content = size === 0 ? none(handle) : createReadStream('', { fd: handle, end: size - 1 });
  return { name, size, mode: mode & 0o777, content };
}

async function* none(handle: FileHandle): AsyncGenerator<Uint8Array> {
  await handle.close();
  yield* [];
}

/** The path of an entry inside a folder; null for a name that leads outside. */
export function placeInside(folder: string, name: string): string | null {
  const path = join(folder, name);
  const inside = path.startsWith(folder + sep) && !name.includes('\0') && !name.split(/[/\\]/).includes('..');
  return inside ? path : null;
}

export async function writeEntry(
  path: string,
  { mode, content }: TarEntry,
  folderMode: number,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: folderMode });
  const handle = await open(path, 'wx', mode & 0o777);
  try {
    for await (const piece of content) await handle.writeFile(piece);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export interface Swap {
  /** The previous data, by its new name. */
  kept: string[];
  undo(): Promise<void>;
}

/** Moves staged items into place; existing ones are moved aside, never deleted. All of it, or none. */
export async function swapIn(moves: { from: string; to: string }[], mark: string): Promise<Swap> {
  const kept: string[] = [];
  const undoing: (() => Promise<unknown>)[] = [];
  const undo = async () => {
    // Each on its own: if one can't be undone, the others still are.
    for (const step of undoing.splice(0).reverse()) await step().catch(() => {});
  };
  try {
    for (const { from, to } of moves) {
      if (await isThere(to)) {
        const aside = `${to}.before-restore-${mark}`;
        await rename(to, aside).catch((error: unknown) => {
          throw new Problem(
            'conflict',
            `${to} can’t be moved aside (${codeOf(error)}): make its folder writable, or empty it, then try again.`,
          );
        });
        kept.push(aside);
        undoing.push(() => rename(aside, to));
      }
      undoing.push(() => rm(to, { recursive: true, force: true }));
      await move(from, to);
    }
  } catch (error) {
    await undo();
    throw error;
  }
  return { kept, undo };
}

/** An empty folder counts as none, and may be a mount point. */
async function isThere(path: string): Promise<boolean> {
  const info = await stat(path).catch(() => null);
  if (!info) return false;
  return !info.isDirectory() || (await readdir(path)).length > 0;
}

async function move(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  try {
    await rename(from, to);
  } catch (error) {
    // A different disk, or a mount point that can't be moved.
    if (!['EXDEV', 'EBUSY', 'ENOTEMPTY', 'EPERM'].includes(codeOf(error) ?? '')) throw error;
    await cp(from, to, { recursive: true, preserveTimestamps: true });
    await rm(from, { recursive: true, force: true });
  }
}
