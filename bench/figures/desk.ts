import { get } from 'node:http';
import { randomText } from '#base/id.ts';
import { hashOf } from '#features/desk/server/tickets.ts';
import { join } from 'node:path';
import type { Database } from '#platform/server/database/database.ts';
import { openDatabase } from '#platform/server/database/open.ts';
import { silentLog } from '#platform/server/log.ts';
import { startHub } from '../../e2e/hub.ts';
import { fillFolders, fillOrders } from '../full-shop.ts';
import { atMost, type Figure, median } from '../kit.ts';

const manyProducts = Number(process.env['BENCH_PRODUCTS'] ?? 10_000);
const manyOrders = Number(process.env['BENCH_ORDERS'] ?? 1_000_000);
const aim = 200;

/** Every page of the rooms about money, and of the products, over a shop that is ten thousand products and a million orders large. */
export async function figures(): Promise<Figure[]> {
  // Kept where that is set, for whoever measures again and again.
  const kept = process.env['BENCH_DATA'];
  await using hub = await startHub({
    ...(kept !== undefined && { dataDir: kept }),
    isAlone: true,
    env: { TRUST_PROXY: '1' },
  });
  const db = await openDatabase({ databaseUrl: undefined, dataDir: hub.dataDir }, silentLog);
  try {
    const { rows: found } = await db.pool.query('select count(*)::int as count from store_download');
    if (found[0].count === 0) {
      await fillFolders(join(hub.dataDir, 'site', 'catalog'), manyProducts);
      await untilOnSale(db);
      await fillOrders(db, manyOrders, 'many');
    }
    const cookie = await sit(db);
    const at = hub.url.replace('127.0.0.1', 'localhost');
    const look = (path: string) => page(`${at}/desk/${path}`, cookie);
    const pages = await pagesOf(db, look);
    const rows: Figure[] = [];
    for (const [what, path] of Object.entries(pages)) {
      const times: number[] = [];
      for (let round = 0; round < 8; round++) {
        const began = performance.now();
        await look(path);
        times.push(performance.now() - began);
      }
      rows.push(
        atMost(
          `desk, ${what} (first look ${(times[0] ?? 0).toFixed(0)} ms)`,
          median(times.slice(1)),
          aim,
          'ms',
        ),
      );
    }
    return rows;
  } finally {
    await db.close();
  }
}

/** As a browser asks for a page: `fetch` says of itself that it is none. */
function page(url: string, cookie: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { cookie } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const body = Buffer.concat(parts).toString();
        if (response.statusCode === 200) resolve(body);
        else reject(new Error(`${url} answered ${response.statusCode}: ${body.slice(-300)}`));
      });
    }).on('error', reject);
  });
}

/** A place at the desk, as after a touch of the passkey. */
async function sit(db: Database): Promise<string> {
  const token = randomText(40);
  const id = `opr_${randomText(20).toLowerCase()}`;
  await db.pool.query(
    `insert into desk_operator (id, name, rights, created_at) values ($1, $1, '{everything}', now())`,
    [id],
  );
  await db.pool.query(
    `insert into desk_session (hash, id, operator_id, device, created_at, used_at) values ($1, $2, $2, '', now(), now())`,
    [hashOf(token), id],
  );
  return `hub_desk=${token}`;
}

/** The hub reads the folders by itself, some time after they are there. */
async function untilOnSale(db: Database): Promise<void> {
  for (;;) {
    const { rows } = await db.pool.query('select count(*)::int as count from store_product where on_sale');
    if (rows[0].count >= manyProducts) return;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

/** By name; the second and the last page where there are more. */
async function pagesOf(
  db: Database,
  look: (path: string) => Promise<string>,
): Promise<Record<string, string>> {
  const one = async (text: string): Promise<string> => {
    const { rows } = await db.pool.query(text);
    return String(rows[0].one);
  };
  const older = async (path: string) => {
    const [, link] = /href="([^"]*\?[^"]*)"[^>]*>(?:Older|More)/.exec(await look(path)) ?? [];
    if (link === undefined) throw new Error(`${path} has no second page`);
    return `${path}?${link.replaceAll('&amp;', '&').replace(/^[^?]*\?/, '')}`;
  };
  const order = await one(
    `select id as one from store_order where refunded_cents > 0 order by paid_at limit 1`,
  );
  const key = await one(`select coalesce(min(key), 'ABCD-EFGH') as one from store_licence_key`);
  const buyer = await one(
    `select email_key as one from store_order group by email_key order by count(*) desc limit 1`,
  );
  const year = `since=${daysAgo(365)}&until=${daysAgo(0)}`;
  return {
    today: '',
    orders: 'orders',
    'orders, older': await older('orders'),
    'orders of two years ago': `orders?before=${encodeURIComponent(`${daysAgo(690)}T00:00:00.000Z,ord_`)}`,
    'orders refunded': 'orders?state=refunded',
    'orders unpaid': 'orders?state=open',
    'orders of one buyer': `orders?find=${encodeURIComponent(buyer)}`,
    'orders of a product': 'orders?find=pack%207',
    'orders by coupon': 'orders?find=TWENTY',
    'orders by key': `orders?find=${encodeURIComponent(key)}`,
    'orders by invoice': 'orders?find=000777',
    'orders by nothing known': 'orders?find=zqxjkv',
    'one order': `orders/${order}`,
    customers: 'customers',
    'customers, older': await older('customers'),
    'customers found': 'customers?find=buyer77',
    'one customer': `customers/${encodeURIComponent(buyer)}`,
    'sales, 30 days': 'sales',
    'sales, a year': `sales?${year}`,
    coupons: 'coupons',
    'one coupon': 'coupons/TWENTY',
    products: 'products',
    'products, older': await older('products'),
    'products found': 'products?find=pack-77',
    'one product, the best sold': `products/${await one('select product_id as one from store_order_line group by 1 order by count(*) desc limit 1')}`,
    subscriptions: 'subscriptions',
    donations: 'donations',
    payments: 'payments',
    'payments not as asked': 'payments?state=mismatch',
    'one payment': `payments/pay_${order.slice(4)}`,
    'differences, a week': 'differences',
    'differences, a year ago': `differences?until=${daysAgo(365)}`,
    people: 'people',
    messages: 'messages',
    newsletter: 'newsletter',
    bounces: 'bounces',
    mailbox: 'mail',
    pages: 'pages',
    images: 'images',
    documents: 'documents',
    laws: 'laws',
    site: 'site',
    templates: 'templates',
    'api keys': 'my-keys',
    summary: 'my-summary',
    notices: 'my-notices',
    version: 'version',
    health: 'up',
    record: 'record',
  };
}

const daysAgo = (count: number): string =>
  new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);
