// Long because: one test a route and a fault, flat, on one database.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '#base/clock.ts';
import type { ProductList, ProductPage } from '#features/store/rules/contract.ts';
import type { Quote } from '#features/store/rules/quote.ts';
import { openDiskFiles } from '#platform/server/files/disk.ts';
import { type Log, silentLog } from '#platform/server/log.ts';
import type { Platform } from '#platform/server/platform.ts';
import { catalogueFolder, productFiles } from '#testing/catalogue-folder.ts';
import { useDatabase } from '#testing/database.ts';
import type { SiteFolder } from '#testing/site-folder.ts';
import { store } from './index.ts';
import { documentsOnSale } from './public.ts';
import { downloadKey } from './tables.ts';
import { mounted } from '#testing/platform.ts';

const db = await useDatabase();
const origin = 'http://hub.test';

/** A store over real HTTP handling, its folders in `site`; several of them are several processes. */
async function openStore(site: SiteFolder, filesDir?: string) {
  const folder = filesDir ?? (await mkdtemp(join(tmpdir(), 'hub-store-')));
  if (!filesDir) onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const errors: string[] = [];
  const log: Log = { ...silentLog, error: (message) => void errors.push(message) };
  const platform = {
    db,
    log,
    clock: systemClock,
    files: openDiskFiles(folder),
    config: { siteDir: site.dir },
  } as unknown as Platform;
  const feature = store(platform, { folders: { shipped: '/nowhere', own: join(site.dir, 'catalog') } });
  const stop = await feature.start!();
  onTestFinished(stop);
  const app = mounted(feature.routes, { ownOrigin: () => origin });
  const get = async (path: string, headers: Record<string, string> = {}) =>
    app.request(new URL(path, origin), { headers });
  const list = async (search = '') =>
    (await (await get(`/api/store/products${search}`)).json()) as ProductList;
  const quote = async (body: unknown) =>
    app.request(new URL('/api/store/quote', origin), {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json', origin },
    });
  return {
    feature,
    folder,
    errors,
    get,
    list,
    ids: async (search = '') => (await list(search)).items.map(({ id }) => id),
    page: async (id: string) => (await (await get(`/api/store/products/${id}`)).json()) as ProductPage,
    quote,
    quoted: async (items: unknown) => (await (await quote({ items })).json()) as Quote,
  };
}

async function fresh(...products: Record<string, string>[]): Promise<SiteFolder> {
  await db.pool.query('truncate store_product cascade');
  await db.pool.query('update store_catalogue set revision = revision + 1');
  const site = await catalogueFolder(...products);
  onTestFinished(() => site[Symbol.asyncDispose]());
  return site;
}

const rows = async (sql: string) => (await db.pool.query<Record<string, unknown>>(sql)).rows;

test('[STORE-1] what lies in the folders is listed, and each product is shown by its id', async () => {
  const site = await fresh(
    productFiles('pack', { order: '1' }),
    productFiles('icons', { title: 'Icons', price: '1550', kind: 'design', tags: '[saas]' }),
  );
  const hub = await openStore(site);
  const list = await hub.list();
  expect(list.items.map(({ id, priceCents, contains }) => [id, priceCents, contains])).toEqual([
    ['pack', 1900, '2 files, 29 B'],
    ['icons', 1550, '2 files, 29 B'],
  ]);
  expect(list.kinds).toEqual([
    { kind: 'checklist', count: 1 },
    { kind: 'design', count: 1 },
  ]);
  const page = await hub.page('icons');
  expect(page).toMatchObject({
    title: 'Icons',
    version: '1.0',
    licence: { name: 'One person, any project' },
    related: [{ id: 'pack' }],
  });
  expect(hub.feature.listed?.()).toEqual([
    { path: '/product/pack', lastmod: '2026-11-01' },
    { path: '/product/icons', lastmod: '2026-11-01' },
  ]);
});

test('[STORE-1] an unknown product is not found, whatever the id', async () => {
  const hub = await openStore(await fresh(productFiles('pack')));
  for (const id of ['none', 'constructor', '__proto__', 'PACK', '%2e%2e', 'x'.repeat(500)]) {
    expect((await hub.get(`/api/store/products/${id}`)).status, id).toBe(404);
  }
});

