import { sql } from 'kysely';
import { mailAddressKey } from '#base/mail-address.ts';
import { beginning } from '#platform/server/feature.ts';
import type { Asked } from '#platform/server/desk.ts';
import { olderThan } from '#platform/server/older.ts';
import { idBeginning } from '../../../rules/order-number.ts';
import type { OrdersContext } from '../context.ts';
import type { Order } from '../read.ts';
import type { OrderTables } from '../tables.ts';

/** Fewer letters are in nearly every address: no index helps, and nobody looks for that. */
export const leastLetters = 3;

const mostLatest = 5000;

const settled: readonly Order['state'][] = ['paid', 'refunded'];
const states = new Map<string, readonly Order['state'][]>([
  ['paid', ['paid']],
  ['refunded', ['refunded']],
  ['open', ['open']],
]);

export const wordIn = ({ find = '' }: Asked): string =>
  find.replaceAll('\0', '').toWellFormed().trim().slice(0, 300);

/** The newest orders that a word is about: whose number, invoice or payment it is, or in whose buyer or product it is. */
export async function findOrders(
  { platform: { db }, payments }: OrdersContext,
  asked: Asked,
  limit: number,
): Promise<Order[]> {
  const tables = db.tables<OrderTables>();
  const word = wordIn(asked);
  const newest = () =>
    tables.selectFrom('store_order').orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit);
  const older = olderThan(asked);
  const wanted = [...(states.get(asked['state'] ?? '') ?? settled)];
  const inState = () => {
    const query = newest().where('state', 'in', wanted);
    return older ? query.where(older) : query;
  };
  if (word === '') return inState().selectAll().execute();

  /** What sells well is among the latest orders; only what doesn’t is looked for by its lines. */
  async function ofProducts(ids: readonly string[]): Promise<Order[]> {
    const latest = await tables
      .with('latest', () => inState().selectAll().clearLimit().limit(mostLatest))
      .selectFrom('latest')
      .selectAll()
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('store_order_line')
            .select('position')
            .whereRef('order_id', '=', 'latest.id')
            .where('product_id', 'in', [...ids]),
        ),
      )
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    if (latest.length === limit) return latest as Order[];
    return inState()
      .selectAll()
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('store_order_line')
          .select('order_id')
          .where('product_id', 'in', [...ids]),
      )
      .execute();
  }

  // What names one order finds it in any state.
  const number = idBeginning(word);
  const references = [...(await (payments.referencesOf?.(word) ?? []))];
  const credited = await tables
    .selectFrom('store_credit_note')
    .select('order_id')
    .where('number', '=', word)
    .execute();
  const corrected = await tables
    .selectFrom('store_correction')
    .select('order_id')
    .where((or) => or.or([or('replaces', '=', word), or('credit_number', '=', word)]))
    .execute();
  const key = word.replaceAll(/\s/g, '');
  const keyed =
    key.length < 8
      ? []
      : await tables
          .selectFrom('store_licence_key')
          .select('order_id')
          .where('key', 'like', beginning(key))
          .limit(limit)
          .execute();
  const named = await tables
    .selectFrom('store_order')
    .selectAll()
    .where((or) =>
      or.or([
        or('id', 'in', [
          word,
          ...references,
          ...[...credited, ...corrected, ...keyed].map(({ order_id }) => order_id),
        ]),
        or('invoice_number', '=', word),
        or('provider_order_id', '=', word),
        ...(number ? [or('id', 'like', beginning(number))] : []),
      ]),
    )
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
  if (named.length > 0) return older ? [] : named;
  if (word.length < leastLetters) return [];

  const inside = `%${beginning(word.toLowerCase())}`;
  const products = await tables
    .selectFrom('store_product')
    .select('id')
    .where((or) => or.or([or('id', '=', word), or(sql`lower(title)`, 'like', inside)]))
    .execute();
  const ids = products.map(({ id }) => id);
  // Each way by itself, the newest first: so each can stop early, or go by its own index.
  const ways = [
    inState().where(sql`lower(email || ' ' || buyer_name)`, 'like', inside),
    ...(word.includes('@') ? [inState().where('email_key', '=', mailAddressKey(word))] : []),
    inState().where('coupon_code', '=', word.toUpperCase()),
  ];
  const found = new Map<string, Order>();
  const orders = await Promise.all([
    ...ways.map((way) => way.selectAll().execute()),
    ...(ids.length > 0 ? [ofProducts(ids)] : []),
  ]);
  for (const order of orders.flat()) found.set(order.id, order);
  return [...found.values()]
    .toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? 1 : -1))
    .slice(0, limit);
}
