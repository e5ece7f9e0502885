import { sql, type Transaction } from 'kysely';
import { Problem } from '#base/problem.ts';
import { holdLock } from '#platform/server/database/locks.ts';
import { orderMail, paidTwice, paidTwiceNotice } from './mails.ts';
import type { Order } from './read.ts';
import { orderAddress, type PaymentContext } from './payment-context.ts';
import type { OrderTables } from './tables.ts';
import { ownerAddress } from '#platform/server/owner-address.ts';

type Trx = Transaction<OrderTables>;

/** Two windows that pay one cart are settled one after the other, so that the second sees the first. */
export async function oneAtATime(trx: Trx, orderId: string): Promise<void> {
  await holdLock(trx, sql`(select 'cart:' || cart_key from store_order where id = ${orderId})`);
}

const paidOf = (trx: Trx, orderId: string) =>
  trx
    .selectFrom('store_order as other')
    .innerJoin('store_order as mine', 'mine.cart_key', 'other.cart_key')
    .selectAll('other')
    .where('mine.id', '=', orderId)
    .where('mine.source', '=', 'hub')
    .where('other.source', '=', 'hub')
    .where('other.state', '=', 'paid')
    .where('other.total_cents', '>', 0);

/** Just before money is taken: nothing is charged for a cart that was paid as it stood in another window. */
export async function refusePaidCart(trx: Trx, orderId: string): Promise<void> {
  const other = await paidOf(trx, orderId).where('other.id', '<>', orderId).executeTakeFirst();
  if (other)
    throw new Problem(
      'conflict',
      'This cart was already paid in another window. The receipt is in your inbox, and nothing more was charged.',
    );
}

/** Money for one cart came twice all the same: the cart as it was last agreed to is kept, the other goes back whole. */
export async function refundAllButOne(parts: PaymentContext, trx: Trx, orderId: string): Promise<void> {
  const paid = await paidOf(trx, orderId).orderBy('other.created_at', 'desc').execute();
  const kept = paid.find((order) => order.checkout_key === order.cart_key) ?? paid[0];
  const extra = paid.filter((order) => order.id !== kept?.id && order.refunded_cents === 0);
  if (!kept) return;
  for (const order of extra) await refundExtra(parts, trx, order, kept);
}

async function refundExtra(parts: PaymentContext, trx: Trx, order: Order, kept: Order): Promise<void> {
  const { platform, links } = parts;
  await parts.payments.refundLater(trx, order.id, `Paid twice: order ${kept.id} stands.`);
  const address = orderAddress(platform, links, kept);
  await platform.mail.send(
    trx,
    orderMail(order.email, `paid-twice:${order.id}`, paidTwice(order, kept, address)),
  );
  const owner = ownerAddress(platform);
  await platform.mail.send(
    trx,
    orderMail(owner, `paid-twice-owner:${order.id}`, paidTwiceNotice(order, kept)),
  );
}
