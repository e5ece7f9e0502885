import type { Transaction } from 'kysely';
import type { AnyTransaction } from '#platform/server/database/database.ts';
import { giveBack } from './coupons.ts';
import { deniedNotice, orderMail } from './mails.ts';
import { findOrder, linesOf } from './read.ts';
import { orderAddress, type PaymentContext } from './payment-context.ts';
import type { OrderTables } from './tables.ts';

type Trx = Transaction<OrderTables>;

/** The provider holds the money back: that is not paid, and not refused. */
export async function settleHeld(
  { platform }: PaymentContext,
  any: AnyTransaction,
  orderId: string,
  why: string | null,
): Promise<void> {
  await (any as Trx)
    .updateTable('store_order')
    .set({ held_at: platform.clock.now(), held_reason: why, denied_at: null })
    .where('id', '=', orderId)
    .where('state', 'in', ['open', 'replaced'])
    .execute();
}

/** Money that was held back is refused after all: its buyer left long ago, so they are written to. */
export async function settleDenied(
  { platform, links }: PaymentContext,
  any: AnyTransaction,
  orderId: string,
): Promise<void> {
  const trx = any as Trx;
  const order = await findOrder(trx, orderId);
  // A card that is refused at once is told on the page where it was tried.
  if (!order || order.held_at === null || order.denied_at !== null) return;
  if (order.state !== 'open' && order.state !== 'replaced') return;
  await trx
    .updateTable('store_order')
    .set({ denied_at: platform.clock.now() })
    .where('id', '=', orderId)
    .execute();
  await giveBack(trx, orderId);
  const lines = await linesOf(trx, orderId);
  const letter = deniedNotice(order, lines, orderAddress(platform, links, order));
  const key = `denied:${orderId}:${order.held_at.getTime()}`;
  await platform.mail.send(trx, orderMail(order.email, key, letter));
}
