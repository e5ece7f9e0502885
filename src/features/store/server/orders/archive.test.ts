import { unzipSync } from 'fflate';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OrderView } from '#features/store/rules/order-contract.ts';
import { productFiles } from '#testing/catalogue-folder.ts';
import { useDatabase } from '#testing/database.ts';
import { storeHub } from '#testing/store-hub.ts';
import { orderNumber } from '../../rules/order-number.ts';
import { downloadKey } from '../tables.ts';

const db = await useDatabase();
const rows = async (text: string) => (await db.pool.query<Record<string, unknown>>(text)).rows;
const products = [
  productFiles('alpha', { price: '900' }, 'the first of alpha'),
  productFiles('beta', { price: '900' }, 'the first of beta'),
  productFiles('gamma', { price: '900' }, 'x'.repeat(300_000)),
];
const ids = ['alpha', 'beta', 'gamma'];
const items = (wanted: string[]) => wanted.map((id) => ({ id, quantity: 1 }));
const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer());

type Hub = Awaited<ReturnType<typeof storeHub>>;
const unpacked = async (hub: Hub, order: OrderView) =>
  unzipSync(await bytesOf(await hub.get(order.archive ?? '')));

test(
  'law: the ZIP of an order holds what its single links give, byte for byte, each written down',
  { timeout: 120_000 },
  async () => {
    const hub = await storeHub(db, products);
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1 }),
        fc.boolean(),
        async (bought, isMember) => {
          const who = isMember
            ? await hub.member(`${Math.random().toString(36).slice(2)}@example.com`)
            : undefined;
          const { token } = await hub.bought(
            { items: items(bought), seenTotalCents: 900 * bought.length },
            who,
          );
          const order = await hub.order(token);
          const inside = await unpacked(hub, order);
          const singly: Record<string, Uint8Array> = {};
          for (const { productId, versions } of order.lines)
            for (const { name, href } of versions[0]?.files ?? [])
              singly[bought.length > 1 ? `${productId}/${name}` : name] = await bytesOf(await hub.get(href));
          expect(inside).toEqual(singly);
          // Once with the ZIP, once singly.
          const [logged] = await rows(
            `select count(*)::int as n from store_download where order_id = '${order.id}'`,
          );
          expect(logged).toEqual({ n: 2 * Object.keys(singly).length });
        },
      ),
      { numRuns: 12 },
    );
  },
);

test('of a product with several versions the ZIP has the newest alone', async () => {
  const hub = await storeHub(db, [products[0]!]);
  const { token } = await hub.bought({ items: items(['alpha']), seenTotalCents: 900 });
  await db.pool.query(`
    insert into store_product_version (product_id, version, released_on, changes, imported_at)
      values ('alpha', '9.0', '2030-01-01', 'Later', now());
    insert into store_product_file (product_id, version, position, name, words, bytes, type, hash)
      select product_id, '9.0', position, 'later-' || name, words, bytes, type, hash
      from store_product_file where product_id = 'alpha'`);
  const inside = Object.keys(await unpacked(hub, await hub.order(token)));
  expect(inside).toEqual(['later-checklist.md', 'later-LICENCE.md']);
});

test('to ask for the ZIP is no download; a forged, late or outdated link leads to a fresh one', async () => {
  const hub = await storeHub(db, products);
  const { token } = await hub.bought({ items: items(ids), seenTotalCents: 2700 });
  const order = await hub.order(token);
  const link = order.archive ?? '';
  expect((await hub.call('HEAD', link)).status).toBe(200);
  expect(await rows('select name from store_download')).toEqual([]);
  const answer = await hub.get(link);
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="order-${orderNumber(order.id)}.zip"`,
  );
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  await answer.body?.cancel();

  const single = order.lines[0]?.versions[0]?.files[0]?.href ?? '';
  const asArchive = single.replace('/files/', '/archive/');
  const refused = [await hub.get(`${link.slice(0, -4)}AAAA`), await hub.get(asArchive)];
  const corrected = await hub.post('/api/orders/email', { order: token, email: 'right@example.com' });
  const { archive } = (await corrected.json()) as OrderView;
  refused.push(await hub.get(link));
  hub.clock.move(16 * 60_000);
  refused.push(await hub.get(archive ?? ''));
  for (const { status, headers } of refused)
    expect([status, headers.get('location')]).toEqual([303, '/find-order?why=link']);
});

test('law: what a browser fetches ahead, however it says so, is no download of a file or of the ZIP', async () => {
  const hub = await storeHub(db, products);
  const { token } = await hub.bought({
    items: items(ids),
    seenTotalCents: 2700,
    country: 'DE',
    agreed: true,
  });
  const order = await hub.order(token);
  const links = [order.archive ?? '', order.lines[0]?.versions[0]?.files[0]?.href ?? ''];
  const ahead = fc.constantFrom(
    ['Sec-Purpose', 'prefetch'],
    ['Sec-Purpose', 'prefetch;prerender'],
    ['Sec-Purpose', 'prefetch;anonymous-client-ip'],
    ['Purpose', 'prefetch'],
    ['Purpose', 'Prefetch'],
    ['X-Purpose', 'preview'],
    ['X-Moz', 'prefetch'],
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...links), ahead, async (link, [name = '', value = '']) => {
      const answer = await hub.call('GET', link, undefined, undefined, { [name]: value });
      expect([answer.status, await answer.text()]).toEqual([204, '']);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(await rows('select name from store_download')).toEqual([]);
    }),
    { numRuns: 40 },
  );
  expect((await hub.order(token)).withdrawUntil).not.toBeNull();
  // Whoever really asks gets it.
  expect((await hub.get(links[0] ?? '')).status).toBe(200);
});

test('a file missing from storage is found out before the first byte; nothing counts as given', async () => {
  const hub = await storeHub(db, products);
  const { token } = await hub.bought({ items: items(['beta']), seenTotalCents: 900 });
  const { archive } = await hub.order(token);
  const [file] = await rows(`select hash from store_product_file where product_id = 'beta' and position = 1`);
  await hub.platform.files.delete(downloadKey(String(file?.['hash'])));
  expect((await hub.get(archive ?? '')).status).toBe(503);
  expect(await rows('select name from store_download')).toEqual([]);
});

test('an order of one file, and one too large to pack, offer no ZIP', async () => {
  const hub = await storeHub(db, [products[0]!]);
  const { token } = await hub.bought({ items: items(['alpha']), seenTotalCents: 900 });
  const before = (await hub.order(token)).archive ?? '';
  await db.pool.query('update store_product_file set bytes = 2000000000 where position = 0');
  expect((await hub.order(token)).archive).toBeNull();
  expect((await hub.get(before)).status).toBe(409);
  await db.pool.query('delete from store_product_file where position = 0');
  expect((await hub.order(token)).archive).toBeNull();
});
