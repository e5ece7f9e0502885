import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, extname, join, relative, sep } from 'node:path';
import { etagOf, type CachedAnswer } from '#platform/server/http/cached-answer.ts';

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.ttf': 'font/ttf',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
};

/** Fonts for scripts that few documents need: they stay on disk until requested. */
const heavy = 256 * 1024;

/** The built files, held in memory: a few hundred kilobytes, read once. */
export async function loadAssets(folder: string): Promise<Map<string, CachedAnswer>> {
  const assets = new Map<string, CachedAnswer>();
  if (!existsSync(folder)) return assets;
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const file of files) {
    const path = join(file.parentPath, file.name);
    if (!file.isFile() || /\.(br|gz|map)$/.test(file.name) || path.includes(`${sep}.vite${sep}`)) continue;
    const headers = {
      'content-type': types[extname(path)] ?? 'application/octet-stream',
      // File names under it change with their content.
      'cache-control': path.includes(`${sep}assets${sep}`)
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=0, must-revalidate',
    };
    const address = `/${relative(folder, path).split(sep).join('/')}`;
    if (/\.(?:ttf|woff)$/.test(path) && (await stat(path)).size > heavy) {
      assets.set(address, onDisk(path, headers));
      continue;
    }
    const plain = await readFile(path);
    assets.set(address, {
      headers,
      etag: etagOf(plain),
      plain,
      ...(existsSync(`${path}.br`) && { brotli: await readFile(`${path}.br`) }),
      ...(existsSync(`${path}.gz`) && { gzip: await readFile(`${path}.gz`) }),
    });
  }
  return assets;
}

/** Read from disk for each request, of which a browser makes one; its name contains its hash. */
const onDisk = (path: string, headers: CachedAnswer['headers']): CachedAnswer => ({
  headers,
  etag: `"${basename(path)}"`,
  get plain() {
    return new Uint8Array(readFileSync(path));
  },
});
