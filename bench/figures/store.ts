import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '#base/clock.ts';
import { randomText } from '#base/id.ts';
import { createOrders, type OrderPayments } from '#features/store/server/public.ts';
import { readConfig } from '#platform/server/config.ts';
import type { Database } from '#platform/server/database/database.ts';
import { openDatabase } from '#platform/server/database/open.ts';
import { silentLog } from '#platform/server/log.ts';
import type { Platform } from '#platform/server/platform.ts';
import { sampleSite } from '#testing/site.ts';
import { type Hub, startHub } from '../../e2e/hub.ts';
import { fillOrders, fillProducts } from '../full-shop.ts';
import { atMost, type Figure, median, ratioToBare } from '../kit.ts';

const manyProducts = 10_000;
const manyOrders = Number(process.env['BENCH_ORDERS'] ?? 1_000_000);

/** A shop as shipped, then with ten thousand products and a million orders: what a look and a purchase cost in each. */
export async function figures(): Promise<Figure[]> {
  await using hub = await startHub({ env: { TRUST_PROXY: '1' } });
  const db = await openDatabase({ databaseUrl: undefined, dataDir: hub.dataDir }, silentLog);
  try {
    const list = `${hub.url}/api/store/products`;
    const { items } = (await (await fetch(list)).json()) as { items: { id: string; priceCents: number }[] };
    const product = items.find(({ priceCents }) => priceCents > 0);
    if (!product) throw new Error('There is nothing to buy');
    const shop: Shop = { hub, product, provider: await providerOf(hub) };
    const detail = `${list}/${product.id}`;
    const cpu = async (what: string, url: string, aim: number) =>
      atMost(`${what}, CPU against a bare server`, await ratioToBare(hub.pid, { url }), aim, 'x', 2);
    const api = [
      await cpu('product list from memory', list, 3),
      await cpu('product detail from memory', detail, 3),
      await cpu('product page', `${hub.url}/product/${product.id}`, 10),
      await cpu('store page', `${hub.url}/store`, 10),
    ];

    const crowd = await buyTogether(shop, 100);
    const cookie = await signUp(hub);
    const orders = ordersCommand(db, hub);
    const looks: Record<string, () => Promise<unknown>> = {
      'product list': () => ok(list),
      'product detail': () => ok(detail),
      'purchases of a member with 20 orders': () => ok(`${hub.url}/api/purchases`, { cookie }),
      'hub orders list': orders,
      'a purchase, placed and paid': () => buy(shop),
    };
    await fillOrders(db, 20, 'few');
    await giveToMember(db);
    const before = await timesOf(looks);
    await fillProducts(db, manyProducts);
    await fillOrders(db, manyOrders, 'many');
    const after = await timesOf(looks);

    const searched: number[] = [];
    for (let n = 0; n < 40; n++)
      searched.push(await timed(() => ok(`${list}?q=${['launch', 'invo', 'starter'][n % 3]}+${n * 37}`)));
    return [
      ...api,
      {
        what: `100 buyers who check out at once: errors (${crowd.seconds.toFixed(1)} s in all)`,
        measured: `${crowd.errors}, ${crowd.paid} paid`,
        aim: '0, 100 paid',
        reached: crowd.errors === 0 && crowd.paid === 100,
      },
      ...Object.keys(looks).map((what) => grown(what, before[what] ?? 0, after[what] ?? 0)),
      atMost(`a search that nobody asked before, of ${manyProducts} products`, median(searched), 20, 'ms'),
    ];
  } finally {
    await db.close();
  }
}

interface Shop {
  hub: Hub;
  product: { id: string; priceCents: number };
  provider: string;
}

const grown = (what: string, before: number, after: number): Figure => ({
  what: `${what}: with ${manyProducts} products and ${manyOrders} orders (before: ${before.toFixed(2)} ms)`,
  measured: `${after.toFixed(2)} ms, ${((after / before - 1) * 100).toFixed(0)} %`,
  aim: '< +20 %',
  reached: after < before * 1.2,
});

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Each in turn, so that what else the machine does weighs on all of them alike. */
async function timesOf(looks: Record<string, () => Promise<unknown>>): Promise<Record<string, number>> {
  const times: Record<string, number[]> = {};
  for (let round = 0; round < 110; round++)
    for (const [what, look] of Object.entries(looks)) {
      if (round >= 40 && what.startsWith('a purchase')) continue;
      const took = await timed(look);
      if (round >= 10) (times[what] ??= []).push(took);
    }
  return Object.fromEntries(Object.entries(times).map(([what, took]) => [what, median(took)]));
}

async function ok(url: string, headers: Record<string, string> = {}): Promise<unknown> {
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

async function post(url: string, body: unknown, headers: Record<string, string>): Promise<never> {
  const response = await fetch(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as never;
}

const providerOf = async ({ dataDir }: Hub): Promise<string> =>
  (JSON.parse(await readFile(join(dataDir, 'test-payments.json'), 'utf8')) as { emulator: string }).emulator;

/** A guest's whole way: place the order, agree at the provider, pay. */
async function buy({ hub, product: { id, priceCents }, provider }: Shop): Promise<void> {
  const octet = () => Math.floor(Math.random() * 250);
  const headers = { origin: hub.url, 'x-forwarded-for': `10.${octet()}.${octet()}.${octet()}` };
  const placed = await post(
    `${hub.url}/api/checkout`,
    {
      items: [{ id, quantity: 1, seenCents: priceCents }],
      country: 'US',
      checkoutKey: randomText(26),
      email: `${randomText(8)}@example.com`,
      agreed: false,
      wantsNews: false,
      wantsReminders: false,
      seenTotalCents: priceCents,
    },
    headers,
  );
  const { token, providerOrderId } = placed as { token: string; providerOrderId: string };
  await post(`${provider}/control/approve`, { order: providerOrderId }, {});
  const { state } = await post(`${hub.url}/api/checkout/capture`, { token }, headers);
  if (state !== 'paid') throw new Error(`The order is ${String(state)}`);
}

async function buyTogether(shop: Shop, count: number) {
  const began = performance.now();
  const buyers = await Promise.allSettled(Array.from({ length: count }, () => buy(shop)));
  return {
    paid: buyers.filter(({ status }) => status === 'fulfilled').length,
    errors: buyers.filter(({ status }) => status === 'rejected').length,
    seconds: (performance.now() - began) / 1000,
  };
}

async function signUp({ url }: Hub): Promise<string> {
  const response = await fetch(`${url}/api/auth/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({
      displayName: 'Ada',
      email: 'ada@example.com',
      password: 'seven quiet herons',
      attempt: 'attemptattemptattempt123',
    }),
  });
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  return cookies.join('; ');
}

/** `hub orders list` without the start of its process. */
function ordersCommand(db: Database, hub: Hub): () => Promise<void> {
  const platform = {
    config: { ...readConfig({ DATA_DIR: hub.dataDir }), live: false },
    clock: systemClock,
    log: silentLog,
    db,
    site: { words: sampleSite } as Platform['site'],
    secret: (name: string) => Buffer.from(name.padEnd(32, 'x')),
    origin: () => hub.url,
  } as Platform;
  // Nothing is paid here.
  const orders = createOrders(platform, { payments: {} as OrderPayments });
  const list = orders.commands.find(({ name }) => name === 'orders list');
  return async () => list?.run([], () => {});
}

const giveToMember = (db: Database) =>
  db.pool.query(
    `update store_order set owner_id = (select id from account_user where email = 'ada@example.com')
     where id like 'ord_few%'`,
  );
