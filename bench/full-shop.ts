import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database } from '#platform/server/database/database.ts';

/** Statements that may take minutes, one after the other. */
export async function slowly(db: Database, statements: [string, unknown[]?][]): Promise<void> {
  const client = await db.pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    for (const [text, values] of statements) await client.query(text, values);
  } finally {
    client.release(true);
  }
}

const picture = fileURLToPath(new URL('../catalog/desk-icons/images/sizes.svg', import.meta.url));

/** Folders as an operator's own, each with a license and the text of a short page. */
export async function fillFolders(own: string, count: number): Promise<void> {
  for (let n = 1; n <= count; n++) {
    const folder = join(own, `pack-${n}`);
    await mkdir(folder, { recursive: true });
    await writeFile(
      join(folder, 'product.md'),
      `---\ntitle: Pack ${n}\nsummary: The pack number ${n}, for whoever collects packs.\nprice: ${900 + (n % 40) * 100}\n` +
        'kind: bundle\ntags: [packs]\nlicence:\n  name: Product license\n  words: Use it in any number of projects.\n' +
        '  file: LICENCE.md\nchangelog:\n  - version: 1.0\n    date: 2026-01-01\n    changes: First edition.\nfiles:\n' +
        '  - file: pack.txt\n    words: The pack\nimages:\n  - file: sizes.svg\n    alt: The pack\n---\n\nA pack, and what is in it.\n',
    );
    await copyFile(picture, join(folder, 'sizes.svg'));
    await writeFile(join(folder, 'pack.txt'), `Pack ${n}\n`);
    await writeFile(join(folder, 'LICENCE.md'), 'Use it in any number of projects.\n');
  }
}

/** Copies of what is on sale, each with its own ID; the hub is notified as of any change to the catalog. */
export async function fillProducts(db: Database, count: number): Promise<void> {
  await slowly(db, [
    [
      `with shipped as (select *, row_number() over (order by id) - 1 as at, count(*) over () as all_of_them from store_product)
       insert into store_product (id, content_hash, on_sale, price_cents, title, version, content, unlocks, issues_keys,
         first_sold_at, changed_at)
       select id || '-' || n, content_hash || n, true, price_cents, title || ' ' || n, version,
         jsonb_set(jsonb_set(jsonb_set(content, '{id}', to_jsonb(id || '-' || n)), '{title}', to_jsonb(title || ' ' || n)),
           '{order}', to_jsonb(1000 + n)),
         unlocks, issues_keys, first_sold_at, changed_at
       from generate_series(1, $1::int) n join shipped on at = n % all_of_them`,
      [count],
    ],
    ['update store_catalogue set revision = revision + 1'],
    ['vacuum analyze store_product'],
  ]);
  await db.notify(db.tables(), 'content', 'catalogue');
}

/** The same number between 0 and 1 for the same row, for each `salt` another one. */
const chance = (salt: number) => `((n::bigint * 2654435761 + ${salt * 40503}) % 1000003) / 1000003.0`;

/**
 * Orders over the last two years as shops have them: a few buyers and products with most of them, one to three lines,
 * taxes, coupons, funnels, refunds in part and in whole; each with its payment, and a download of every second one.
 */
