import { cents, formatMoney } from '#base/money.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type Direct, directPath } from '../rules/direct.ts';
import type { StoreTables } from './tables.ts';

/** Where products are paid at once, past the cart. */
export const checkoutPath = (direct: Direct, isMember: boolean): string =>
  directPath(isMember ? '/checkout' : '/checkout/guest', direct);

/** A product as another feature may name it on a page of its own; null when it is not on sale. */
export async function findOnSale(
  db: Database,
  id: string,
): Promise<{ title: string; price: string; path: string } | null> {
  const product = await db
    .tables<StoreTables>()
    .selectFrom('store_product')
    .select(['title', 'price_cents'])
    .where('id', '=', id)
    .where('on_sale', '=', true)
    .executeTakeFirst();
  return product
    ? {
        title: product.title,
        price: formatMoney(cents(product.price_cents)),
        path: `/product/${encodeURIComponent(id)}`,
      }
    : null;
}
export type { CheckoutStarted, OrderOptions, OrderPayments } from './orders/desk.ts';
export { type Books, createOrders, type IssuedCoupon, type Orders } from './orders/index.ts';
export type { PaidOrder } from './orders/settle.ts';
