import { constants, type Stats } from 'node:fs';
import * as disk from 'node:fs/promises';
import { join } from 'node:path';
import { whileNamesChange } from '../known-files.ts';

/** What changes something on the disk, one call a step: a test ends the process in the middle of any of them. */
export interface FolderWork {
  makeFolder(path: string): Promise<unknown>;
  move(from: string, to: string): Promise<void>;
  write(path: string, text: string): Promise<void>;
  link(from: string, to: string): Promise<void>;
  copy(from: string, to: string): Promise<void>;
  symlink(target: string, path: string): Promise<void>;
  remove(path: string): Promise<void>;
}

export const onDisk: FolderWork = {
  makeFolder: (path) => disk.mkdir(path, { recursive: true }),
  move: disk.rename,
  write: (path, text) => disk.writeFile(path, text, { flag: 'wx', flush: true }),
  link: disk.link,
  copy: (from, to) => disk.copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE),
  symlink: (target, path) => disk.symlink(target, path),
  remove: (path) => disk.rm(path, { recursive: true, force: true }),
};

/** Whether files that stay the same are the same files, or copies: another product's must not change with them. */
export type Sharing = 'links' | 'copies';

/** A folder as another one, without some of its files. */
export async function cloneFolder(
  work: FolderWork,
  {
    from,
    to,
    sharing,
    without,
  }: { from: string; to: string; sharing: Sharing; without: ReadonlySet<string> },
): Promise<void> {
  const below = async (inner: string): Promise<void> => {
    await work.makeFolder(join(to, inner));
    for (const entry of await disk.readdir(join(from, inner), { withFileTypes: true })) {
      const name = inner === '' ? entry.name : `${inner}/${entry.name}`;
      const [source, target] = [join(from, name), join(to, name)];
      if (without.has(name)) continue;
      if (entry.isDirectory()) await below(name);
      else if (entry.isSymbolicLink()) await work.symlink(await disk.readlink(source), target);
      else if (entry.isFile()) await shareFile(work, sharing, source, target);
    }
  };
  await below('');
}

export async function shareFile(work: FolderWork, sharing: Sharing, from: string, to: string): Promise<void> {
  if (sharing === 'copies') return work.copy(from, to);
  const link = () => work.link(from, to);
  await whileNamesChange([{ was: from, is: to }], link).catch((error: NodeJS.ErrnoException) => {
    // On another disk, or on one without links.
    if (!['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'ENOSYS'].includes(error.code ?? '')) throw error;
    return work.copy(from, to);
  });
}

/** A folder goes whose files may have other names in another one. */
export async function removeFolder(work: FolderWork, folder: string, beside: string): Promise<void> {
  const names = await disk.readdir(folder, { recursive: true }).catch(() => []);
  const files = names.map((name) => ({ was: join(folder, name), is: join(beside, name) }));
  await whileNamesChange(files, () => work.remove(folder));
}

/** Another one means that somebody changed something in the folder. */
export async function printOf(folder: string): Promise<string> {
  const lines: string[] = [];
  const below = async (inner: string): Promise<void> => {
    const names = await disk.readdir(join(folder, inner)).catch(() => []);
    for (const name of names.sort()) {
      const path = inner === '' ? name : `${inner}/${name}`;
      const info = await disk.lstat(join(folder, path)).catch(() => null);
      if (!info) continue;
      lines.push(`${path} ${info.ino} ${info.size} ${info.mtimeMs}`);
      if (info.isDirectory()) await below(path);
    }
  };
  await below('');
  return lines.join('\n');
}

export const infoOf = (path: string): Promise<Stats | null> => disk.lstat(path).catch(() => null);

export const namesIn = (folder: string): Promise<string[]> => disk.readdir(folder).catch(() => []);
