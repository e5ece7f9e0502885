import { createServer, request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { movableClock } from '#base/clock.ts';
import { Problem } from '#base/problem.ts';
import { readConfig } from '#platform/server/config.ts';
import type { Database } from '#platform/server/database/database.ts';
import { etagOf, type CachedAnswer } from '#platform/server/http/cached-answer.ts';
import { createMetrics } from '#platform/server/http/metrics.ts';
import { route } from '#platform/server/http/route.ts';
import { guest } from '#platform/server/http/viewer.ts';
import { testPlatform } from '#testing/platform.ts';
import { createApp } from './app.ts';
import { createPages } from './pages.ts';

function keptOf(text: string, type: string): CachedAnswer {
  const plain = Buffer.from(text);
  return {
    headers: { 'content-type': type, 'cache-control': 'no-cache' },
    etag: etagOf(plain),
    plain,
    brotli: new Uint8Array(brotliCompressSync(plain)),
    gzip: new Uint8Array(gzipSync(plain)),
  };
}

/** A hub with one cached route, one file and one page on a socket. The regular path asks for the viewer. */
async function serve({ trustProxy = '0' } = {}) {
  const state = { thing: 'thing'.repeat(100) as string | null, words: 'Hello', seen: [] as string[] };
  const things = new Map<string, CachedAnswer>();
  const thing = route({
    method: 'GET',
    path: '/api/things/:id',
    access: 'anyone',
    summary: 'A thing.',
    apiKey: 'things',
    params: z.object({ id: z.string() }),
    answer: 'raw',
    cached({ params, url, address, isGuest }) {
      state.seen.push(`${address} ${isGuest ? 'guest' : 'somebody'} ${url}`);
      const text = state.thing && `${params.id} ${state.thing}`;
      if (!text) return undefined;
      const kept = things.get(text) ?? keptOf(text, 'application/json');
      things.set(text, kept);
      return kept;
    },
    handle: () => new Response('waited for', { status: 202 }),
  });
  const robots = route({
    method: 'GET',
    path: '/robots.txt',
    access: 'anyone',
    summary: 'Comes before the file of the same name.',
    answer: 'raw',
    handle: () => new Response('by the route'),
  });
  const config = readConfig({ NODE_ENV: 'production', TRUST_PROXY: trustProxy });
  const clock = movableClock('2026-11-21T12:00:00Z');
  const platform = testPlatform({ db: {} as Database, clock, config, origin: 'http://127.0.0.1' });
  const metrics = createMetrics();
  const lines: unknown[] = [];
  let usual = 0;
  const rendered = { status: 200, head: '', module: null };
  const app = createApp({
    platform: { ...platform, log: { ...platform.log, debug: (...line) => void lines.push(line) } },
    routes: [thing, robots],
    metrics,
    resolveOperator: undefined,
    assets: new Map([
      ['/robots.txt', keptOf('by the file', 'text/plain')],
      ['/style.css', keptOf('a { color: red }', 'text/css')],
    ]),
    page: createPages({
      bundle: async () =>
        ({
          headScript: '',
          match: (address: string) => {
            usual += 1;
            return { page: { path: '/hello' }, key: address, dataPath: null, pays: false };
          },
          render: () => ({ ...rendered, html: state.words }),
        }) as never,
      assetTags: () => '',
      site: () => ({}) as never,
      runtime: () => ({}) as never,
      origin: () => 'http://127.0.0.1',
      fetchData: async () => ({ status: 200, data: null }),
      version: () => state.words,
      policy: () => ({}),
      cache: true,
      takeRender: () => {},
      isHidden: () => false,
    }),
    resolveViewer: async () => ((usual += 1), guest),
    resolveKey: async () => {
      throw new Problem('unauthenticated');
    },
    report: () => {},
  });
  const server = createServer(app.listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;

  const ask = (path: string, headers: OutgoingHttpHeaders = {}, method = 'GET') => {
    const before = usual;
    return new Promise<Answer>((resolve, reject) => {
      request({ port, path, method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
            atOnce: usual === before,
          }),
        );
      })
        .once('error', reject)
        .end();
    });
  };
  return { ask, state, metrics, lines };
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  atOnce: boolean;
}

/** Without what changes from one moment to the next. */
const lasting = ({ status, headers: { date: _d, 'x-request-id': _r, ...headers }, body }: Answer) => ({
  status,
  headers,
  body: body.toString('latin1'),
});

