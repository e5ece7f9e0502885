import { cents, formatMoney } from '#base/money.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type Direct, directPath } from '../rules/direct.ts';
import { soldAt, type StoreTables } from './tables.ts';

/** Where products are paid at once, past the cart. */
export const checkoutPath = (direct: Omit<Direct, 'seenCents'>, isMember: boolean): string =>
  directPath(isMember ? '/checkout' : '/checkout/guest', { ...direct, seenCents: null });

/** A product as another feature may name it on a page of its own; null when it is not on sale. */
export async function findOnSale(
  db: Database,
  id: string,
  now: Date,
): Promise<{ title: string; price: string; path: string } | null> {
  const product = await db
    .tables<StoreTables>()
    .selectFrom('store_product')
    .select(['title', 'price_cents'])
    .where('id', '=', id)
    .where(soldAt(now))
    .executeTakeFirst();
  return product
    ? {
        title: product.title,
        price: formatMoney(cents(product.price_cents)),
        path: `/product/${encodeURIComponent(id)}`,
      }
    : null;
}
/** What is on sale that unlocks documents: for each of these the cheapest product. */
export async function documentsOnSale(
  db: Database,
  now: Date,
): Promise<Map<string, { title: string; path: string; price: number; documents: number }>> {
  const products = await db
    .tables<StoreTables>()
    .selectFrom('store_product')
    .select(['id', 'title', 'price_cents', 'unlocks'])
    .where(soldAt(now))
    .orderBy('price_cents', 'desc')
    .orderBy('id')
    .execute();
  return new Map(
    products.flatMap(({ id, title, price_cents: price, unlocks }) =>
      unlocks.map((slug) => {
        const path = `/product/${encodeURIComponent(id)}`;
        return [slug, { title, path, price, documents: unlocks.length }] as const;
      }),
    ),
  );
}
export type { CheckoutStarted, OrderOptions } from './orders/context.ts';
export type { OrderPayments } from './orders/payment-context.ts';
export { type Books, createOrders, type Orders } from './orders/index.ts';
export { issueCoupon } from './orders/coupons.ts';
export type { PaidOrder, RefundedOrder } from './orders/payment-context.ts';
export {
  type Bill,
  billDay,
  creditSums,
  fact,
  type PrintedBill,
  reverseChargeNote,
  sums,
} from './orders/bill.ts';
