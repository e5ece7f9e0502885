import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

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

export interface Asset {
  type: string;
  etag: string;
  /** Whether its name changes when it does. */
  immutable: boolean;
  plain: Uint8Array<ArrayBuffer>;
  brotli?: Uint8Array<ArrayBuffer>;
  gzip?: Uint8Array<ArrayBuffer>;
}

/** The built files, held in memory: a few hundred kilobytes, read once. */
export async function loadAssets(folder: string): Promise<Map<string, Asset>> {
  const assets = new Map<string, Asset>();
  if (!existsSync(folder)) return assets;
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const file of files) {
    const path = join(file.parentPath, file.name);
    if (!file.isFile() || /\.(br|gz|map)$/.test(file.name) || path.includes(`${sep}.vite${sep}`)) continue;
    const plain = await readFile(path);
    assets.set(`/${relative(folder, path).split(sep).join('/')}`, {
      type: types[extname(path)] ?? 'application/octet-stream',
      etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
      immutable: path.includes(`${sep}assets${sep}`),
      plain,
      ...(existsSync(`${path}.br`) && { brotli: await readFile(`${path}.br`) }),
      ...(existsSync(`${path}.gz`) && { gzip: await readFile(`${path}.gz`) }),
    });
  }
  return assets;
}

/** One body in the encodings a caller may take; 304 where the caller has it. */
export function sendBytes(
  request: Request,
  bytes: {
    plain: Uint8Array<ArrayBuffer>;
    brotli?: Uint8Array<ArrayBuffer>;
    gzip?: Uint8Array<ArrayBuffer>;
    etag: string;
  },
  headers: Record<string, string>,
  status = 200,
): Response {
  const all: Record<string, string> = { ...headers, etag: bytes.etag, vary: 'accept-encoding' };
  if (status === 200 && matches(request.headers.get('if-none-match'), bytes.etag))
    return new Response(null, { status: 304, headers: all });
  const accepted = request.headers.get('accept-encoding') ?? '';
  let body = bytes.plain;
  if (bytes.brotli && /\bbr\b/.test(accepted)) {
    all['content-encoding'] = 'br';
    body = bytes.brotli;
  } else if (bytes.gzip && /\bgzip\b/.test(accepted)) {
    all['content-encoding'] = 'gzip';
    body = bytes.gzip;
  }
  all['content-length'] = String(body.byteLength);
  return new Response(request.method === 'HEAD' ? null : body, { status, headers: all });
}

const matches = (ifNoneMatch: string | null, etag: string): boolean =>
  ifNoneMatch !== null &&
  ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag);