test('a cached response is identical to the first one, byte for byte', async () => {
  const { ask } = await serve();
  for (const path of ['/api/things/one?a=b', '/style.css', '/hello']) {
    const first = await ask(path);
    const again = await ask(path);
    expect([path, first.status, again.atOnce]).toEqual([path, 200, true]);
    expect(lasting(again)).toEqual(lasting(first));
    expect(again.headers['x-content-type-options']).toBe('nosniff');
    expect(again.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(again.headers['x-request-id']).toMatch(/^req_\w{20}$/);
    expect((await ask(path)).headers['x-request-id']).not.toBe(again.headers['x-request-id']);

    const brotli = await ask(path, { 'accept-encoding': 'gzip, br' });
    expect([brotli.atOnce, brotli.headers['content-encoding']]).toEqual([true, 'br']);
    expect(brotliDecompressSync(brotli.body)).toEqual(first.body);
    expect(gunzipSync((await ask(path, { 'accept-encoding': 'gzip' })).body)).toEqual(first.body);

    const known = await ask(path, { 'if-none-match': `"other", W/${first.headers.etag}` });
    expect([known.atOnce, known.status, known.body.length]).toEqual([true, 304, 0]);
    expect(known.headers.etag).toBe(first.headers.etag);
    const head = await ask(path, {}, 'HEAD');
    expect([head.atOnce, head.status, head.body.length]).toEqual([true, 200, 0]);
    expect(head.headers['content-length']).toBe(String(first.body.length));
  }
});

test('every response from memory is counted by its route and logged', async () => {
  const { ask, metrics, lines } = await serve();
  for (let n = 0; n < 3; n++) await ask('/api/things/one');
  expect(await metrics.text()).toContain(
    'hub_requests_total{route="/api/things/:id",method="GET",status="200"} 3',
  );
  expect(lines).toHaveLength(3);
  expect(lines[2]).toEqual(['answered', expect.objectContaining({ route: '/api/things/:id', status: 200 })]);
});

test('a change appears at once, and anything not in memory is waited for', async () => {
  const { ask, state } = await serve();
  for (const path of ['/api/things/one', '/hello']) {
    await ask(path);
    expect((await ask(path)).atOnce).toBe(true);
  }
  state.words = 'Good evening';
  expect((await ask('/hello')).body.toString()).toContain('Good evening');
  state.thing = 'changed';
  expect((await ask('/api/things/one')).body.toString()).toBe('one changed');
  state.thing = null;
  expect((await ask('/api/things/one')).status).toBe(202);
});

test('callers are rejected from memory, too: a foreign host, a key, too many reads, a wrong method', async () => {
  const { ask } = await serve({ trustProxy: '1' });
  await ask('/api/things/one');
  const path = '/api/things/one';
  expect((await ask(path)).atOnce).toBe(true);
  expect((await ask(path, { host: 'evil.example' })).status).toBe(403);
  expect((await ask(path, {}, 'DELETE')).status).toBe(404);
  expect((await ask(path, { authorization: 'Bearer key_unknown' })).status).toBe(401);
  const far = { 'x-forwarded-for': '1.2.3.4' };
  const many = await Promise.all(Array.from({ length: 402 }, () => ask(path, far)));
  expect(many.filter(({ status }) => status === 200)).toHaveLength(400);
  expect(many.at(-1)).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
  expect((await ask(path, { 'x-forwarded-for': '1.2.3.5' })).status).toBe(200);
});

test('a response records the same about a caller either way; cookies are checked first', async () => {
  const { ask, state } = await serve({ trustProxy: '1' });
  const caller = { 'x-forwarded-for': '1.2.3.4' };
  for (let n = 0; n < 2; n++) await ask('/api/things/one?utm_source=x', caller);
  await ask('/api/things/one?utm_source=x', { ...caller, cookie: 'hub_session=x' });
  expect(state.seen).toEqual([
    '1.2.3.4 guest /api/things/one?utm_source=x',
    '1.2.3.4 guest /api/things/one?utm_source=x',
    '1.2.3.4 somebody /api/things/one?utm_source=x',
  ]);
});

test('a route takes precedence over a file with the same path, however often it is requested', async () => {
  const { ask } = await serve();
  for (let n = 0; n < 3; n++) expect((await ask('/robots.txt')).body.toString()).toBe('by the route');
});
