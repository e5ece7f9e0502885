import { expect, test } from 'vitest';
import { csvRecords } from '#base/csv.ts';
import type { DeskBlock, DeskPage, Sheet } from '#platform/server/desk.ts';
import { productFiles } from '#testing/catalogue-folder.ts';
import { useDatabase } from '#testing/database.ts';
import { randomOf } from '#testing/random.ts';
import { storeHub } from '#testing/store-hub.ts';

const db = await useDatabase();

type Block<Is extends DeskBlock['is']> = Extract<DeskBlock, { is: Is }>;
const blocksOf = <Is extends DeskBlock['is']>(sheet: Sheet, is: Is): Block<Is>[] =>
  sheet.blocks.filter((block): block is Block<Is> => block.is === is);
const centsOf = (text: string): number => Math.round(Number(text.replace(/[$,]/g, '')) * 100);

/** Orders of every sort over forty days, many of them within seconds of midnight. */
async function fill(count: number, seed: number): Promise<void> {
  const random = randomOf(seed);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const first = Date.parse('2026-10-12T00:00:00Z');
  for (let n = 0; n < count; n++) {
    const edge = random() < 0.3 ? pick([-1, 0, 1]) : Math.floor(random() * 86_400_000);
    const at = new Date(first + Math.floor(random() * 40) * 86_400_000 + edge);
    const lines = Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({
      cents: Math.floor(random() * 9999),
      id: pick(['pack', 'kit', 'gone']),
    }));
    const subtotal = lines.reduce((sum, { cents }) => sum + cents, 0);
    const coupon = random() < 0.3 ? pick(['SPRING', 'AUTUMN']) : null;
    const discounts = lines.map(({ cents }) => (coupon ? Math.round(cents * 0.15) : 0));
    const discount = discounts.reduce((sum, each) => sum + each, 0);
    const rate = pick([0, 1900, 2550]);
    const tax = Math.round(((subtotal - discount) * rate) / 10_000);
    const total = subtotal - discount + tax;
    const isOpen = random() < 0.15;
    const back = isOpen ? 0 : pick([0, 0, total, Math.floor(random() * total)]);
    const id = `ord_law${seed}x${n}`;
    const email = `buyer${Math.floor(random() * 30)}@example.com`;
    await db.pool.query(
      `insert into store_order (id, checkout_key, digest, state, email, email_key, country, vat_state, subtotal_cents, discount_cents,
         tax_cents, tax_basis_points, total_cents, refunded_cents, coupon_code, funnel, source, external_id, buyer_name, created_at, paid_at)
       values ($1, $1, 'd', $2, $3, $3, 'US', 'none', $4, $5, $6, $7, $8, $9, $10, $11, $12, $1, $13, $14, $15)`,
      [
        id,
        isOpen ? 'open' : back > 0 && back === total ? 'refunded' : 'paid',
        email,
        subtotal,
        discount,
        tax,
        rate,
        total,
        back,
        coupon,
        pick([null, null, 'spring-funnel', 'talk']),
        pick(['hub', 'hub', 'hub', 'gumroad']),
        pick(['Ada', '=HYPERLINK("https://evil.example")', '+1', '-2', '@sum', '\t=1', 'A, "B"\nC', '']),
        at,
        isOpen ? null : at,
      ],
    );
    for (const [position, { cents, id: product }] of lines.entries())
      await db.pool.query(
        `insert into store_order_line (order_id, position, product_id, title, version, unit_cents, quantity, line_cents, discount_cents)
         values ($1, $2, $3, $3, '1.0', $4, 1, $4, $5)`,
        [id, position, product, cents, discounts[position]],
      );
  }
}

async function shop() {
  const at = await storeHub(db, [productFiles('pack')]);
  const pages = at.orders.desk(undefined as never);
  const page = (path: string): DeskPage => pages.find((each) => each.path === path) as DeskPage;
  const csv = async (path: string, since: string, until: string) => {
    const act = page(path).acts?.find(({ name }) => name === 'export');
    const done = await act?.act('', { since, until });
    const bytes = await new Response(done?.file?.bytes).arrayBuffer();
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    const [head = [], ...rows] = [...csvRecords(text)].map(({ cells }) => cells);
    return {
      text,
      name: done?.file?.name,
      rows: rows.map((row) => Object.fromEntries(head.map((key, n) => [key, row[n] ?? '']))),
    };
  };
  return { ...at, page, csv };
}

const spans: [string, string][] = [
  ['2026-10-12', '2026-11-21'],
  ['2026-10-20', '2026-10-20'],
  ['2026-11-01', '2026-11-09'],
  ['2026-12-01', '2026-12-31'],
  ['2026-10-31', '2026-12-01'],
  ['2026-09-01', '2026-12-31'],
  ['2026-10-15', '2026-12-15'],
];

