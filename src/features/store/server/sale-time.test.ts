import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPlanned } from '#base/planned.ts';
import { randomText } from '#base/id.ts';
import { productFiles, productText } from '#testing/catalogue-folder.ts';
import { useDatabase } from '#testing/database.ts';
import { productShop } from '#testing/product-shop.ts';
import { documentsOnSale, findOnSale } from './public.ts';

const db = await useDatabase();

type Shop = Awaited<ReturnType<typeof productShop>>;
const cart = [{ id: 'pack', quantity: 1, seenCents: 1900 }];
const moveTo = ({ hub }: Shop, moment: Date) => hub.clock.move(moment.getTime() - hub.clock.now().getTime());

/** Whether a visitor can buy it, by every door there is. */
async function doors({ hub }: Shop) {
  const json = async (answer: Response) => (await answer.json()) as never;
  const quoted = async (path: string, more = {}): Promise<boolean> => {
    const answer: { lines?: { state: string }[]; quote?: { lines: { state: string }[] } } = await json(
      await hub.post(path, { items: cart, ...more }),
    );
    return (answer.lines ?? answer.quote?.lines)?.[0]?.state === 'ok';
  };
  const list: { items: { id: string }[] } = await json(await hub.get('/api/store/products'));
  const found: { total: number } = await json(await hub.get('/api/store/products?q=launch'));
  const now = hub.clock.now();
  return {
    list: list.items.some(({ id }) => id === 'pack'),
    search: found.total > 0,
    page: (await hub.get('/api/store/products/pack')).status === 200,
    sitemap: hub.feature.listed?.().some(({ path }) => path === '/product/pack') ?? false,
    assistant: hub.feature.knows?.().some(({ path }) => path === '/product/pack') ?? false,
    cart: await quoted('/api/store/quote'),
    bill: await quoted('/api/checkout/bill', { country: 'US' }),
    funnels: (await findOnSale(db, 'pack', now)) !== null,
    documents: (await documentsOnSale(db, now)).has('retainer'),
    checkout: (await hub.checkout({ checkoutKey: randomText(26) })).status === 200,
  };
}

const all = (is: boolean) =>
  Object.fromEntries(
    [
      'list',
      'search',
      'page',
      'sitemap',
      'assistant',
      'cart',
      'bill',
      'funnels',
      'documents',
      'checkout',
    ].map((door) => [door, is]),
  );

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Casablanca',
];
/** Around the nights in which clocks change, and any other hour. */
const start = fc.oneof(
  fc.constantFrom(
    '2027-03-28 01:30',
    '2027-03-28 02:30',
    '2027-10-31 02:30',
    '2027-03-14 02:15',
    '2027-11-07 01:45',
    '2027-04-04 01:45',
  ),
  fc
    .date({ min: new Date('2026-12-01'), max: new Date('2028-12-01'), noInvalidDate: true })
    .map((day) => day.toISOString().slice(0, 16).replace('T', ' ')),
);

test('[law] on sale at a time: at every moment every door says the same, without a restart', async () => {
  const shop = await productShop(db, [productFiles('pack', { unlocks: '[retainer]', onSale: 'no' })]);
  await fc.assert(
    fc.asyncProperty(
      start,
      fc.integer({ min: 1, max: 90_000 }),
      fc.constantFrom(...zones),
      async (wall, minutes, zone) => {
        moveTo(shop, new Date('2026-11-21T12:00:00Z'));
        const from = readPlanned(`${wall} ${zone}`)!.at;
        const end = new Date(Date.parse(`${wall.replace(' ', 'T')}Z`) + minutes * 60_000).toISOString();
        const until = readPlanned(`${end.slice(0, 16).replace('T', ' ')} ${zone}`)!.at;
        fc.pre(until > from);
        const [fromDay = '', fromTime = ''] = wall.split(' ');
        const [untilDay, untilTime] = [end.slice(0, 10), end.slice(11, 16)];
        const done = await shop.does('schedule', 'pack', { fromDay, fromTime, untilDay, untilTime, zone });
        expect([done.status, done.page]).toEqual([303, '']);
        const moments = [
          from.getTime() - 1,
          from.getTime(),
          (from.getTime() + until.getTime()) / 2,
          until.getTime() - 1,
          until.getTime(),
          until.getTime() + 86_400_000,
        ];
        const said: [number, unknown][] = [];
        for (const moment of moments) {
          moveTo(shop, new Date(moment));
          said.push([moment, await doors(shop)]);
        }
        expect(said).toEqual(
          moments.map((moment) => [moment, all(moment >= from.getTime() && moment < until.getTime())]),
        );
      },
    ),
    { numRuns: 20 },
  );
});