test('the list is searched, filtered, sorted and paged; what means nothing changes nothing', async () => {
  const many = Array.from({ length: 30 }, (_, n) =>
    productFiles(`p-${String(n).padStart(2, '0')}`, {
      title: `Product ${n}`,
      price: String(1000 + n * 10),
      tags: n % 2 ? '[odd]' : '[even]',
      ...(n === 7 && { summary: 'With a lighthouse.' }),
    }),
  );
  const hub = await openStore(await fresh(...many));
  expect(await hub.ids('?q=lighth')).toEqual(['p-07']);
  expect((await hub.list('?tag=odd')).total).toBe(15);
  expect(await hub.ids('?tag=odd&sort=price-high')).toEqual(expect.arrayContaining(['p-29', 'p-27']));
  expect(await hub.ids('?page=3')).toHaveLength(6);
  expect((await hub.list('?page=99')).browse.page).toBe(3);
  for (const search of ['?page=-1', '?page=NaN', '?sort=x', '?kind=x', '?tag=%00', '?other=1'])
    expect(await hub.list(search), search).toEqual(await hub.list());
});

test('an answer that the caller has is not sent again', async () => {
  const hub = await openStore(await fresh(productFiles('pack')));
  for (const path of ['/api/store/products', '/api/store/products/pack']) {
    const first = await hub.get(path);
    const again = await hub.get(path, { 'if-none-match': first.headers.get('etag') ?? '' });
    expect([again.status, await again.text()]).toEqual([304, '']);
  }
});

test('a picture is sent with its hash for ever, runs nothing, and a download is not to be had as one', async () => {
  const hub = await openStore(await fresh(productFiles('pack')));
  const { src } = (await hub.page('pack')).images[0]!;
  const picture = await hub.get(src);
  expect(await picture.text()).toContain('<svg');
  expect(picture.headers.get('content-type')).toBe('image/svg+xml');
  expect(picture.headers.get('cache-control')).toContain('immutable');
  expect(picture.headers.get('content-security-policy')).toContain('sandbox');
  const [file] = await rows('select hash from store_product_file where position = 0');
  for (const name of [String(file?.['hash']).slice(0, 24), '0'.repeat(24), '..%2f..%2fhub'])
    expect((await hub.get(`/store/images/${name}.svg`)).status).toBe(404);
});

test('reading the same folders again changes nothing', async () => {
  const site = await fresh(productFiles('pack'), productFiles('icons'));
  const first = await openStore(site);
  const before = [
    await rows('select * from store_product order by id'),
    await rows('select * from store_product_file'),
    await rows('select * from store_catalogue'),
  ];
  const stored = await readdir(first.folder, { recursive: true });
  await openStore(site, first.folder);
  expect([
    await rows('select * from store_product order by id'),
    await rows('select * from store_product_file'),
    await rows('select * from store_catalogue'),
  ]).toEqual(before);
  expect(await readdir(first.folder, { recursive: true })).toEqual(stored);
});

test('files that went missing from storage are put back at the next start', async () => {
  const site = await fresh(productFiles('pack'));
  const first = await openStore(site);
  const [file] = await rows('select hash from store_product_file where position = 0');
  const files = openDiskFiles(first.folder);
  await files.delete(downloadKey(String(file?.['hash'])));
  await openStore(site, first.folder);
  expect(await files.has(downloadKey(String(file?.['hash'])))).toBe(true);
});

