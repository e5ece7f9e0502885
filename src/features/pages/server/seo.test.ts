import { systemClock } from '#base/clock.ts';
import { expect, test } from 'vitest';
import { silentLog } from '#platform/server/log.ts';
import { openSite } from '#platform/server/site/open.ts';
import { shippedDir, siteFolder } from '#testing/site-folder.ts';
import { robotsTxt, sitemapXml, webManifest } from './seo.ts';

test('the sitemap names every page absolutely, escaped, with its day', () => {
  const xml = sitemapXml('https://hub.example.com', [
    { path: '/' },
    { path: '/terms', lastmod: '2026-11-21' },
    { path: '/product/a?b=1&c=2' },
  ]);
  expect(xml).toContain('<url><loc>https://hub.example.com/</loc></url>');
  expect(xml).toContain('<url><loc>https://hub.example.com/terms</loc><lastmod>2026-11-21</lastmod></url>');
  expect(xml).toContain('b=1&#38;c=2');
  expect(xml.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n<urlset')).toBe(true);
});

test('robots are kept from what is private and shown the sitemap', () => {
  const lines = robotsTxt('https://hub.example.com').split('\n');
  for (const path of ['/api', '/dashboard', '/checkout', '/my-purchases', '/dev']) {
    expect(lines).toContain(`Disallow: ${path}$`);
    expect(lines).toContain(`Disallow: ${path}/`);
  }
  expect(lines).toContain('Sitemap: https://hub.example.com/sitemap.xml');
  expect(lines).not.toContain('Disallow: /');
});

test("the manifest installs the hub under the operator's name, with real icons and shortcuts", async () => {
  await using site = await siteFolder({ 'hub.md': '---\nname: Ada Lovelace Works\n---\n' });
  const store = await openSite(site.dir, shippedDir, silentLog, systemClock);
  store.close();
  const manifest = JSON.parse(webManifest(store.words(), ['/', '/store'])) as {
    name: string;
    short_name: string;
    start_url: string;
    display: string;
    theme_color: string;
    icons: { src: string; sizes: string; type: string; purpose: string }[];
    shortcuts: { url: string }[];
  };
  expect(manifest).toMatchObject({
    name: 'Ada Lovelace Works',
    short_name: 'Ada',
    start_url: '/',
    display: 'standalone',
    theme_color: '#F6F7F5',
  });
  expect(manifest.shortcuts.map(({ url }) => url)).toEqual(['/store']);
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable');
  for (const { src, type } of manifest.icons) {
    const asset = store.asset(src);
    expect(asset?.type, src).toBe(type);
  }
  const drawn = manifest.icons.filter(({ type }) => type === 'image/png');
  expect(drawn).not.toEqual([]);
  for (const { src, sizes } of drawn) {
    const bytes = Buffer.from(store.asset(src)?.bytes ?? []);
    // Width and height stand at fixed places in a PNG.
    expect([16, 20].map((at) => bytes.readUInt32BE(at)).join('x')).toBe(sizes);
  }
});