test('public pages are drawn anew when something goes on sale, also when the clock is set back', async () => {
  const text = productText({
    onSaleFrom: '2026-12-01 09:00 Europe/Berlin',
    onSaleUntil: '2026-12-24 00:00 Europe/Berlin',
  });
  const shop = await productShop(db, [productFiles('pack'), { 'catalog/pack/product.md': text }]);
  const seen: (number | undefined)[] = [];
  for (const moment of [
    '2026-12-01T07:59:59.999Z',
    '2026-12-01T08:00:00Z',
    '2026-12-20T00:00:00Z',
    '2026-12-23T23:00:00Z',
    '2026-12-20T00:00:00Z',
  ]) {
    moveTo(shop, new Date(moment));
    seen.push(shop.hub.feature.turns?.());
  }
  const [a = 0] = seen;
  expect(seen).toEqual([a, a + 1, a + 1, a + 2, a + 3]);
});

test('[STORE-2] a cart filled before the end is told at the till, and nothing is charged after it', async () => {
  const text = productText({ onSaleUntil: '2026-11-22 00:00 UTC' });
  const shop = await productShop(db, [productFiles('pack'), { 'catalog/pack/product.md': text }]);
  const { hub } = shop;
  const placed = await hub.placed();
  moveTo(shop, new Date('2026-11-21T23:59:59.999Z'));
  const late = await hub.placed({ checkoutKey: randomText(26), email: 'bob@example.com' });
  expect((await hub.capture(late.token)).status).toBe(200);
  moveTo(shop, new Date('2026-11-22T00:00:00Z'));
  const words = 'Launch checklist isn’t sold at the moment. Nothing was charged. Review your cart.';
  for (const answer of [await hub.capture(placed.token), await hub.checkout({ checkoutKey: randomText(26) })])
    expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining(words)]);
  expect(hub.rail.captured).toHaveLength(1);
  expect((await hub.order(late.token)).lines[0]).toMatchObject({ onSale: false });
});

test('the desk says when it is sold, and refuses what can’t be at its field', async () => {
  const shop = await productShop(db, [productFiles('pack')]);
  const wrong = async (typed: Record<string, string>) =>
    (await shop.does('schedule', 'pack', { zone: 'Europe/Berlin', ...typed })).page;
  expect(await wrong({ fromDay: '2026-12-02', untilDay: '2026-12-01' })).toContain(
    'This is not later than the start.',
  );
  expect(await wrong({ untilDay: '2026-11-20' })).toContain('has passed. Choose a later time');
  expect(await wrong({ fromTime: '09:00' })).toContain('A day is missing for this time.');
  expect(await wrong({ fromDay: '2026-12-02', zone: '' })).toContain('Choose a time zone.');
  expect(await wrong({ fromDay: '2026-02-30' })).toContain('There is no such day');
  expect(await shop.read('pack/product.md')).not.toContain('onSaleFrom');

  const form = {
    ...(await shop.open('schedule', 'pack')),
    fromDay: '2026-12-01',
    fromTime: '09:00',
    zone: 'Europe/Berlin',
  };
  const other = await shop.open('schedule', 'pack');
  expect((await shop.send('schedule', 'pack', form)).status).toBe(303);
  expect(await shop.read('pack/product.md')).toMatch(/onSaleFrom: "?2026-12-01 09:00 Europe\/Berlin"?/);
  expect(await shop.list()).toContain('On sale from 1 December 2026 at 09:00 (Europe/Berlin)');
  expect(shop.records.at(-1)?.after).toEqual({ onSale: 'yes', time: '2026-12-01 09:00 Europe/Berlin / ' });
  // Whoever had it open before is told.
  expect((await shop.send('schedule', 'pack', { ...form, ...other })).page).toContain(
    'Somebody else changed its time meanwhile: On sale from 1 December 2026 at 09:00 (Europe/Berlin).',
  );
  const leadsThere = async () => /href="[^"]*\/product\/pack"/.test(await shop.one('pack'));
  expect(await leadsThere()).toBe(false);
  expect(await shop.open('schedule', 'pack')).toMatchObject({
    fromDay: '2026-12-01',
    fromTime: '09:00',
    zone: 'Europe/Berlin',
  });

  expect((await shop.does('put-on-sale', 'pack')).status).toBe(303);
  expect(await shop.read('pack/product.md')).not.toContain('onSaleFrom');
  expect(await doors(shop)).toMatchObject({ list: true, checkout: true });
  expect(await leadsThere()).toBe(true);
});

test('times that a file gets wrong are told with their line, and the product stays as it was', async () => {
  const shop = await productShop(db, [productFiles('pack')]);
  const said = async (changes: Record<string, string>) => {
    await shop.hub.site.put({ 'catalog/pack/product.md': productText(changes) });
    return shop.hub
      .command('product', 'check')
      .catch(String)
      .then(() => shop.one('pack'));
  };
  expect(await said({ onSaleFrom: 'tomorrow' })).toContain('expected a day, a time and a time zone');
  expect(await said({ onSaleFrom: '2026-12-02 09:00 UTC', onSaleUntil: '2026-12-01 09:00 UTC' })).toContain(
    'expected a later one',
  );
  expect(await doors(shop)).toMatchObject({ list: true });
});
