import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { OrderView } from '#features/store/rules/order-contract.ts';
import type { Asked } from '#platform/server/desk.ts';
import { productFiles } from '#testing/catalogue-folder.ts';
import { useDatabase } from '#testing/database.ts';
import { storeHub } from '#testing/store-hub.ts';

const db = await useDatabase();

async function shop() {
  const hub = await storeHub(db, [productFiles('pack')]);
  const folder = await mkdtemp(join(tmpdir(), 'given-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const acts = hub.feature.desk!.find(({ path }) => path === 'orders')!.acts!;
  const act = (
    name: string,
    id: string,
    form: Asked,
    files: readonly { name: string; bytes: number; path: string }[] = [],
  ) =>
    acts
      .find((each) => each.name === name)!
      .act(id, form, { name: 'Eve' } as never, { files: async () => [...files] } as never);
  return {
    hub,
    act,
    async give(id: string, names: readonly string[], words = '') {
      const files = [];
      for (const name of names) {
        const path = join(folder, `f${files.length}`);
        await writeFile(path, `for you: ${name}`);
        files.push({ name, bytes: Buffer.byteLength(`for you: ${name}`), path });
      }
      return act('give-file', id, { words }, files);
    },
    view: (order: OrderView) => hub.order(order.token),
    stored: async () =>
      (
        await db.pool.query<{ id: string; is_cleared: boolean }>(
          'select id, is_cleared from store_order_file order by given_at',
        )
      ).rows,
  };
}

test('a file given to one order is mailed, downloaded by its buyer alone, counted, and removed again', async () => {
  const at = await shop();
  const mine = await at.hub.bought();
  const other = await at.hub.bought({ email: 'bob@example.com' });
  const done = await at.give(mine.id, ['ключ <b>.zip', 'notes.txt'], 'Sorry!\n\nThis one opens.');
  expect(done).toMatchObject({
    words: expect.stringContaining('2 files given'),
    after: { files: 'ключ <b>.zip, notes.txt' },
  });
  const mail = (await at.hub.mails('ada@example.com')).find(({ subject }) =>
    subject.includes('Files for your order'),
  );
  for (const words of ['Sorry!', 'This one opens.', 'ключ <b>.zip and notes.txt'])
    expect(mail?.words).toContain(words);
  expect((await at.hub.mails('bob@example.com')).every(({ words }) => !words.includes('notes.txt'))).toBe(
    true,
  );

  const [file] = (await at.view(mine)).given;
  expect((await at.view(other)).given).toEqual([]);
  const answer = await at.hub.get(file!.href);
  expect([
    await answer.text(),
    answer.headers.get('content-type'),
    answer.headers.get('x-content-type-options'),
  ]).toEqual(['for you: ключ <b>.zip', 'application/octet-stream', 'nosniff']);
  const { rows } = await db.pool.query(`select order_id, product_id, name from store_download`);
  expect(rows).toEqual([{ order_id: mine.id, product_id: '~given', name: 'ключ <b>.zip' }]);

  const [{ id = '' } = {}] = await at.stored();
  // Of another order it is nothing that could be removed.
  await expect(at.act('remove-file', other.id, { file: id })).rejects.toThrow(
    'never was given to this order',
  );
  await at.act('remove-file', mine.id, { file: id });
  await expect(at.act('remove-file', mine.id, { file: id })).rejects.toThrow('removed before');
  expect((await at.hub.get(file!.href)).status).toBe(303);
  expect((await at.view(mine)).given.map(({ name }) => name)).toEqual(['notes.txt']);
  expect(await at.hub.platform.files.has(`given/${id}`)).toBe(false);
});

test('[law] a given file goes with the rights of its order: none after a refund, withdrawal or new link', async () => {
  const at = await shop();
  for (const end of ['refund', 'withdrawn', 'link', 'forged'] as const) {
    const order = await at.hub.bought({ email: `${end}@example.com` });
    await at.give(order.id, ['a.txt']);
    const href = (await at.view(order)).given[0]!.href;
    expect((await at.hub.get(href)).status).toBe(200);
    if (end === 'refund') await at.hub.rail.payments.refund(order.id, order.totalCents, '');
    if (end === 'withdrawn')
      await db.pool.query('update store_order set withdrawn_at = now() where id = $1', [order.id]);
    if (end === 'link') await at.act('new-link', order.id, {});
    const asked = end === 'forged' ? `${href.slice(0, -3)}AAA` : href;
    expect([end, (await at.hub.get(asked)).status]).toEqual([end, 303]);
  }
});

test('what can’t be given is refused, and leaves neither a row nor bytes nor a mail', async () => {
  const at = await shop();
  const order = await at.hub.bought();
  const mails = (await at.hub.mails()).length;
  await expect(at.give(order.id, [])).rejects.toThrow('Choose a file.');
  await expect(at.give(order.id, ['a'], 'x'.repeat(2001))).rejects.toThrow('2,000 characters');
  await expect(
    at.give(
      order.id,
      Array.from({ length: 21 }, (_, n) => `${n}.txt`),
    ),
  ).rejects.toThrow('up to 20 files');
  await at.hub.rail.payments.refund(order.id, order.totalCents, '');
  await expect(at.give(order.id, ['a.txt'])).rejects.toThrow('no receipt');
  expect(await at.stored()).toEqual([]);
  expect((await at.hub.mails()).length).toBe(mails + 1);
});

test('bytes of a removal that was interrupted are cleared by the next run, once', async () => {
  const at = await shop();
  const order = await at.hub.bought();
  await at.give(order.id, ['a.txt']);
  await db.pool.query('update store_order_file set removed_at = now()');
  const [{ id = '' } = {}] = await at.stored();
  await at.hub.job('store-given-files');
  expect([await at.hub.platform.files.has(`given/${id}`), await at.stored()]).toEqual([
    false,
    [{ id, is_cleared: true }],
  ]);
});
