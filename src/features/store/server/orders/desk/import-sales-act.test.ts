import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useDatabase } from '#testing/database.ts';
import { storeHub } from '#testing/store-hub.ts';
import { productFiles } from '#testing/catalogue-folder.ts';

const db = await useDatabase();
const head = 'Purchase ID,Product Name,Purchase Email,Item Price ($),Purchase Date,Refunded?\n';

async function importer() {
  await db.pool.query('truncate store_order cascade');
  const hub = await storeHub(db, [productFiles('launch-kit'), productFiles('pack-two')]);
  const act = hub.feature.desk
    ?.find(({ path }) => path === 'orders')
    ?.acts?.find(({ name }) => name === 'import');
  if (!act?.look) throw new Error('There is no such act');
  let nth = 0;
  const given = async (csv: string) => {
    const path = join(hub.site.dir, `sales-${(nth += 1)}.csv`);
    await writeFile(path, csv);
    return { files: async () => [{ name: 'sales.csv', bytes: csv.length, path }] };
  };
  const { look } = act;
  return {
    hub,
    isGrave: act.isGrave,
    look: async (csv: string, typed = {}) => look('', { shop: 'gumroad', ...typed }, await given(csv)),
    take: async (csv: string, typed = {}) =>
      act.act('', { shop: 'gumroad', ...typed }, undefined, await given(csv)),
  };
}
const orders = async () =>
  (
    await db.pool.query<{ id: string; cents: number; back: number; lines: number }>(
      `select external_id as id, total_cents::int as cents, refunded_cents::int as back,
        (select count(*)::int from store_order_line where order_id = store_order.id) as lines
       from store_order order by external_id`,
    )
  ).rows;

test('past sales are shown before they are imported, with what no product is called', async () => {
  const at = await importer();
  expect(at.isGrave).toBe(true);
  const csv = `${head}g1,launch-kit,old@example.com,19.0,2025-03-01,false\ng2,Kit 2019,x@example.com,5,2025-03-01,true\n`;
  const looked = await at.look(csv);
  expect(JSON.stringify(looked)).toContain('Kit 2019');
  expect(JSON.stringify(looked)).toContain('old@example.com');
  expect(await orders()).toEqual([]);
  const named = { named: ' Kit 2019 = pack-two \r\n' };
  expect((await at.look(csv, named)).print).not.toBe(looked.print);
  expect(await at.take(csv, named)).toMatchObject({
    words: '2 sales imported.',
    after: { imported: 2, known: 0, notRead: 0 },
  });
  expect((await at.look(csv, named)).print).toBeUndefined();
  expect(await at.take(csv, named)).toMatchObject({ words: '0 sales imported. 2 already here.' });
  expect(await orders()).toMatchObject([
    { id: 'g1', cents: 1900, back: 0 },
    { id: 'g2', cents: 500, back: 500 },
  ]);
  expect(await at.hub.mails()).toEqual([]);
});

test.each([
  [{ shop: 'etsy' }, 'shop'],
  [{ named: 'no sign' }, 'named'],
  [{ named: 'Kit = nothing' }, 'named'],
])('what the form of past sales can’t take is told at its field: %j', async (typed, field) => {
  const at = await importer();
  for (const does of [at.look, at.take])
    await expect(does(head, typed)).rejects.toMatchObject({
      details: { fields: { [field]: expect.stringMatching(/./) } },
    });
});

test('[law] whatever is in the file, twice and by two at once, each sale is here once, to the cent', async () => {
  const row = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'ü', '"', ''),
    name: fc.constantFrom('launch-kit', 'pack-two', 'Something else'),
    email: fc.constantFrom('one@example.com', 'two@example.com', 'no address'),
    cents: fc.nat(100_000),
    isBack: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 12 }), async (rows) => {
      const at = await importer();
      const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
      const lines = rows.map(
        ({ id, name, email, cents, isBack }) =>
          `${quoted(id)},${name},${email},${(cents / 100).toFixed(2)},2025-03-01,${String(isBack)}\n`,
      );
      const csv = head + lines.join('');
      await Promise.all([at.take(csv), at.take(csv)]);
      await at.take(csv);
      const wanted = new Map<string, object>();
      for (const { id, name, email, cents, isBack } of rows)
        if (id !== '' && name !== 'Something else' && email !== 'no address' && !wanted.has(id))
          wanted.set(id, { id, cents, back: isBack ? cents : 0, lines: 1 });
      const found = await orders();
      expect(found).toHaveLength(wanted.size);
      expect(found).toEqual(expect.arrayContaining([...wanted.values()]));
    }),
    { numRuns: 15 },
  );
});

test(
  '[law] a file of 40,000 sales holds nobody up while it is read, and comes in parts',
  { timeout: 60_000 },
  async () => {
    const at = await importer();
    const csv =
      head +
      Array.from(
        { length: 40_000 },
        (_, nth) => `g${nth},launch-kit,buyer${nth}@example.com,19.00,2025-03-01,false\n`,
      ).join('');
    let isRead = false;
    const asked = at.look(csv).finally(() => (isRead = true));
    const waits: number[] = [];
    while (!isRead) {
      const began = performance.now();
      await setImmediate();
      waits.push(performance.now() - began);
    }
    expect((await asked).words).toContain('The first 2,000 are imported now');
    expect(Math.max(...waits)).toBeLessThan(1000);
    const few = csv.split('\n').slice(0, 2502).join('\n');
    expect((await at.take(few)).words).toBe(
      '2000 sales imported. 501 more are in the file: import it again for the next ones.',
    );
    expect((await at.take(few)).words).toBe('501 sales imported. 2,000 already here.');
  },
);
