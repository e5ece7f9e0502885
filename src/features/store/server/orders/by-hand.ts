import { newId } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import { beginning as pattern } from '#platform/server/feature.ts';
import type { Done } from '#platform/server/desk.ts';
import { idBeginning } from '../../rules/order-number.ts';
import type { OrdersContext } from './context.ts';
import { mailReceipt } from './order-mails.ts';
import { findOrder, linesOf, type Order } from './read.ts';
import { givesRights } from './rights.ts';
import { issueKey, recordRefund } from './record-payment.ts';
import type { OrderTables } from './tables.ts';
import { money, readCents } from './words.ts';

/** An order by its id, by the number that its buyer reads, or by its invoice number. */
export async function orderByName({ platform }: OrdersContext, name: string | undefined): Promise<Order> {
  const beginning = name === undefined ? null : idBeginning(name);
  // Looked up on its own: beside the others, it would have the database read every order.
  const corrected =
    name === undefined
      ? undefined
      : await platform.db
          .tables<OrderTables>()
          .selectFrom('store_correction')
          .select('order_id')
          .where('replaces', '=', name)
          .executeTakeFirst();
  const found =
    name === undefined
      ? []
      : await platform.db
          .tables<OrderTables>()
          .selectFrom('store_order')
          .selectAll()
          .where((or) =>
            or.or([
              or('id', '=', name),
              or('invoice_number', '=', name),
              ...(corrected ? [or('id', '=', corrected.order_id)] : []),
              ...(beginning ? [or('id', 'like', pattern(beginning))] : []),
            ]),
          )
          .execute();
  const named =
    found.find(({ id, invoice_number }) => id === name || invoice_number === name) ??
    (beginning === null ? found[0] : undefined);
  // Money is never given back to whichever of two comes first.
  if (!named && found.length > 1)
    throw new Problem(
      'conflict',
      `${found.length} orders begin like ${name}: ${found.map(({ id }) => id).join(', ')}. Use the whole ID.`,
    );
  const order = named ?? found[0];
  if (!order)
    throw new Problem(
      'not_found',
      name === undefined ? 'Specify an order number.' : `There is no order ${name}.`,
    );
  return order;
}

/** Throws if there is nothing that its buyer may have. */
export function assertHasReceipt(order: Order): void {
  if (!givesRights(order))
    throw new Problem(
      'conflict',
      `This order is ${order.state === 'paid' ? 'withdrawn from' : order.state}: it has no receipt to send.`,
    );
}

/** Mails the receipt with its link again. */
export async function resendReceipt(context: OrdersContext, order: Order): Promise<string> {
  assertHasReceipt(order);
  const { db, clock } = context.platform;
  const key = `receipt:${order.id}:again:${clock.now().getTime()}`;
  await db.transaction<OrderTables, void>((trx) => mailReceipt(context, trx, order, key));
  return `The receipt was sent to ${order.email}.`;
}

/** Replaces an order's license keys and mails the new ones. */
export async function reissueKeys(context: OrdersContext, order: Order): Promise<string[]> {
  if (!givesRights(order))
    throw new Problem(
      'conflict',
      `This order is ${order.state === 'paid' ? 'withdrawn from' : order.state}: no new keys can be issued.`,
    );
  const { db, clock } = context.platform;
  const now = clock.now();
  return db.transaction<OrderTables, string[]>(async (trx) => {
    const old = await trx
      .updateTable('store_licence_key')
      .set({ replaced_at: now })
      .where('order_id', '=', order.id)
      .where('replaced_at', 'is', null)
      .returning(['position', 'serial'])
      .execute();
    if (old.length === 0) throw new Problem('not_found', 'This order has no license keys.');
    const lines = await linesOf(trx, order.id);
    const made: string[] = [];
    for (const { position, serial } of old) {
      const line = lines[position];
      if (line) made.push(await issueKey(trx, context.keys, order.id, line, serial + 1, now));
    }
    await mailReceipt(context, trx, order, `receipt:${order.id}:keys:${now.getTime()}`);
    return made;
  });
}

const beyond = (order: Order): Problem => {
  const words = `Up to ${money(refundable(order))} of this order can be refunded; it is ${order.state}.`;
  return new Problem('conflict', words, { fields: { dollars: words } });
};

export const refundable = ({ total_cents, refunded_cents, state }: Order): number =>
  state === 'paid' ? total_cents - refunded_cents : 0;

/** Gives back what was paid, or as much of it as is typed, with a credit note; says what moved, to the cent. */
export async function refundOrder(
  context: OrdersContext,
  order: Order,
  { dollars, reason, by }: { dollars: string | undefined; reason: string; by?: string | undefined },
): Promise<Done> {
  const left = refundable(order);
  const amount = dollars === undefined ? left : readCents(dollars, 'The amount', 'dollars');
  if (amount < 1 || amount > left) throw beyond(order);
  const { db } = context.platform;
  const gone = order.source === 'hub' ? await sendBack() : await writeBack();
  const after = await findOrder(db.tables<OrderTables>(), order.id);
  const inAll = money(after?.refunded_cents ?? gone);
  return {
    words: `${money(gone)} refunded; ${inAll} of ${money(order.total_cents)} in all.`,
    before: { refunded: money(order.refunded_cents) },
    after: { refund: money(gone), refunded: inAll, of: money(order.total_cents) },
  };

  async function sendBack(): Promise<number> {
    const { refundedCents } = await context.payments.refund(order.id, amount, reason, by);
    return refundedCents;
  }

  /** Paid elsewhere: the money goes back there, and the books follow here. */
  async function writeBack(): Promise<number> {
    const refund = { orderId: order.id, cents: amount, key: newId('refund'), reason, isByHand: true };
    const number = await db.transaction((trx) => recordRefund(context, trx, refund));
    if (number === null) throw beyond(order);
    return amount;
  }
}
