import { sql, type Transaction } from 'kysely';
import type { Platform } from '#platform/server/platform.ts';
import type { Reading } from './read-catalogue.ts';
import type { ReadProduct } from './read-product.ts';
import { downloadKey, pictureKey, type StoreTables } from './tables.ts';

export interface Imported {
  changed: string[];
  removed: string[];
}

/**
 * Makes the database say what the folders say. Files first, each under its hash; then everything else in one
 * transaction, in which one process at a time does what is still to be done. The same reading twice changes nothing.
 */
export async function importCatalogue(
  { db, files, clock }: Pick<Platform, 'db' | 'files' | 'clock'>,
  reading: Reading,
): Promise<Imported> {
  for (const { downloads, pictures } of reading.products) {
    const blobs = [
      ...downloads.map((blob) => ({ key: downloadKey(blob.hash), blob })),
      ...pictures.map((blob) => ({ key: pictureKey(blob.name), blob })),
    ];
    for (const { key, blob } of blobs) if (!(await files.has(key))) await files.put(key, blob.open());
  }
  return db.transaction<StoreTables, Imported>(async (trx) => {
    const { rows } = await sql<{ revision: number }>`select revision from store_catalogue for update`.execute(
      trx,
    );
    const before = new Map(
      (await trx.selectFrom('store_product').select(['id', 'content_hash', 'on_sale']).execute()).map(
        (row) => [row.id, row],
      ),
    );
    const now = clock.now();

    const isNew = ({ id, hash }: ReadProduct) =>
      before.get(id)?.content_hash !== hash || !before.get(id)?.on_sale;
    const changed = reading.products.filter(isNew);
    for (const product of changed) await writeProduct(trx, product, now);

    // What has a mistake stays as it was; what is gone stays with its buyers.
    const kept = new Set([...reading.products.map(({ id }) => id), ...reading.unread]);
    const removed = [...before.values()]
      .filter(({ id, on_sale }) => on_sale && !kept.has(id))
      .map(({ id }) => id);
    if (removed.length > 0)
      await trx
        .updateTable('store_product')
        .set({ on_sale: false, changed_at: now })
        .where('id', 'in', removed)
        .execute();

    if (changed.length > 0 || removed.length > 0) {
      await trx
        .updateTable('store_catalogue')
        .set({ revision: (rows[0]?.revision ?? 0) + 1 })
        .execute();
      await db.notify(trx, 'content', 'catalogue');
    }
    return { changed: changed.map(({ id }) => id), removed };
  });
}

async function writeProduct(
  trx: Transaction<StoreTables>,
  { id, order, content, downloads, sale, hash, issuesKeys }: ReadProduct,
  now: Date,
): Promise<void> {
  const said = {
    content_hash: hash,
    on_sale: true,
    sale_from: sale.from,
    sale_until: sale.until,
    price_cents: content.priceCents,
    title: content.title,
    version: content.version,
    content: JSON.stringify({ ...content, order }) as never,
    unlocks: content.unlocks,
    issues_keys: issuesKeys,
    changed_at: now,
  };
  await trx
    .insertInto('store_product')
    .values({ id, ...said, first_sold_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(said))
    .execute();

  // Versions that the changelog no longer names were sold all the same: they stay.
  for (const { version, date, changes } of content.changelog) {
    await trx
      .insertInto('store_product_version')
      .values({ product_id: id, version, released_on: date, changes, imported_at: now })
      .onConflict((conflict) =>
        conflict.columns(['product_id', 'version']).doUpdateSet({ released_on: date, changes }),
      )
      .execute();
  }

  // Only the newest version's files lie in the folder; those of earlier ones stay as they were when they were current.
  const newest = { product_id: id, version: content.version };
  await trx
    .deleteFrom('store_product_file')
    .where('product_id', '=', id)
    .where('version', '=', content.version)
    .execute();
  await trx
    .insertInto('store_product_file')
    .values(
      downloads.map(({ name, words, bytes, type, hash: fileHash }, position) => ({
        ...newest,
        position,
        name,
        words,
        bytes,
        type,
        hash: fileHash,
      })),
    )
    .execute();
}
