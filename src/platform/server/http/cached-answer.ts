import { createHash } from 'node:crypto';

/** A complete response in memory, the same for everyone: its bytes in each encoding produced so far. */
export interface CachedAnswer {
  /** Its own headers; they override the common ones. */
  headers: Readonly<Record<string, string>>;
  etag: string;
  plain: Uint8Array<ArrayBuffer>;
  brotli?: Uint8Array<ArrayBuffer>;
  gzip?: Uint8Array<ArrayBuffer>;
}

/** How it is sent to one caller; `known` is the version they already have. */
export type Form = 'plain' | 'brotli' | 'gzip' | 'known';

type Header = string | null | undefined;

export function formFor(cached: CachedAnswer, ifNoneMatch: Header, acceptEncoding: Header): Form {
  if (ifNoneMatch && matches(ifNoneMatch, cached.etag)) return 'known';
  if (!acceptEncoding) return 'plain';
  if (cached.brotli && /\bbr\b/.test(acceptEncoding)) return 'brotli';
  return cached.gzip && /\bgzip\b/.test(acceptEncoding) ? 'gzip' : 'plain';
}

const matches = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag);

export const etagOf = (bytes: Uint8Array): string =>
  `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;

const encodings = { brotli: 'br', gzip: 'gzip' } as const;

export function headersOf(cached: CachedAnswer, form: Form): Record<string, string> {
  return {
    ...cached.headers,
    etag: cached.etag,
    ...((cached.brotli || cached.gzip) && { vary: 'accept-encoding' }),
    ...((form === 'brotli' || form === 'gzip') && { 'content-encoding': encodings[form] }),
    ...(form !== 'known' && { 'content-length': String(cached[form]?.byteLength) }),
  };
}

/** For callers with a Request object; requests from a socket go through `answerAtOnce`. */
export function cachedResponse({ headers, method }: Request, cached: CachedAnswer): Response {
  const form = formFor(cached, headers.get('if-none-match'), headers.get('accept-encoding'));
  const body = form === 'known' || method === 'HEAD' ? null : (cached[form] ?? null);
  return new Response(body, { status: form === 'known' ? 304 : 200, headers: headersOf(cached, form) });
}