test('[law] every figure of a time agrees to the cent: page, chart, parts, exports, orders', async () => {
  const { page, csv } = await shop();
  for (const seed of [1, 2]) {
    await fill(150, seed);
    // What happens to old orders reaches the figures as well.
    await db.pool.query(
      `update store_order set refunded_cents = total_cents, state = 'refunded' where id like $1 and refunded_cents > 0`,
      [`ord_law${seed}x%3`],
    );
    await db.pool.query('delete from store_order where id like $1', [`ord_law${seed}x%7`]);
    for (const [since, until] of spans) {
      const sheet = await page('sales').list({ since, until });
      const figures = Object.fromEntries(
        (blocksOf(sheet, 'figures')[0]?.figures ?? []).map(({ label, value }) => [label, centsOf(value)]),
      );
      const { rows } = await db.pool.query(
        `select count(*) * 100 as "Orders", coalesce(sum(total_cents), 0) as "Paid", coalesce(sum(refunded_cents), 0) as "Refunded",
           coalesce(sum(total_cents - refunded_cents), 0) as "After refunds"
         from store_order where source = 'hub' and paid_at >= $1::date::timestamp at time zone 'UTC'
           and paid_at < ($2::date + 1)::timestamp at time zone 'UTC'`,
        [since, until],
      );
      expect(figures, since).toMatchObject(rows[0]);

      const sum = (values: number[]) => values.reduce((total, each) => total + each, 0);
      const [days, ...parts] = blocksOf(sheet, 'bars');
      expect(sum(days?.bars.map(({ value }) => value) ?? [])).toBe(figures['Paid']);
      for (const { title, bars } of parts)
        expect(sum(bars.map(({ value }) => value)), title).toBe(
          (figures['After refunds'] ?? 0) - (figures['Tax included'] ?? 0),
        );

      const exported = await csv('orders', since, until);
      const own = exported.rows.filter((row) => row['sold by'] === 'hub');
      const inAll = (of: typeof own, name: string) => sum(of.map((row) => centsOf(row[name] ?? '')));
      expect(inAll(own, 'total')).toBe(figures['Paid']);
      expect(inAll(own, 'refunded')).toBe(figures['Refunded']);
      expect(inAll(own, 'tax') - inAll(own, 'refunded tax')).toBe(figures['Tax included']);
      expect(own.length * 100).toBe(figures['Orders']);
      for (const { paid = '' } of exported.rows)
        expect(paid.slice(0, 10) >= since && paid.slice(0, 10) <= until, paid).toBe(true);

      const buyers = await csv('customers', since, until);
      expect(inAll(buyers.rows, 'paid')).toBe(inAll(exported.rows, 'total'));
      expect(inAll(buyers.rows, 'after refunds')).toBe(
        inAll(exported.rows, 'total') - inAll(exported.rows, 'refunded'),
      );
      expect(buyers.rows.map(({ email }) => email).toSorted()).toEqual(
        [...new Set(exported.rows.map(({ email }) => email))].toSorted(),
      );
    }
  }
});

test('[law] a cell of an export is never a formula, and the file says what it is', async () => {
  const { csv } = await shop();
  await fill(60, 3);
  for (const path of ['orders', 'customers']) {
    const { text, rows, name } = await csv(path, '2026-01-01', '2026-12-31');
    expect(name).toBe(`${path}-2026-01-01-to-2026-12-31.csv`);
    expect(text.startsWith('\uFEFF')).toBe(true);
    expect(text.replaceAll(/"(?:[^"]|"")*"/g, '').replaceAll('\r\n', '')).not.toContain('\n');
    for (const cell of rows.flatMap((row) => Object.values(row))) expect(cell).not.toMatch(/^\s*[=+\-@]/);
    expect(rows.map((row) => row['name'])).toContain(`'=HYPERLINK("https://evil.example")`);
  }
});

test('an export of days that aren’t any, or the wrong way round, is none', async () => {
  const { csv } = await shop();
  for (const [since, until] of [
    ['', '2026-01-01'],
    ['2026-02-30', '2026-03-01'],
    ['2026-03-02', '2026-03-01'],
    ['2026-03-01', 'tomorrow'],
  ] as const)
    await expect(csv('orders', since, until)).rejects.toThrow('Nothing was downloaded');
});

test('[law] the list of customers has everybody once, however they bought, and goes on where it ended', async () => {
  const { page } = await shop();
  await fill(120, 4);
  await db.pool.query(
    `insert into store_order (id, checkout_key, digest, state, email, email_key, country, vat_state, subtotal_cents, discount_cents,
       tax_cents, tax_basis_points, total_cents, created_at, paid_at)
     select 'ord_many' || n, 'many' || n, 'd', 'paid', 'Many' || n % 130 || '@example.com', 'many' || n % 130 || '@example.com', 'US', 'none',
       100, 0, 0, 0, 100, t, t
     from generate_series(1, 6000) n, lateral (select timestamptz '2026-01-01' + (n / 9) * interval '1 minute' as t) at`,
  );
  const { rows } = await db.pool.query(
    'select distinct email_key from store_order where paid_at is not null order by 1',
  );
  const everybody = rows.map(({ email_key }) => email_key as string);
  for (const begin of [{}, { order: 'address' }, { find: 'many' }, { find: 'MANY1' }]) {
    const seen: string[] = [];
    let asked: Record<string, string> | undefined = begin;
    for (let n = 0; asked && n < 30; n++) {
      const { blocks } = await page('customers').list(asked);
      seen.push(
        ...[...JSON.stringify(blocks).matchAll(/customers\/([\w%.]+?)"/g)].map(([, email = '']) =>
          decodeURIComponent(email).toLowerCase(),
        ),
      );
      const link = blocks.find((block) => block.is === 'link');
      asked = link ? Object.fromEntries(new URLSearchParams(link.href.slice(1))) : undefined;
    }
    const word = 'find' in begin ? begin.find.toLowerCase() : '';
    expect(seen.toSorted(), JSON.stringify(begin)).toEqual(
      everybody.filter((email) => email.startsWith(word)).toSorted(),
    );
  }
});
