import { systemClock } from '#base/clock.ts';
import { expect, test } from 'vitest';
import { silentLog } from '#platform/server/log.ts';
import type { Platform } from '#platform/server/platform.ts';
import { openSite } from '#platform/server/site/open.ts';
import { shippedDir, siteFolder } from '#testing/site-folder.ts';
import { pages } from './index.ts';

const imprint = '---\ntitle: Imprint\ndescription: Who runs this.\nupdated: 2026-11-20\n---\nHello.';

async function openPages() {
  await using site = await siteFolder({ 'pages/imprint.md': imprint });
  const store = await openSite(site.dir, shippedDir, silentLog, systemClock);
  store.close();
  const known = { existing: () => ['/', '/store'], listed: () => [{ path: '/' }, { path: '/terms' }] };
  const { routes = [] } = pages(
    { site: store, origin: () => 'https://hub.example.com' } as unknown as Platform,
    known,
  );
  return async (
    path: string,
    params: Record<string, string> = {},
    at = path,
    headers: Record<string, string> = {},
  ) => {
    const route = routes.find((candidate) => candidate.path === path);
    if (!route) throw new Error(`No route ${path}`);
    return route.handle({
      params,
      request: new Request(`https://hub.example.com${at}`, { headers }),
    } as never);
  };
}

test('[ROUTE-2] the pages of words are answered by their name, and an unknown name is not found', async () => {
  const call = await openPages();
  expect(await call('/api/pages/:slug', { slug: 'privacy' })).toMatchObject({
    slug: 'privacy',
    title: 'Privacy',
  });
  expect(await call('/api/pages/:slug', { slug: 'imprint' })).toMatchObject({ html: '<p>Hello.</p>' });
  await expect(call('/api/pages/:slug', { slug: 'nothing' })).rejects.toMatchObject({ code: 'not_found' });
});

test("the sitemap holds the public pages and the operator's own, with the day of their words", async () => {
  const call = await openPages();
  const xml = await ((await call('/sitemap.xml')) as Response).text();
  expect(xml.match(/<loc>[^<]+<\/loc>/g)).toEqual(
    ['/', '/terms', '/imprint'].map((path) => `<loc>https://hub.example.com${path}</loc>`),
  );
  expect(xml).toContain('/imprint</loc><lastmod>2026-11-20</lastmod>');
});

test('icons answer where browsers look for them, run nothing, and are not sent twice', async () => {
  const call = await openPages();
  const first = (await call('/favicon.svg')) as Response;
  expect(first.headers.get('content-type')).toBe('image/svg+xml');
  expect(first.headers.get('content-security-policy')).toContain('sandbox');
  const etag = first.headers.get('etag') ?? '';
  expect(
    ((await call('/favicon.svg', {}, '/favicon.svg', { 'if-none-match': etag })) as Response).status,
  ).toBe(304);
  for (const path of ['/favicon.ico', '/apple-touch-icon.png', '/og.png']) {
    expect(((await call(path)) as Response).headers.get('content-type')).toBe('image/png');
  }
});

test('a picture asked for by its hash may be kept for ever, one asked for by name may not', async () => {
  const call = await openPages();
  const named = { name: 'mark.svg' };
  const plain = (await call('/brand/:name', named, '/brand/mark.svg')) as Response;
  expect(plain.headers.get('cache-control')).not.toContain('immutable');
  const version = (plain.headers.get('etag') ?? '').replaceAll('"', '');
  const exact = (await call('/brand/:name', named, `/brand/mark.svg?v=${version}`)) as Response;
  expect(exact.headers.get('cache-control')).toContain('immutable');
  await expect(call('/brand/:name', { name: 'hub.md' }, '/brand/hub.md')).rejects.toMatchObject({
    code: 'not_found',
  });
});
