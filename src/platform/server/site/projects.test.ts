import { systemClock } from '#base/clock.ts';
import { expect, test } from 'vitest';
import { silentLog } from '#platform/server/log.ts';
import { shippedDir, siteFolder } from '#testing/site-folder.ts';
import { openSite } from './open.ts';

async function read(files: Record<string, string>) {
  await using site = await siteFolder(files);
  const store = await openSite(site.dir, shippedDir, silentLog, systemClock);
  store.close();
  return store;
}
const project = (changes = '') =>
  `---\ntitle: Night train\nsummary: Goes by night.\nyear: 2027\nrole: Driver\ntags: [trains]\n${changes}---\n## How\n\nIt <script>alert(1)</script>runs.`;
const drawing = '<svg xmlns="http://www.w3.org/2000/svg"></svg>';

test('the shipped projects have images with alternative text', async () => {
  const store = await read({});
  expect(store.projects().length).toBeGreaterThanOrEqual(4);
  for (const { image, imageAlt, html, tags } of store.projects()) {
    expect(store.asset((image ?? '').split('?')[0] ?? '')?.type).toBe('image/svg+xml');
    expect(imageAlt.length).toBeGreaterThan(20);
    expect(html.split(' ').length).toBeGreaterThan(120);
    expect(tags.length).toBeGreaterThan(0);
  }
});

test('an operator adds a project, the newest comes first, and its text runs no scripts', async () => {
  const [first] = (await read({ 'portfolio/night-train.md': project() })).projects();
  expect(first).toMatchObject({
    slug: 'night-train',
    year: 2027,
    link: null,
    image: null,
    html: '<h2 id="how">How</h2>\n<p>It runs.</p>',
  });
});

test('an operator replaces a shipped project and hides another', async () => {
  const store = await read({
    'portfolio/store.md': project(),
    'portfolio/funnel-builder.md': '---\nhidden: true\n---\n',
  });
  const found = new Map(store.projects().map((each) => [each.slug, each.title]));
  expect(found.get('store')).toBe('Night train');
  expect(found.has('funnel-builder')).toBe(false);
});

test('the operator’s own image is served at a URL that changes with it', async () => {
  const front = 'image: /images/train.svg\nimageAlt: A train at night.\n';
  const [first] = (
    await read({ 'portfolio/night-train.md': project(front), 'images/train.svg': drawing })
  ).projects();
  expect(first?.image).toMatch(/^\/images\/train\.svg\?v=[\w-]{16}$/);
});

test.each([
  ['year: 2027', 'year: soon', 'a year such as 2026'],
  ['tags: [trains]', 'tags: [Big Trains]', 'a list of up to 8 lowercase tags'],
  ['role: Driver', 'role: Driver\nlink: javascript:alert(1)', 'a URL such as'],
  ['role: Driver', 'role: Driver\nimage: /images/none.svg', 'an image in site/images'],
  ['role: Driver', 'role: Driver\nlinks: x', 'did you mean link?'],
])('an error in a project is reported with its line: %s', async (good, bad, words) => {
  await expect(read({ 'portfolio/night-train.md': project().replace(good, bad) })).rejects.toThrow(
    new RegExp(`night-train\\.md:\\d+: .*${words.replace(/[?[\]]/g, '\\$&')}`),
  );
});

test('the repository’s changelog is a page, and an operator’s page with that name wins', async () => {
  const shipped = (await read({})).page('changelog');
  expect(shipped).toMatchObject({ title: 'Changelog' });
  expect(shipped?.html).toMatch(/<h2 id="0-1-0/);
  expect(shipped?.html).not.toContain('<h2 id="changelog"');
  const own = '---\ntitle: What we did\ndescription: News.\nupdated: 2026-11-20\n---\nHello.';
  expect((await read({ 'pages/changelog.md': own })).page('changelog')?.title).toBe('What we did');
});
