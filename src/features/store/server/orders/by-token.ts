import { Problem } from '#base/problem.ts';
import type { OrdersContext } from './context.ts';
import { findOrder, type Order } from './read.ts';
import type { OrderTables } from './tables.ts';

const noSuchOrder = () =>
  new Problem('not_found', 'This link doesn’t open an order. Get a new one at /find-order.');

/** The order that a signed token opens; a corrected address ends the tokens mailed to the wrong one. */
export async function byToken(
  { platform, links }: Pick<OrdersContext, 'platform' | 'links'>,
  token: string,
): Promise<Order> {
  const read = links.readOrder(token);
  const order = read && (await findOrder(platform.db.tables<OrderTables>(), read.id));
  if (!order || order.link_version !== read.linkVersion) throw noSuchOrder();
  return order;
}