test('a change in the folder is on sale a moment later, and a mistake leaves the last good state on sale', async () => {
  const site = await fresh(productFiles('pack'));
  const hub = await openStore(site);
  await site.put(productFiles('pack', { price: '2500' }));
  await vi.waitFor(async () => expect((await hub.page('pack')).priceCents).toBe(2500), 10_000);

  await site.put({ ...productFiles('pack', { price: 'twenty' }), ...productFiles('more') });
  await vi.waitFor(async () => expect(await hub.ids()).toEqual(['more', 'pack']), 10_000);
  expect((await hub.page('pack')).priceCents).toBe(2500);
  expect(hub.errors.at(-1)).toMatch(
    /catalog\/pack\/product\.md:4: price: got "twenty", expected whole US cents/,
  );
  expect(hub.feature.runsOn?.()[0]).toMatchObject({
    runsOn: '2 products on sale',
    advice: hub.errors.at(-1),
  });

  await site.put(productFiles('pack', { price: '2600' }));
  await vi.waitFor(async () => expect((await hub.page('pack')).priceCents).toBe(2600), 10_000);
  expect(hub.feature.runsOn?.()[0]).not.toHaveProperty('advice');
});

test('a mistake that is there at the start leaves on sale what was, and everything else', async () => {
  const site = await fresh(productFiles('pack'), productFiles('icons'));
  await openStore(site);
  await site.put(productFiles('pack', { kind: 'yacht', price: '1' }));
  const second = await openStore(site);
  expect(await second.ids()).toEqual(['icons', 'pack']);
  expect((await second.page('pack')).priceCents).toBe(1900);
});

test('a product whose folder is gone is no longer sold, and stays with its files for whoever bought it', async () => {
  const site = await fresh(productFiles('pack'), productFiles('icons'));
  const hub = await openStore(site);
  await site.remove('catalog/pack');
  await vi.waitFor(async () => expect(await hub.ids()).toEqual(['icons']), 10_000);
  expect((await hub.get('/api/store/products/pack')).status).toBe(404);
  const kept = await rows(
    `select hash, on_sale from store_product join store_product_file on product_id = id where id = 'pack'`,
  );
  expect(kept).toHaveLength(2);
  const files = openDiskFiles(hub.folder);
  for (const { hash, on_sale } of kept)
    expect([on_sale, await files.has(downloadKey(String(hash)))]).toEqual([false, true]);
  expect((await hub.quoted([{ id: 'pack', quantity: 1, seenCents: 1900 }])).lines[0]).toMatchObject({
    state: 'gone',
    lineCents: 0,
  });

  await site.put(productFiles('pack'));
  await vi.waitFor(async () => expect(await hub.ids()).toEqual(['icons', 'pack']), 10_000);
});

test('a new version is sold with its own files; those of the one before stay', async () => {
  const site = await fresh(productFiles('pack'));
  const hub = await openStore(site);
  const changelog =
    '\n  - version: 2.0\n    date: 2026-11-20\n    changes: Half as long.\n  - version: 1.0\n    date: 2026-11-01\n    changes: The first edition.';
  await site.put(productFiles('pack', { changelog }, 'Shorter.\n'));
  await vi.waitFor(async () => expect((await hub.page('pack')).version).toBe('2.0'), 10_000);
  const files = await rows(
    'select version, bytes from store_product_file where position = 0 order by version',
  );
  expect(files).toEqual([
    { version: '1.0', bytes: 21 },
    { version: '2.0', bytes: 9 },
  ]);
});

test('two processes that start together import once, and each sells what the other was told', async () => {
  const site = await fresh(productFiles('pack'), productFiles('icons'));
  const elsewhere = await catalogueFolder(productFiles('pack'), productFiles('icons'));
  onTestFinished(() => elsewhere[Symbol.asyncDispose]());
  const [{ revision: before } = {}] = await rows('select revision from store_catalogue');
  const shared = await mkdtemp(join(tmpdir(), 'hub-store-'));
  onTestFinished(() => rm(shared, { recursive: true, force: true }));
  const [one, two] = await Promise.all([openStore(site, shared), openStore(elsewhere, shared)]);
  const [{ revision: after } = {}] = await rows('select revision from store_catalogue');
  expect(Number(after) - Number(before)).toBe(1);
  expect(await two.ids()).toEqual(['icons', 'pack']);

  await site.put(productFiles('pack', { price: '700' }));
  for (const hub of [one, two])
    await vi.waitFor(async () => expect((await hub.page('pack')).priceCents).toBe(700), 10_000);
});

