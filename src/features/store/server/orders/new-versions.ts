import { hours } from '#base/clock.ts';
import type { Platform } from '#platform/server/platform.ts';
import { createLinks } from './links.ts';
import { newVersion, orderMail } from './mails.ts';
import { orderAddress } from './payment-context.ts';
import type { OrderTables } from './tables.ts';

/** A slip in a product's file can be mended before anybody is written to. */
const patience = hours(1);

interface Version {
  id: string;
  title: string;
  version: string;
  changes: string;
}

const newest = (platform: Platform) =>
  platform.db
    .tables<OrderTables>()
    .selectFrom('store_product')
    .innerJoin('store_product_version', (join) =>
      join
        .onRef('store_product_version.product_id', '=', 'store_product.id')
        .onRef('store_product_version.version', '=', 'store_product.version'),
    )
    .select(['id', 'title', 'store_product.version', 'changes']);

export const newestVersion = (platform: Platform, id: string): Promise<Version | undefined> =>
  newest(platform).where('id', '=', id).executeTakeFirst();

/** Mails a version to the buyers who asked to hear of new ones and do not have it; each of them once. */
export async function tellOfVersion(platform: Platform, product: Version): Promise<number> {
  const { db, mail, clock } = platform;
  const orders = await db
    .tables<OrderTables>()
    .selectFrom('store_order')
    .selectAll()
    .where('state', '=', 'paid')
    .where('withdrawn_at', 'is', null)
    .where('wants_news', '=', true)
    .where((where) => {
      const bought = where
        .selectFrom('store_order_line')
        .innerJoin('store_order as owned', 'owned.id', 'store_order_line.order_id')
        .select('order_id')
        .whereRef('owned.email_key', '=', 'store_order.email_key')
        .where('product_id', '=', product.id);
      return where.and([
        where.exists(bought.whereRef('owned.id', '=', 'store_order.id')),
        where.not(
          where.exists(bought.where('version', '=', product.version).where('owned.state', '=', 'paid')),
        ),
      ]);
    })
    .orderBy('paid_at', 'desc')
    .execute();
  const links = createLinks(platform.secret);
  let told = 0;
  await db.transaction<OrderTables, void>(async (trx) => {
    for (const order of orders) {
      // One a buyer, however often they bought it.
      const key = `version:${product.id}:${product.version}:${order.email_key}`;
      const letter = newVersion(product, orderAddress(platform, links, order));
      if (await mail.send(trx, orderMail(order.email, key, letter))) told++;
    }
    await trx
      .updateTable('store_product_version')
      .set({ told_at: clock.now() })
      .where('product_id', '=', product.id)
      .where('version', '=', product.version)
      .execute();
  });
  return told;
}

/** What came into the catalogue since, once each. */
export async function tellOfNewVersions(platform: Platform): Promise<void> {
  const products = await newest(platform)
    .where('on_sale', '=', true)
    .where('told_at', 'is', null)
    .where('imported_at', '<=', new Date(platform.clock.now().getTime() - patience))
    .execute();
  for (const product of products) await tellOfVersion(platform, product);
}
