import { countOf } from '#base/count.ts';
import { Problem } from '#base/problem.ts';
import type { HubCommand } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import { createLinks } from './orders/links.ts';
import { newVersion, orderMail } from './orders/mails.ts';
import { orderAddress } from './orders/settling.ts';
import type { OrderTables } from './orders/tables.ts';
import { type CatalogueFolders, readCatalogue } from './read-catalogue.ts';

/** The catalogue as it would be read at the next start, without changing what is on sale. */
export const productCheckCommand = (folders: CatalogueFolders): HubCommand => ({
  name: 'product check',
  usage: 'product check',
  summary: 'Read the catalogue folders and say what is wrong in them, with file and line',
  async run(_args, print) {
    const { products, mistakes } = await readCatalogue(folders);
    for (const line of mistakes) print(line);
    for (const { id, content } of products) print(`${id}  ${content.title} ${content.version}`);
    if (mistakes.length > 0)
      throw new Problem('bad_request', `${mistakes.length} to mend; those stay as they were.`);
    print(`${countOf(products.length, 'product')}, all in order`);
  },
});

/** Tells buyers who wanted to hear of it that a new version is there; each of them once a version. */
export const notifyCommand = (platform: Platform): HubCommand => ({
  name: 'product notify',
  usage: 'product notify ID',
  summary: 'Mail the newest version to the buyers who asked to hear of new ones',
  async run([id], print) {
    const { db, mail, clock } = platform;
    const tables = db.tables<OrderTables>();
    const product = await tables
      .selectFrom('store_product')
      .innerJoin('store_product_version', (join) =>
        join
          .onRef('store_product_version.product_id', '=', 'store_product.id')
          .onRef('store_product_version.version', '=', 'store_product.version'),
      )
      .select(['id', 'title', 'store_product.version', 'changes'])
      .where('id', '=', id ?? '')
      .executeTakeFirst();
    if (!product) throw new Problem('not_found', `There is no product ${id ?? ''}.`);
    const orders = await tables
      .selectFrom('store_order')
      .selectAll()
      .where('state', '=', 'paid')
      .where('wants_news', '=', true)
      .where((where) =>
        where.exists(
          where
            .selectFrom('store_order_line')
            .select('order_id')
            .whereRef('order_id', '=', 'store_order.id')
            .where('product_id', '=', product.id)
            .where('version', '<>', product.version),
        ),
      )
      .where('paid_at', '<=', clock.now())
      .execute();
    const links = createLinks(platform.secret);
    let told = 0;
    await db.transaction(async (trx) => {
      for (const order of orders) {
        // One a buyer, however often they bought it.
        const key = `version:${product.id}:${product.version}:${order.email_key}`;
        const letter = newVersion(product, orderAddress(platform, links, order));
        if (await mail.send(trx, orderMail(order.email, key, letter))) told++;
      }
    });
    print(`${countOf(told, 'buyer')} told of ${product.title} ${product.version}.`);
  },
});
