import type { Transaction } from 'kysely';
import { mailAddressKey, parseMailAddress, mailAddressWords } from '#base/mail-address.ts';
import { Problem } from '#base/problem.ts';
import type { MailMessage } from '#platform/server/mail/message.ts';
import type { OrdersContext } from './context.ts';
import { foundOrders, orderMail } from './mails.ts';
import { linesOf, type Order } from './read.ts';
import { receiptOf } from './record-payment.ts';
import { orderAddress } from './payment-context.ts';
import type { OrderTables } from './tables.ts';

/** The receipt goes to the new address; links that were mailed to the old one open nothing any more. */
export async function changeEmail(context: OrdersContext, { id }: Order, typed: string): Promise<Order> {
  const email = parseMailAddress(typed);
  if (email === null) {
    const words = mailAddressWords;
    throw new Problem('bad_request', words, { fields: { email: words } });
  }
  return context.platform.db.transaction<OrderTables, Order>(async (trx) => {
    const order = await trx
      .updateTable('store_order')
      .set((row) => ({ email, email_key: mailAddressKey(email), link_version: row('link_version', '+', 1) }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    // Typed anew, and by whoever holds the order's link: whose address it is nobody knows.
    if (order.state === 'paid')
      await mailReceipt(context, trx, order, `receipt:${id}:${order.link_version}`, { why: 'typed' });
    return order;
  });
}

/** The links that were mailed open nothing any more, and the buyer gets a new one. */
export async function renewLink(context: OrdersContext, { id }: Order): Promise<Order> {
  return context.platform.db.transaction<OrderTables, Order>(async (trx) => {
    const order = await trx
      .updateTable('store_order')
      .set((row) => ({ link_version: row('link_version', '+', 1) }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await mailReceipt(context, trx, order, `receipt:${id}:${order.link_version}`);
    return order;
  });
}

export async function mailReceipt(
  context: OrdersContext,
  trx: Transaction<OrderTables>,
  order: Order,
  dedupeKey: string,
  changes: Partial<Pick<MailMessage, 'why'>> = {},
): Promise<void> {
  const lines = await linesOf(trx, order.id);
  const issued = await trx
    .selectFrom('store_licence_key')
    .select(['position', 'key'])
    .where('order_id', '=', order.id)
    .where('replaced_at', 'is', null)
    .execute();
  const keys = issued.map(({ position, key }) => ({ title: lines[position]?.title ?? '', key }));
  await context.platform.mail.send(trx, { ...receiptOf(context, order, lines, keys, dedupeKey), ...changes });
}

/** One mail with a link an order, at most one a quarter of an hour. */
export async function mailOrders(context: OrdersContext, email: string): Promise<void> {
  const { platform, links } = context;
  const now = platform.clock.now();
  await platform.db.transaction<OrderTables, void>(async (trx) => {
    const orders = await trx
      .selectFrom('store_order')
      .selectAll()
      .where('email_key', '=', mailAddressKey(email))
      .where('state', 'in', ['paid', 'refunded'])
      .orderBy('paid_at', 'desc')
      .limit(100)
      .execute();
    if (orders.length === 0) return;
    const found = [];
    for (const order of orders) {
      const lines = await linesOf(trx, order.id);
      const day = (order.paid_at ?? order.created_at).toISOString().slice(0, 10);
      found.push({
        title: `${day}: ${lines.map(({ title }) => title).join(', ')}`,
        address: orderAddress(platform, links, order),
      });
    }
    const quarter = Math.floor(now.getTime() / 900_000);
    await platform.mail.send(
      trx,
      orderMail(email, `find-order:${mailAddressKey(email)}:${quarter}`, foundOrders(found)),
    );
  });
}
