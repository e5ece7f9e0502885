import { join } from 'node:path';
import type { Platform } from '#platform/server/platform.ts';
import type { CatalogueFolders } from '../read-catalogue.ts';
import type { StoreTables } from '../tables.ts';
import { namesIn } from './folder-work.ts';
import type { ProductFolders } from './product-folders.ts';

/** Which of some addresses no new product can have, and why. */
export async function takenAddresses(
  { db, folders, shelf }: Pick<Platform, 'db'> & { folders: CatalogueFolders; shelf: ProductFolders },
  ids: readonly string[],
): Promise<Map<string, string>> {
  const wanted = new Set(ids);
  const taken = new Map<string, string>();
  const says = (id: string, words: string) => {
    if (wanted.has(id) && !taken.has(id)) taken.set(id, words);
  };
  for (const place of [folders.own, join(folders.own, '.next'), folders.shipped])
    for (const id of await namesIn(place)) says(id, 'Another product has this address.');
  for (const { id } of await shelf.removed())
    says(id, 'A deleted product has this address. Put that one back, or choose another address.');
  // Its buyers would be given the files of the new one.
  const sold = await db
    .tables<StoreTables>()
    .selectFrom('store_product')
    .select('id')
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .execute();
  for (const { id } of sold) says(id, 'A product that was sold before had this address. Choose another.');
  return taken;
}
