import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '#base/clock.ts';
import { silentLog } from '#platform/server/log.ts';
import { catalogueFolder, productFiles } from '#testing/catalogue-folder.ts';
import { useDatabase } from '#testing/database.ts';
import { createLiveCatalogue } from './live-catalogue.ts';
import { readCatalogue } from './read-catalogue.ts';
import { readSamples, sayShipped } from './samples.ts';

const db = await useDatabase();
const files = { has: async () => false, put: async () => {} } as never;

const said = (says: string) => ({ 'catalog/catalog.md': `---\n# ours\nshippedProducts: ${says}\n---\n` });

test('[law] what ships is sold by a test hub, by a live one only where somebody says so; own ones always', async () => {
  await using shipped = await catalogueFolder(productFiles('sample'));
  for (const isLive of [true, false])
    for (const says of [null, 'yes', 'no'] as const) {
      await using own = await catalogueFolder(productFiles('own'), says ? said(says) : {});
      const folders = { shipped: join(shipped.dir, 'catalog'), own: join(own.dir, 'catalog'), isLive };
      const { products, mistakes } = await readCatalogue(folders);
      const isSold = says === 'yes' || (says === null && !isLive);
      expect(mistakes).toEqual([]);
      expect(products.map(({ id }) => id).toSorted()).toEqual(isSold ? ['own', 'sample'] : ['own']);
      expect(await readSamples(folders)).toEqual({ says, isSold, count: 1 });
    }
});

test('what is said is written where an editor would, and stays as somebody wrote it', async () => {
  await using own = await catalogueFolder(said('no'));
  const folders = { shipped: '/nowhere', own: join(own.dir, 'catalog') };
  const done = await sayShipped(folders, 'yes');
  expect(done).toMatchObject({ before: { shippedProducts: 'no' }, after: { shippedProducts: 'yes' } });
  expect(await readFile(join(folders.own, 'catalog.md'), 'utf8')).toBe(said('yes')['catalog/catalog.md']);
  await using empty = await catalogueFolder();
  const fresh = { shipped: '/nowhere', own: join(empty.dir, 'catalog') };
  expect(await sayShipped(fresh, 'no')).toMatchObject({ before: { shippedProducts: 'not said' } });
  expect((await readSamples(fresh)).says).toBe('no');
});

test('a live hub that sold samples says once that they are off, keeps them for buyers, sells on a word', async () => {
  await using shipped = await catalogueFolder(productFiles('sample'));
  await using own = await catalogueFolder();
  const folders = { shipped: join(shipped.dir, 'catalog'), own: join(own.dir, 'catalog') };
  const warned: string[] = [];
  const log = { ...silentLog, warn: (words: string) => void warned.push(words) };
  const open = async (isLive: boolean) => {
    const catalogue = createLiveCatalogue({ db, files, clock: systemClock, log }, { ...folders, isLive });
    const stop = await catalogue.start();
    return { catalogue, [Symbol.asyncDispose]: stop };
  };
  const rows = async () =>
    (
      await db.pool.query<{ on_sale: boolean; files: number }>(
        `select on_sale, (select count(*)::int from store_product_file f where f.product_id = p.id) as files
         from store_product p where id = 'sample'`,
      )
    ).rows;
  {
    await using before = await open(false);
    expect(before.catalogue.known().count).toBe(1);
    expect(before.catalogue.isSampleUnsaid()).toBe(false);
  }
  const [was] = await rows();
  expect(was?.on_sale).toBe(true);
  {
    await using upgraded = await open(true);
    expect(upgraded.catalogue.known().count).toBe(0);
    expect(upgraded.catalogue.isSampleUnsaid()).toBe(true);
    expect(warned).toEqual([expect.stringMatching(/^1 sample product taken off sale: .*Buyers keep theirs/)]);
    expect(await rows()).toEqual([{ ...was, on_sale: false }]);
  }
  {
    await using again = await open(true);
    expect(warned).toHaveLength(1);
    await sayShipped(folders, 'yes');
    await again.catalogue.reread();
    expect(await rows()).toEqual([{ ...was, on_sale: true }]);
    expect(again.catalogue.isSampleUnsaid()).toBe(false);
  }
});
