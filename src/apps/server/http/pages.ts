import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Draft, PageMatch, PageState, RenderedPage, Runtime, WebBundle } from '#base/render.ts';
import type { PublicSite } from '#base/site.ts';
import { ByteCache } from '#platform/server/byte-cache.ts';
import { etagOf, type CachedAnswer, cachedResponse } from '#platform/server/http/cached-answer.ts';
import {
  contentHash,
  contentSecurityPolicy,
  openerHeaders,
  type PolicyExtras,
} from '#platform/server/http/security.ts';
import { createTurns } from '#platform/server/workers/turns.ts';
import { escapeHtml } from '#base/escape.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export interface PageTools {
  bundle(): Promise<WebBundle>;
  /** The scripts and styles of the document, for a page's module. */
  assetTags(module: string | null): string;
  site(): PublicSite;
  runtime(site: PublicSite): Runtime;
  origin(): string;
  /** Calls our own API as a guest: the only way a page gets its data, on the server and in the browser. */
  fetchData(path: string): Promise<{ status: number; data: unknown }>;
  /** Changes with anything that public pages show. */
  version(): string;
  /** The development server adds scripts of its own, which no policy can know in advance. */
  finish?(url: string, html: string): Promise<string>;
  policy(pays: boolean): PolicyExtras;
  cache: boolean;
  /** Throws for a caller who has requested too many uncached pages. */
  takeRender(caller: string): void;
  /** Pages that are only shown in local development. */
  isHidden(path: string): boolean;
}

export interface Pages {
  /** `address` is the raw request path, if it came through a socket; a `caller` only waits for their own pages. */
  answer(request: Request, address?: string, caller?: string): Promise<Response>;
  /** A page that was rendered for this URL before and is still current. */
  known(address: string): CachedAnswer | undefined;
  /** A page that isn't public yet, without its scripts: it does nothing, and can be opened by nobody else. */
  draft(draft: Draft): Promise<Response>;
}

const mostBytes = 96 * 1024 * 1024;
const mostAddresses = 4 * 1024 * 1024;
/** Hot reload needs scripts and a socket that can't be hashed in advance. */
const developmentPolicy = "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob: ws:";
const offlineShell = '/offline-shell';
/** Whatever stands in a draft, it runs nothing and reaches nobody. */
const draftPolicy =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'; sandbox allow-same-origin";
const draftBar =
  'position:sticky;top:0;z-index:99;margin:0;padding:8px 16px;text-align:center;background:var(--warn);color:var(--surface)';

/**
 * Public pages are rendered once for a guest, contain nothing personal, and are cached in full until something
 * changes.
 */
