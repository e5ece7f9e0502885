import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Problem } from '#base/problem.ts';
import { type ZipEntry, zipped } from '#platform/server/zip.ts';

/** What a ZIP file holds at most, with room for its own lists. */
const mostBytes = 0xffff_ffff - 64 * 1024 ** 2;

/** The site folder as one file, read while it is sent; drafts, versions and links are left out. */
export async function siteZip(
  folder: string,
  at: Date,
): Promise<{ bytes: ReadableStream<Uint8Array<ArrayBuffer>>; files: number }> {
  const paths = await filesIn(folder);
  const sizes = await Promise.all(paths.map(async (path) => (await stat(join(folder, path))).size));
  if (sizes.reduce((sum, size) => sum + size, 0) > mostBytes)
    throw new Problem(
      'conflict',
      'Your site is larger than 4 GB, which a ZIP file can’t hold. Use a backup, under Health.',
    );
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (const path of paths) yield { path, bytes: createReadStream(join(folder, path)) };
  }
  const stream = Readable.toWeb(Readable.from(zipped(entries(), at), { objectMode: false }));
  return { bytes: stream as ReadableStream<Uint8Array<ArrayBuffer>>, files: paths.length };
}

async function filesIn(folder: string, inside = ''): Promise<string[]> {
  const entries = await readdir(join(folder, inside), { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  const found = await Promise.all(
    entries
      .filter(({ name }) => !name.startsWith('.'))
      .map(async (entry) => {
        const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
        if (entry.isDirectory()) return filesIn(folder, path);
        return entry.isFile() ? [path] : [];
      }),
  );
  return found.flat().sort();
}
