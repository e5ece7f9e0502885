import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { assertKey, type FileStore } from './file-store.ts';

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

/** Files in a local folder. A file is on disk before the promise resolves. */
export function openDiskFiles(folder: string): FileStore {
  const place = (key: string): string => {
    assertKey(key);
    return join(folder, key);
  };
  const sizeOf = async (key: string): Promise<number | null> => {
    const info = await stat(place(key)).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    return info?.isFile() ? info.size : null;
  };

  return {
    async put(key, content) {
      const target = place(key);
      await makeFolder(dirname(target));
      // Next to its final place, so that the rename stays on one disk; with a unique name, so that two writers
      // don't collide.
      const draft = `${target}.part-${randomBytes(6).toString('hex')}`;
      try {
        const handle = await open(draft, 'wx', 0o600);
        try {
          if (content instanceof Uint8Array) await handle.writeFile(content);
          else for await (const piece of content) await handle.writeFile(piece);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(draft, target);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await syncFolder(dirname(target));
    },
    async get(key) {
      const bytes = await sizeOf(key);
      if (bytes === null) return null;
      return {
        bytes,
        stream: () => Readable.toWeb(createReadStream(place(key))) as ReadableStream<Uint8Array<ArrayBuffer>>,
      };
    },
    has: async (key) => (await sizeOf(key)) !== null,
    delete: (key) => rm(place(key), { force: true }),
  };
}

/** A new folder is only durable once its parent directory is synced. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (!first) return;
  for (let path = folder; path.length >= first.length; path = dirname(path)) await syncFolder(dirname(path));
}

async function syncFolder(path: string): Promise<void> {
  // Windows can't open folders; there, the rename has to do.
  if (process.platform === 'win32') return;
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
