import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newId } from '#base/id.ts';
import { createShown, ticketsInMemory } from '#features/desk/server/public.ts';
import { orderNumber } from '#features/store/rules/order-number.ts';
import { productFiles } from '#testing/catalogue-folder.ts';
import { useDatabase } from '#testing/database.ts';
import { storeHub } from '#testing/store-hub.ts';
import { findOrders } from './find-orders.ts';

const db = await useDatabase();

const finder = (references: Record<string, string[]> = {}) => {
  const context = {
    platform: { db },
    payments: { referencesOf: async (id: string) => references[id] ?? [] },
  } as never;
  return async (find: string, more = {}) =>
    (await findOrders(context, { find, ...more }, 51)).map(({ id }) => id);
};

test('an order is found by all that somebody may know of it, and by nothing else', async () => {
  const hub = await storeHub(db, [
    productFiles('pack', { licenceKeys: 'yes' }),
    productFiles('icons', { title: 'Lighthouse icons', price: '1900' }),
  ]);
  await hub.command('coupons', 'add', 'SUMMER', '10%');
  const mine = await hub.bought({ name: 'Ada Lovelace', email: 'ada.l@birch.example' });
  await hub.bought({
    items: [{ id: 'icons', quantity: 1, seenCents: 1900 }],
    email: 'bob@cedar.example',
    coupon: 'SUMMER',
    seenTotalCents: 1710,
  });
  const { rows } = await db.pool.query<{ id: string; provider_order_id: string; invoice_number: string }>(
    'select id, provider_order_id, invoice_number from store_order order by total_cents desc',
  );
  const [ada, bob] = rows as [(typeof rows)[0], (typeof rows)[0]];
  const found = finder({ 'CAPTURE-1': [ada.id] });
  const key =
    mine.lines[0]?.keys?.[0] ?? (await db.pool.query('select key from store_licence_key')).rows[0].key;
  const of = {
    [ada.id]: [
      ada.id,
      orderNumber(ada.id),
      orderNumber(ada.id).toLowerCase().replace('-', ''),
      ada.invoice_number,
      ada.provider_order_id,
      'CAPTURE-1',
      key,
      key.slice(0, 20),
      ` ${key.slice(0, 9)}\n${key.slice(9)} `,
      'ada.l@birch.example',
      'ADA.L@',
      'birch',
      'lovelace',
      'checklist',
      'pack',
    ],
    [bob.id]: ['cedar.ex', 'LIGHTHOUSE', 'summer', 'icons', bob.invoice_number],
  };
  for (const [id, words] of Object.entries(of))
    for (const word of words) expect([word, await found(word)]).toEqual([word, [id]]);
  expect(await found('example')).toHaveLength(2);
  for (const word of [
    'zebra',
    '%',
    '_____',
    'a%a',
    'ad',

    'x'.repeat(5000),
    "'; drop",
    '\\',
    '\ud800abc',
  ])
    expect([word, await found(word)]).toEqual([word, []]);
  // What names one order finds it in any state.
  expect(await found(orderNumber(ada.id), { state: 'refunded' })).toEqual([ada.id]);
  expect(await found('birch', { state: 'refunded' })).toEqual([]);
});

test('[law] each page of what is found follows the one before, and none is missed or shown twice', async () => {
  await storeHub(db, [productFiles('pack')]);
  const order = fc.record({
    minute: fc.nat(5),
    name: fc.constantFrom('Ada Oak', 'oakley@x.example', 'Bob', ''),
    state: fc.constantFrom('paid', 'open', 'refunded'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(order, { maxLength: 40 }), async (all) => {
      await db.pool.query('truncate store_order cascade');
      for (const { minute, name, state } of all)
        await db.pool.query(
          `insert into store_order (id, checkout_key, digest, state, email, email_key, country, buyer_name, vat_state,
             subtotal_cents, discount_cents, tax_cents, tax_basis_points, total_cents, created_at)
           values ($1, $1, '', $2, 'p@x.example', 'p@x.example', 'US', $3, 'none', 1, 0, 0, 0, 1, $4)`,
          [newId('order'), state, name, new Date(Date.UTC(2026, 0, 1, 0, minute))],
        );
      const { rows } = await db.pool.query<{ id: string; created_at: Date }>(
        `select id, created_at from store_order where buyer_name ilike '%oak%' and state in ('paid', 'refunded')
         order by created_at desc, id collate "C" desc`,
      );
      const context = { platform: { db }, payments: {} } as never;
      const seen: string[] = [];
      for (let before = '', page = 1; page <= 50; page += 1) {
        const part = await findOrders(context, { find: 'OAK', ...(before && { before }) }, 3);
        seen.push(...part.slice(0, 2).map(({ id }) => id));
        const last = part[1];
        if (part.length < 3 || !last) break;
        before = `${last.created_at.toISOString()},${last.id}`;
      }
      expect(seen.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
      expect(new Set(seen).size).toBe(seen.length);
    }),
    { numRuns: 25 },
  );
});

test('the list and the page call an order by the number that its buyer reads', async () => {
  const hub = await storeHub(db, [productFiles('pack')]);
  await hub.bought();
  const { rows } = await db.pool.query<{ id: string }>('select id from store_order');
  const number = orderNumber(rows[0]?.id ?? '');
  const pages = hub.feature.desk ?? [];
  const at = pages.find(({ path }) => path === 'orders')!;
  const shown = createShown({
    base: '',
    hub: () => 'Birch',
    place: { name: 'Desk', styles: 'desk.css' },
    tickets: ticketsInMemory(),
    headers: {},
  });
  const reader = {
    pages,
    given: async () => [],
    recorded: async (_a: string, _s: string, deed: () => Promise<never>) => deed(),
  };
  const list = await (await shown.list(reader as never, at, {})).text();
  expect(list).toMatch(new RegExp(`<bdi>${number}</bdi></span></a>`));
  expect(list).not.toMatch(/>\s*(<bdi>)?ord_/);
  expect(await (await shown.one(reader as never, at, rows[0]?.id ?? '', {})).text()).toMatch(
    new RegExp(`<h1[^>]*>[^<]*(<bdi>)?Order ${number}`),
  );
});
