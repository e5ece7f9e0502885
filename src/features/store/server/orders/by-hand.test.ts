import { join } from 'node:path';
import { expect, test } from 'vitest';
import { productFiles } from '#testing/catalogue-folder.ts';
import { useDatabase } from '#testing/database.ts';
import { storeHub } from '#testing/store-hub.ts';
import type { OrderTables } from './tables.ts';

const db = await useDatabase();
const hubWith = () => storeHub(db, [productFiles('pack')]);

test('an import from another shop adds each sale once, and its buyers find it', async () => {
  const hub = await hubWith();
  const head = 'Purchase ID,Product Name,Purchase Email,Item Price ($),Purchase Date,Refunded?\n';
  const sale = 'g1,Launch checklist,old@example.com,19.0,2025-03-01,false\n';
  const other = 'g2,"Unknown, thing",x@example.com,5,2025-03-01,\n';
  await hub.site.put({ 'sales.csv': `${head}${sale}${other}` });
  const path = join(hub.site.dir, 'sales.csv');
  const first = await hub.command('import', 'gumroad', path);
  expect(first.at(-1)).toBe('1 sale added, 0 already here, 1 skipped');
  expect(first[0]).toContain('line 3: skipped, "Unknown, thing" isn’t a product in this store');
  expect((await hub.command('import', 'gumroad', path)).at(-1)).toBe(
    '0 sales added, 1 already here, 1 skipped',
  );
  const old = await hub.member('old@example.com');
  expect(await (await hub.post('/api/purchases/claim', {}, old)).json()).toEqual({ claimed: 1 });
});

test('a sale of which a part was given back elsewhere keeps its files, one that went back whole does not', async () => {
  const hub = await hubWith();
  const head = 'identifier,user_email,product_name,total_usd,created_at,status,refunded_amount_usd\n';
  const row = (id: string, rest: string) =>
    `${id},${id}@example.com,Launch checklist,19.00,2025-03-01,${rest}\n`;
  await hub.site.put({ 'ls.csv': `${head}${row('part', 'partial_refund,4')}${row('all', 'refunded,19')}` });
  await hub.command('import', 'lemonsqueezy', join(hub.site.dir, 'ls.csv'));
  const shown = (await hub.command('orders', 'list')).join('\n');
  expect(shown).toMatch(/partly refunded .*part@example.com/);
  expect(shown).toMatch(/ {2}refunded .*all@example.com/);
});

