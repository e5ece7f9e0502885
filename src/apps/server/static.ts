import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { etagOf, type Kept } from '#platform/server/http/kept.ts';

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
};

/** The built files, held in memory: a few hundred kilobytes, read once. */
export async function loadAssets(folder: string): Promise<Map<string, Kept>> {
  const assets = new Map<string, Kept>();
  if (!existsSync(folder)) return assets;
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const file of files) {
    const path = join(file.parentPath, file.name);
    if (!file.isFile() || /\.(br|gz|map)$/.test(file.name) || path.includes(`${sep}.vite${sep}`)) continue;
    const plain = await readFile(path);
    assets.set(`/${relative(folder, path).split(sep).join('/')}`, {
      headers: {
        'content-type': types[extname(path)] ?? 'application/octet-stream',
        // The name of what lies there changes when it does.
        'cache-control': path.includes(`${sep}assets${sep}`)
          ? 'public, max-age=31536000, immutable'
          : 'public, max-age=0, must-revalidate',
      },
      etag: etagOf(plain),
      plain,
      ...(existsSync(`${path}.br`) && { brotli: await readFile(`${path}.br`) }),
      ...(existsSync(`${path}.gz`) && { gzip: await readFile(`${path}.gz`) }),
    });
  }
  return assets;
}
