import { Problem } from '#base/problem.ts';
import type { FileStore } from '#platform/server/files/file-store.ts';
import { pictureKey } from './tables.ts';

const types: Record<string, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};

/** A picture by the hash that its address carries: what was sent once never changes. */
export async function sendPicture(files: FileStore, name: string, request: Request): Promise<Response> {
  const [hash = '', ending = ''] = name.split('.');
  const etag = `"${hash}"`;
  const headers = new Headers({
    etag,
    'content-type': types[ending] ?? 'application/octet-stream',
    'cache-control': 'public, max-age=31536000, immutable',
    // An SVG that is opened by itself runs nothing.
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  });
  if (request.headers.get('if-none-match')?.includes(etag))
    return new Response(null, { status: 304, headers });
  const file = await files.get(pictureKey(name));
  if (!file) throw new Problem('not_found');
  headers.set('content-length', String(file.bytes));
  return new Response(file.stream(), { headers });
}