export function createPages(tools: PageTools): Pages {
  const stored = new ByteCache<CachedAnswer>(mostBytes);
  const underway = new Map<string, Promise<CachedAnswer>>();
  /** Finds the page for a path. */
  const addresses = new ByteCache<string>(mostAddresses);
  const turns = createTurns({ atOnce: 4, mostWaiting: 200 });
  let version = '';

  function forgetOld(): void {
    if (version === tools.version()) return;
    stored.clear();
    underway.clear();
    addresses.clear();
    version = tools.version();
  }

  return {
    answer: page,
    known(address) {
      forgetOld();
      const key = addresses.get(address);
      return key === undefined ? undefined : stored.get(key);
    },
    draft,
  };

  async function draft({ address, data, site = tools.site() }: Draft): Promise<Response> {
    const bundle = await tools.bundle();
    const input = {
      url: address,
      origin: tools.origin(),
      site,
      runtime: tools.runtime(site),
      data,
      status: 200,
    };
    const rendered = await bundle.render(input);
    const styles = tools.assetTags(rendered.module).replace(/<script\b[^<>]*><\/script>\n?/g, '');
    const document = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${rendered.head.replace(/<meta name="robots"[^<>]*>/g, '')}
<meta name="robots" content="noindex">
${styles}
</head>
<body>
<p role="status" style="${draftBar}">Preview: nothing is saved yet, and nobody else sees this.</p>
<div id="root">${rendered.html}</div>
</body>
</html>
`;
    return new Response(document, {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': draftPolicy,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        ...openerHeaders(false),
      },
    });
  }

  async function page(request: Request, address?: string, caller = ''): Promise<Response> {
    const url = new URL(request.url);
    if (url.pathname === offlineShell) return shell();
    const bundle = await tools.bundle();
    const found = bundle.match(url.pathname + url.search);
    const match = found && tools.isHidden(found.page.path) ? null : found;
    if (!match || !tools.cache || match.isPersonal) {
      tools.takeRender(caller);
      const { document, status, headers } = await turns({ caller }, () =>
        build(url, match?.dataPath ?? null, match ? 200 : 404, match?.pays ?? false),
      );
      if (match?.isPersonal) headers['cache-control'] = 'no-store';
      return new Response(request.method === 'HEAD' ? null : document, { status, headers });
    }
    forgetOld();
    try {
      const ready = stored.get(match.key) ?? (await (underway.get(match.key) ?? make(url, match, caller)));
      if (address !== undefined && address.length < 400 && stored.get(match.key) === ready)
        addresses.set(address, match.key, 0);
      return cachedResponse(request, ready);
    } catch (error) {
      if (!(error instanceof NotKept)) throw error;
      const { document, status, headers } = error;
      return new Response(request.method === 'HEAD' ? null : document, { status, headers });
    }
  }

  /** Pages that failed to render are retried and never cached; nor are pages that turned out not to exist. */
  async function make(url: URL, { key, dataPath, pays }: PageMatch, caller: string): Promise<CachedAnswer> {
    tools.takeRender(caller);
    const making = turns({ caller }, () => store(new URL(url.origin + key), dataPath, pays));
    underway.set(key, making);
    const isOurs = () => underway.get(key) === making && underway.delete(key);
    making.then((ready) => isOurs() && stored.set(key, ready, sizeOf(ready)), isOurs);
    return making;
  }

  /** What the service worker shows offline: every page, rendered only in the browser. */
  async function shell(): Promise<Response> {
    const bundle = await tools.bundle();
    const site = tools.site();
    const head = `<title>${escapeHtml(site.name)}</title>\n<meta name="robots" content="noindex">`;
    const state: PageState = { site, runtime: tools.runtime(site), dataPath: null, data: null, status: 200 };
    const document = documentOf(
      { status: 200, head, html: '', module: null },
      bundle.headScript,
      tools.assetTags(null),
      state,
    );
    const policy = contentSecurityPolicy({
      ...tools.policy(true),
      scriptHashes: [contentHash(bundle.headScript)],
    });
    return new Response(document, {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'content-security-policy': policy,
        ...openerHeaders(true),
      },
    });
  }

  async function store(url: URL, dataPath: string | null, pays: boolean): Promise<CachedAnswer> {
    const { document, status, headers } = await build(url, dataPath, 200, pays);
    if (status !== 200) throw new NotKept(document, status, headers);
    const plain = Buffer.from(document);
    const [brotli, gzipped] = await Promise.all([
      compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
      compressGzip(plain),
    ]);
    return { plain, brotli, gzip: gzipped, etag: etagOf(plain), headers };
  }

  async function build(url: URL, dataPath: string | null, expected: number, pays: boolean) {
    const bundle = await tools.bundle();
    const answer = dataPath === null ? { status: expected, data: null } : await tools.fetchData(dataPath);
    const address = url.pathname + url.search;
    const site = tools.site();
    const input = {
      url: address,
      origin: tools.origin(),
      site,
      runtime: tools.runtime(site),
      data: answer.data,
      status: answer.status,
    };
    const rendered = await bundle.render(input);
    const state: PageState = {
      site: input.site,
      runtime: input.runtime,
      dataPath,
      data: answer.data,
      status: answer.status,
    };
    const html = documentOf(rendered, bundle.headScript, tools.assetTags(rendered.module), state);
    const document = tools.finish ? await tools.finish(address, html) : html;
    const headers: Record<string, string> = {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': rendered.status === 200 ? 'no-cache' : 'no-store',
      ...openerHeaders(pays),
    };
    headers['content-security-policy'] = tools.finish
      ? developmentPolicy
      : contentSecurityPolicy({ ...tools.policy(pays), scriptHashes: [contentHash(bundle.headScript)] });
    return { document, status: rendered.status, headers };
  }
}

const sizeOf = ({ plain, brotli, gzip: packed }: CachedAnswer): number =>
  plain.byteLength + (brotli?.byteLength ?? 0) + (packed?.byteLength ?? 0);

class NotKept extends Error {
  readonly document: string;
  readonly status: number;
  readonly headers: Record<string, string>;
  constructor(document: string, status: number, headers: Record<string, string>) {
    super(`A page with status ${status} isn’t cached`);
    this.document = document;
    this.status = status;
    this.headers = headers;
  }
}

// "<" would end the script; the two separators end a line in older engines.
const inScript = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');

function documentOf(page: RenderedPage, headScript: string, assetTags: string, state: PageState): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${page.head}
<script>${headScript}</script>
${assetTags}
</head>
<body>
<div id="root">${page.html}</div>
<script type="application/json" id="page-state">${inScript(state)}</script>
</body>
</html>
`;
}
