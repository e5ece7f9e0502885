import { days } from '#base/clock.ts';
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import { hasWithdrawalRight, withdrawalDays } from '#base/consumer-law.ts';
import type { Links } from './links.ts';
import type { OrderTable, OrderTables } from './tables.ts';

type Order = Selectable<OrderTable>;
type Db = Kysely<OrderTables>;
type Trx = Transaction<OrderTables>;

/**
 * An order gives its files, keys and documents while it is paid, whether the product is still sold or not. A part of the
 * money that goes back is a better price and takes none of them; all of it, or a withdrawal, takes them all.
 */
export const givesRights = ({ state, withdrawn_at }: Pick<Order, 'state' | 'withdrawn_at'>): boolean =>
  state === 'paid' && withdrawn_at === null;

/** Until when a contract can be withdrawn from: the law's days, ended by a delivery that was agreed to. */
export function withdrawUntil(
  order: Pick<Order, 'state' | 'country' | 'paid_at' | 'consent_text' | 'withdrawn_at'>,
  isDelivered: boolean,
  now: Date,
): Date | null {
  if (!givesRights(order) || !order.paid_at) return null;
  if (!hasWithdrawalRight(order.country) || (order.consent_text !== null && isDelivered)) return null;
  const until = new Date(order.paid_at.getTime() + days(withdrawalDays));
  return until > now ? until : null;
}

/** Of these orders, those of which something is in the buyer's hands: a file, a document, or a key that was shown. */
export async function deliveredOf(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ order_id: string }>`
    select order_id from store_download where order_id = any(${ids})
    union select order_id from store_licence_key where order_id = any(${ids})`.execute(db);
  return new Set(rows.map(({ order_id }) => order_id));
}

interface Delivery {
  productId: string;
  version: string;
  name: string;
}

/** Writes down what is handed over, after a last look: nothing is, once the money or the contract is gone. */
export async function deliver(
  trx: Trx,
  orderId: string,
  deliveries: readonly Delivery[],
  now: Date,
): Promise<boolean> {
  const order = await trx
    .selectFrom('store_order')
    .select(['state', 'withdrawn_at'])
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst();
  if (!order || !givesRights(order)) return false;
  await trx
    .insertInto('store_download')
    .values(
      deliveries.map(({ productId, version, name }) => ({
        order_id: orderId,
        at: now,
        product_id: productId,
        version,
        name,
      })),
    )
    .execute();
  return true;
}

const unlocking = (db: Db) =>
  db
    .selectFrom('store_order')
    .innerJoin('store_order_line', 'store_order_line.order_id', 'store_order.id')
    .where('state', '=', 'paid')
    .where('withdrawn_at', 'is', null);

/** The documents that an account's orders unlock at this moment. */
export async function documentsOf(db: Db, uid: string): Promise<string[]> {
  const rows = await unlocking(db).select('unlocks').where('owner_id', '=', uid).execute();
  return [...new Set(rows.flatMap(({ unlocks }) => unlocks))];
}

/** Who asks for a document: an account, and whoever holds the link of an order. */
export interface Holder {
  uid: string | null;
  order: string | null;
}

/** Hands a document over to whoever has an order that unlocks it; false where nobody has. */
export async function deliverDocument(
  trx: Trx,
  links: Links,
  { uid, order }: Holder,
  slug: string,
  now: Date,
): Promise<boolean> {
  const link = order === null ? null : links.readOrder(order);
  const line = await unlocking(trx)
    .select(['order_id', 'product_id', 'version'])
    .where(sql<boolean>`${slug} = any(unlocks)`)
    .where((or) =>
      or.or([
        or('owner_id', '=', uid ?? ''),
        or.and([or('store_order.id', '=', link?.id ?? ''), or('link_version', '=', link?.linkVersion ?? 0)]),
      ]),
    )
    .orderBy('paid_at')
    .executeTakeFirst();
  if (!line) return false;
  const name = `${slug} (document)`;
  const before = await trx
    .selectFrom('store_download')
    .select('at')
    .where('order_id', '=', line.order_id)
    .where('name', '=', name)
    .limit(1)
    .executeTakeFirst();
  const delivery = { productId: line.product_id, version: line.version, name };
  return before !== undefined || deliver(trx, line.order_id, [delivery], now);
}