test('no answer is older than the notice that told of a change', async () => {
  const hub = await openStore(await fresh(productFiles('pack')));
  await hub.list();
  let answer: Promise<ProductPage> | undefined;
  // What draws pages hears the same notice, and asks at once.
  const stop = db.listen('content', (id) => {
    if (id === 'price') answer = hub.page('pack');
  });
  onTestFinished(stop);
  await db.pool.query(`update store_product set content = jsonb_set(content, '{priceCents}', '4200')`);
  await db.pool.query('update store_catalogue set revision = revision + 1');
  await db.notify(db.tables(), 'content', 'price');
  await vi.waitFor(() => expect(answer).toBeDefined());
  expect((await answer)?.priceCents).toBe(4200);
});

test('a quote is worked out from the prices of the server, whatever the browser claims', async () => {
  const hub = await openStore(
    await fresh(
      productFiles('pack'),
      productFiles('icons', { price: '1550' }),
      productFiles('free', { price: '0' }),
    ),
  );
  const quote = await hub.quoted([
    { id: 'pack', quantity: 2, seenCents: 1 },
    { id: 'icons', quantity: 1, seenCents: 1550 },
    { id: 'free', quantity: 1 },
    { id: 'never-sold', quantity: 3 },
  ]);
  expect(quote).toMatchObject({
    totalCents: 2 * 1900 + 1550,
    currency: 'USD',
    lines: [
      { state: 'changed', unitCents: 1900, seenCents: 1 },
      { state: 'ok' },
      { state: 'ok', lineCents: 0 },
      { state: 'gone', title: null },
    ],
  });
});

test('hostile quotes are refused with the field that is wrong, and nothing is worked out', async () => {
  const hub = await openStore(await fresh(productFiles('pack')));
  const one = (more: Record<string, unknown>) => ({ items: [{ id: 'pack', quantity: 1, ...more }] });
  const refused: [unknown, string][] = [
    [one({ quantity: -1 }), 'items.0.quantity'],
    [one({ quantity: 0 }), 'items.0.quantity'],
    [one({ quantity: 1e9 }), 'items.0.quantity'],
    [one({ quantity: 1.5 }), 'items.0.quantity'],
    ['{"items":[{"id":"pack","quantity":NaN}]}', ''],
    ['{"items":[{"id":"pack","quantity":1e400}]}', 'items.0.quantity'],
    [one({ quantity: null }), 'items.0.quantity'],
    [one({ quantity: '1' }), 'items.0.quantity'],
    [one({ seenCents: -1 }), 'items.0.seenCents'],
    [one({ seenCents: 0.5 }), 'items.0.seenCents'],
    [one({ priceCents: 1 }), 'items.0'],
    [one({ currency: 'XTS' }), 'items.0'],
    [one({ id: '../../etc' }), 'items.0.id'],
    [
      {
        items: [
          { id: 'pack', quantity: 1 },
          { id: 'pack', quantity: 1 },
        ],
      },
      'items',
    ],
    [{ items: Array.from({ length: 101 }, (_, n) => ({ id: `p-${n}`, quantity: 1 })) }, 'items'],
    [{}, 'items'],
    [[], 'body'],
    ['null', 'body'],
  ];
  for (const [body, field] of refused) {
    const answer = await hub.quote(body);
    const { error } = (await answer.json()) as { error: { code: string; fields?: Record<string, string> } };
    expect([answer.status, error.code], JSON.stringify(body)).toEqual([400, 'bad_request']);
    expect(['', ...Object.keys(error.fields ?? {})], JSON.stringify(body)).toContain(field);
  }
});

test('[STORE-5] of the products that unlock a document the cheapest on sale is named', async () => {
  const site = await catalogueFolder(
    productFiles('whole-office', { title: 'Whole office', price: '9900', unlocks: '[retainer, quote]' }),
    productFiles('one-letter', { title: 'One letter', price: '900', unlocks: '[retainer]' }),
  );
  await openStore(site);
  expect(await documentsOnSale(db, new Date())).toEqual(
    new Map([
      ['retainer', { title: 'One letter', path: '/product/one-letter', price: 900, documents: 1 }],
      ['quote', { title: 'Whole office', path: '/product/whole-office', price: 9900, documents: 2 }],
    ]),
  );
});
