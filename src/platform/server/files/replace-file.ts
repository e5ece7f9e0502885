import { mkdir, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** What changes something on the disk, one call a step: a test ends the process in the middle of any of them. */
export interface FileSteps {
  remove(path: string): Promise<void>;
  write(path: string, content: string | Uint8Array, mode: number): Promise<void>;
  move(from: string, to: string): Promise<void>;
  settle(folder: string): Promise<void>;
}

export const onDisk: FileSteps = {
  remove: (path) => rm(path, { force: true }),
  write: (path, content, mode) => writeFile(path, content, { flag: 'wx', flush: true, mode }),
  move: rename,
  async settle(folder) {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  },
};

/**
 * A file as a whole: whoever stops anywhere in between leaves the old one or the new one, and nobody reads half. A link
 * stays a link. One writer at a time: whoever calls holds a lock. Without a mode, that of the file before.
 */
export async function replaceFile(
  path: string,
  content: string | Uint8Array,
  mode?: number,
  steps: FileSteps = onDisk,
): Promise<void> {
  const place = await realpath(path).catch(() => path);
  const folder = dirname(place);
  await mkdir(folder, { recursive: true });
  const before = await stat(place).catch(() => null);
  const draft = join(folder, `.${basename(place)}.new`);
  await steps.remove(draft);
  await steps.write(draft, content, mode ?? (before ? before.mode & 0o777 : 0o644));
  await steps.move(draft, place);
  await steps.settle(folder);
}