test('three refunds at once of a sale from elsewhere never come to more than was paid', async () => {
  const hub = await hubWith();
  const head = 'identifier,user_email,product_name,total_usd,created_at,status,refunded_amount_usd\n';
  await hub.site.put({ 'ls.csv': `${head}one,one@example.com,Launch checklist,100.00,2025-03-01,paid,\n` });
  await hub.command('import', 'lemonsqueezy', join(hub.site.dir, 'ls.csv'));
  const { rows } = await db.pool.query<{ id: string }>('select id from store_order');
  const answers = await Promise.allSettled(
    ['60', '60', '70'].map((dollars) => hub.command('orders', 'refund', rows[0]?.id ?? '', dollars)),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const refused = answers.find((each) => each.status === 'rejected');
  expect(String(refused?.reason)).toMatch(/Up to \$\d+ of this order can be refunded now/);
  const sums = await db.pool.query<{ back: number; credited: number }>(
    `select refunded_cents::int as back,
       (select sum(cents)::int from store_credit_note where order_id = store_order.id) as credited from store_order`,
  );
  expect([6000, 7000]).toContain(sums.rows[0]?.back);
  expect(sums.rows[0]?.credited).toBe(sums.rows[0]?.back);
});

test('a short number that two orders share names neither, and their whole IDs do', async () => {
  const hub = await hubWith();
  const head = 'identifier,user_email,product_name,total_usd,created_at,status,refunded_amount_usd\n';
  const row = (id: string) => `${id},${id}@example.com,Launch checklist,19.00,2025-03-01,paid,\n`;
  await hub.site.put({ 'ls.csv': `${head}${row('one')}${row('two')}` });
  await hub.command('import', 'lemonsqueezy', join(hub.site.dir, 'ls.csv'));
  const tables = db.tables<OrderTables>();
  const ids = ['ord_77777777aaaaaaaaaaaa', 'ord_77777777bbbbbbbbbbbb'];
  await tables.deleteFrom('store_order_line').execute();
  for (const [at, email] of ['one@example.com', 'two@example.com'].entries())
    await tables.updateTable('store_order').set({ id: ids[at]! }).where('email', '=', email).execute();
  await expect(hub.command('orders', 'resend', '7777-7777')).rejects.toThrow('2 orders begin like');
  for (const id of ids) expect((await hub.command('orders', 'show', id)).join('\n')).toContain(id);
});

test('an import that refers to a missing product imports nothing', async () => {
  const hub = await hubWith();
  await hub.site.put({ 'a.csv': 'Purchase ID,Item Name,Purchase Email,Sale Price ($),Purchase Date\n' });
  const asked = hub.command('import', 'gumroad', join(hub.site.dir, 'a.csv'), '--product', 'Kit=nothing');
  await expect(asked).rejects.toThrow('there is no product nothing');
});

test('the last day that is named is counted whole, in report, export and coupon', async () => {
  const hub = await hubWith();
  await hub.bought();
  const day = '2026-11-21';
  const report = await hub.command('report', '--since', day, '--until', day);
  expect(report).toContain('US  1 order  net $19  tax 0 % $0');
  expect(await hub.command('orders', 'export', '--until', day)).toHaveLength(2);
  expect(await hub.command('orders', 'export', '--until', '2026-11-20')).toHaveLength(1);
  await hub.command('coupons', 'add', 'TODAY', '$9', '--until', day);
  await hub.bought({ coupon: 'TODAY', seenTotalCents: 1000 });
  hub.clock.move(24 * 3_600_000);
  expect((await hub.checkout({ coupon: 'TODAY', seenTotalCents: 1000 })).status).toBe(409);
});

test('the report keeps neither net nor tax of money that went back, and credit notes add up to the cent', async () => {
  const hub = await hubWith();
  await hub.site.put({ 'tax.md': '---\nrates:\n  DE: 19\n---\n' });
  const buying = { country: 'DE', agreed: true, seenTotalCents: 2261 };
  const [whole, thirds] = [
    await hub.bought(buying),
    await hub.bought({ ...buying, email: 'eve@example.com' }),
  ];
  await hub.command('orders', 'refund', whole.id);
  await hub.command('orders', 'refund', thirds.id, '7.53');
  await hub.command('orders', 'refund', thirds.id, '7.53');
  expect(await hub.command('report')).toEqual([
    expect.stringContaining('in US dollars'),
    '',
    expect.stringMatching(/^ *\$6\.34 +2 × /),
    '',
    'DE  2 orders  net $6.34  tax 19 % $1.21  after $37.67 refunded',
    '$7.55 total, including tax, after refunds',
  ]);
  await hub.command('orders', 'refund', thirds.id);
  expect((await hub.command('report')).slice(-2)).toEqual([
    'DE  2 orders  net $0  tax 19 % $0  after $45.22 refunded',
    '$0 total, including tax, after refunds',
  ]);
  const [, ...orders] = await hub.command('orders', 'export');
  expect(orders.map((line) => line.split(',').at(-1))).toEqual(['361', '361']);
});

test('an invalid argument is rejected with what is expected, and nothing is created', async () => {
  const hub = await hubWith();
  for (const [typed, words] of [
    ['report --since 2026-02-31', 'expected a day such as'],
    ['report --until 1', 'expected a day such as'],
    ['orders list --since 2026-13-01', 'expected a day such as'],
    ['orders show nothing', 'There is no order nothing.'],
    ...['101%', '1000%', '0%', '0.5%', '-5%', '%'].map(
      (off) => [`coupons add SPRING ${off}`, 'from 1% to 100%'] as const,
    ),
    ['coupons add SPRING 0', 'needs a discount'],
    ['coupons add SPRING 99999999999', 'up to $100,000'],
    ['coupons add SPRING ten', 'must be an amount in dollars, such as 12.50'],
    ['coupons add X 10%', 'at least three'],
    [`coupons add ${'X'.repeat(41)} 10%`, 'at most 40'],
    ['coupons add SPRING 10% --uses 0', 'a whole number of at least 1'],
    ['coupons add SPRING 10% --products pack,pakc', 'there is no product "pakc"'],
  ] as const)
    await expect(hub.command(...typed.split(' ')), typed).rejects.toThrow(words);
  expect(await hub.command('coupons', 'list')).toEqual(['0 coupons']);
});

test('a new version is told to the buyers who asked, an hour after it came, once; not to who has it', async () => {
  const hub = await hubWith();
  await hub.bought({ wantsNews: true });
  await hub.bought({ wantsNews: true });
  await hub.bought({ email: 'silent@example.com' });
  const back = await hub.bought({ wantsNews: true, email: 'back@example.com' });
  await hub.command('orders', 'refund', back.id);
  hub.clock.move(60_000);
  await db.pool.query(
    `insert into store_product_version (product_id, version, released_on, changes, imported_at)
     values ('pack', '2.0', '2026-11-21', 'Twice as long.', $1)`,
    [hub.clock.now()],
  );
  await db.pool.query(`update store_product set version = '2.0' where id = 'pack'`);
  await hub.bought({ wantsNews: true, email: 'new@example.com' });
  const told = async () =>
    (await hub.mails()).filter(({ subject }) => subject.includes('2.0 is here')).map(({ to }) => to);
  await hub.job('store-new-versions');
  expect(await told()).toEqual([]);
  hub.clock.move(3_600_000);
  await hub.job('store-new-versions');
  await hub.job('store-new-versions');
  expect(await told()).toEqual(['ada@example.com']);
  expect(await hub.command('product', 'notify', 'pack')).toEqual([
    '0 buyers emailed about Launch checklist 2.0.',
  ]);
});

test('yesterday’s sales reach the owner in one mail, and a day without any in none', async () => {
  const hub = await hubWith();
  await hub.bought();
  await hub.bought({ email: 'eve@example.com' });
  const digests = async () => (await hub.mails()).filter(({ subject }) => subject.startsWith('2026-11-'));
  await hub.job('store-digest');
  expect(await digests()).toEqual([]);
  hub.clock.move(24 * 3_600_000);
  await hub.job('store-digest');
  await hub.job('store-digest');
  expect(await digests()).toMatchObject([
    { subject: '2026-11-21: $38 before tax', words: expect.stringContaining('Launch checklist × 2') },
  ]);
  hub.clock.move(24 * 3_600_000);
  await hub.job('store-digest');
  expect(await digests()).toHaveLength(1);
});

test('a licence key is replaced for who paid, with a new receipt; not for who got the money back', async () => {
  const hub = await storeHub(db, [productFiles('pack', { licenceKeys: 'yes' })]);
  const order = await hub.bought();
  const [first] = order.lines[0]?.keys ?? [];
  hub.clock.move(1000);
  const [second] = await hub.command('orders', 'reissue-key', order.id);
  expect(second).not.toBe(first);
  expect((await hub.order(order.token)).lines[0]?.keys).toEqual([second]);
  expect((await hub.mails('ada@example.com')).at(-1)?.words).toContain(second);
  await hub.command('orders', 'refund', order.id);
  await expect(hub.command('orders', 'reissue-key', order.id)).rejects.toThrow('is refunded');
});