export async function fillOrders(db: Database, count: number, name: string): Promise<void> {
  const series = `generate_series(1, ${count}::int) n`;
  const when = `date_trunc('milliseconds', now() - n * (interval '700 days' / ${count}))`;
  const rows = `
    select n, 'ord_${name}' || n as id, floor(300000 * power(${chance(1)}, 2))::int as buyer, ${when} as at,
      1 + (n % 7 = 0)::int + (n % 11 = 0)::int as lines, 1900 + (n % 30) * 100 as unit, n % 10 = 0 as has_coupon,
      (array['US', 'US', 'DE', 'FR', 'GB'])[1 + n % 5] as country, (array[0, 0, 1900, 2000, 2000])[1 + n % 5] as rate,
      case when n % 37 = 0 then 1.0 when n % 41 = 0 then 0.5 else 0 end as back
    from ${series}`;
  const sums = `
    select *, unit * lines as subtotal, case when has_coupon then round(unit * lines * 0.2) else 0 end as off from (${rows}) r`;
  const orders = `
    select *, round((subtotal - off) * rate / 10000.0) as tax, subtotal - off + round((subtotal - off) * rate / 10000.0) as total
    from (${sums}) s`;
  await slowly(db, [
    [
      `insert into store_coupon (code, percent_off, created_at) values ('TWENTY', 20, now()) on conflict do nothing`,
    ],
    [
      `insert into store_order (id, checkout_key, digest, state, email, email_key, country, vat_state, subtotal_cents,
         discount_cents, tax_cents, tax_basis_points, total_cents, refunded_cents, coupon_code, provider_order_id,
         invoice_number, funnel, created_at, paid_at)
       select id, '${name}' || n, 'd', case when back = 1 then 'refunded' else 'paid' end,
         'buyer' || buyer || '.${name}@example.com', 'buyer' || buyer || '.${name}@example.com', country, 'none', subtotal, off,
         tax, rate, total, floor(total * back), case when has_coupon then 'TWENTY' end, 'PAY${name}' || n, '${name}-' || n,
         case when n % 4 = 0 then 'funnel-' || n % 5 end, at, at from (${orders}) o`,
    ],
    [
      `insert into store_order_line (order_id, position, product_id, title, version, unit_cents, quantity, line_cents,
         discount_cents)
       select o.id, line, p.id, p.title, p.version, unit, 1, unit, case when has_coupon then round(unit * 0.2) else 0 end
       from (${rows}) o cross join generate_series(0, 2) line
       join (select id, title, version, row_number() over (order by id) - 1 as at from store_product) p
         on p.at = floor((select count(*) - 2 from store_product) * power(${chance(2)}, 4))::int + line
       where line < o.lines`,
    ],
    [
      `insert into payment (id, kind, reference, provider_order_id, total_cents, currency, description, state, created_at,
         updated_at)
       select 'pay_${name}' || n, 'store', id, 'PAY${name}' || n, total, 'USD', 'An order',
         case when back = 1 then 'refunded' when back > 0 then 'partly_refunded' else 'paid' end, at, at from (${orders}) o`,
    ],
    [
      `insert into payment_capture (provider_order_id, capture_id, payment_id, cents, state, at)
       select 'PAY${name}' || n, 'CAP${name}' || n, 'pay_${name}' || n, total, 'paid', at from (${orders}) o`,
    ],
    [
      `insert into payment_refund (id, payment_id, provider_refund_id, capture_id, cents, by, reason, state, at)
       select 'rfd_${name}' || n, 'pay_${name}' || n, 'BACK${name}' || n, 'CAP${name}' || n, floor(total * back), 'hub', 'Asked',
         'done', least(at + interval '3 days', now()) from (${orders}) o where back > 0`,
    ],
    [
      `insert into store_credit_note (number, order_id, refund_key, cents, reason, issued_at)
       select 'CN-${name}-' || n, id, 'rfd_${name}' || n, floor(total * back), 'Asked', least(at + interval '3 days', now())
       from (${orders}) o where back > 0`,
    ],
    [
      `insert into store_download (order_id, at, product_id, version, name)
       select id, at, 'pack-1', '1.0', 'LICENCE.md' from (${rows}) o where n % 2 = 0`,
    ],
    // Their lines came after them here; in a shop, both are one.
    ["insert into store_sales_stale select distinct (paid_at at time zone 'UTC')::date from store_order"],
    ...[
      'store_order',
      'store_order_line',
      'payment',
      'payment_capture',
      'payment_refund',
      'store_credit_note',
      'store_download',
    ].map((table): [string] => [`vacuum analyze ${table}`]),
  ]);
}
