import { orderNumber } from '../../rules/order-number.ts';
import type { Transaction } from 'kysely';
import { Problem } from '#base/problem.ts';
import type { CheckoutRequest } from '../../rules/order-contract.ts';
import { giveBack, holdUse } from './coupons.ts';
import type { OrdersContext } from './context.ts';
import { refusePaidCart } from './paid-twice.ts';
import { type Buyer, unsoldWords, writeOrder } from './place.ts';
import { linesOf, type Order } from './read.ts';
import { placedLine, recordPayment } from './record-payment.ts';
import type { OrderTables } from './tables.ts';

export interface Placed {
  orderId: string;
  token: string;
  state: 'open' | 'paid';
  /** Null where nothing is left to pay. */
  providerOrderId: string | null;
}

/** An order at our own prices with its payment made ready; the same cart again is the same order. */
export async function checkOut(
  context: OrdersContext,
  asked: CheckoutRequest,
  buyer: Buyer,
): Promise<Placed> {
  const order = await placeOrder(context, asked, buyer);
  const isOpen = order.state === 'open';
  return {
    orderId: order.id,
    token: context.links.order(order),
    state: isOpen ? 'open' : 'paid',
    providerOrderId: isOpen ? await beginPayment(context, order) : null,
  };
}

/** Takes the money for an order that its buyer has approved; once, however often it is asked. */
export async function capture(
  context: OrdersContext,
  order: Order,
): Promise<ReturnType<typeof captureWords>> {
  const { db } = context.platform;
  if (order.state === 'paid' || order.state === 'refunded') return captureWords(order.state);
  if (order.provider_order_id === null) throw changedElsewhere();
  const { state } = await context.payments.capture(order.provider_order_id);
  const said = captureWords(state);
  // A card that was refused, or a window that nobody agreed in, keeps a code from nobody.
  if (said.state === 'declined' || said.state === 'open')
    await db.transaction<OrderTables, void>((trx) => giveBack(trx, order.id));
  return said;
}

/** Places what was asked; an order that costs nothing is paid by being placed. */
async function placeOrder(context: OrdersContext, asked: CheckoutRequest, buyer: Buyer): Promise<Order> {
  const { platform, taxes, vat, onCheckoutStarted } = context;
  const vatIdState = await vat(asked.vatId, asked.country);
  // After the wait for it: what isn’t sold any more by then isn’t sold.
  const now = platform.clock.now();
  return platform.db.transaction<OrderTables, Order>(async (trx) => {
    const { order, isNew } = await writeOrder(trx, asked, buyer, { tax: taxes.now(), vatIdState, now });
    if (!isNew) return order;
    if (order.total_cents > 0 && context.payments.mode === 'off')
      throw new Problem(
        'unavailable',
        'Payments aren’t available yet. Nothing was charged, and your cart is saved.',
      );
    await onCheckoutStarted?.(trx, {
      orderId: order.id,
      email: order.email,
      ownerId: order.owner_id,
      consentToReminders: asked.wantsReminders,
      lines: (await linesOf(trx, order.id)).map(placedLine),
      totalCents: order.total_cents,
      country: order.country,
    });
    if (order.total_cents > 0) return order;
    await recordPayment(context, trx, order.id);
    return { ...order, state: 'paid' };
  });
}

/** Readies the payment of an open order; asked again it is the same one. */
async function beginPayment(context: OrdersContext, order: Order): Promise<string> {
  const { db } = context.platform;
  const lines = await linesOf(db.tables<OrderTables>(), order.id);
  const { providerOrderId } = await context.payments.begin({
    kind: 'store',
    reference: order.id,
    totalCents: order.total_cents,
    currency: 'USD',
    description: lines
      .map(({ title }) => title)
      .join(', ')
      .slice(0, 120),
    // A discount and a tax belong to no single line: then the order is one line at the provider's.
    lines:
      order.discount_cents + order.tax_cents > 0
        ? [{ name: `Order ${orderNumber(order.id)}`, quantity: 1, unitCents: order.total_cents }]
        : lines.map(({ title, quantity, unit_cents }) => ({ name: title, quantity, unitCents: unit_cents })),
    payerEmail: order.email,
    shownCents: order.total_cents,
  });
  await db
    .tables<OrderTables>()
    .updateTable('store_order')
    .set({ provider_order_id: providerOrderId })
    .where('id', '=', order.id)
    .execute();
  return providerOrderId;
}

const changedElsewhere = () =>
  new Problem(
    'conflict',
    'Your cart was changed in another window. Nothing was charged. Check out there, or reload this page.',
  );

/**
 * Whether money may be taken for an order at this moment: its own cart still, all of it on sale still, and its coupon
 * still its own.
 */
export async function assertPayable(trx: Transaction<OrderTables>, id: string, now: Date): Promise<void> {
  const order = await trx
    .selectFrom('store_order')
    .select('state')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (order?.state !== 'paid') await refusePaidCart(trx, id);
  if (!order || order.state === 'replaced') throw changedElsewhere();
  if (order.state !== 'open') return;
  const lines = await linesOf(trx, id);
  const unsold = await unsoldWords(trx, [...new Set(lines.map(({ product_id }) => product_id))], now);
  if (unsold !== null) throw new Problem('conflict', unsold);
  await holdUse(trx, id, now);
}

function captureWords(state: string) {
  if (state === 'paid' || state === 'refunded' || state === 'partly_refunded')
    return { state: 'paid' as const, words: '' };
  if (state === 'pending' || state === 'unknown' || state === 'mismatch')
    return {
      state: 'pending' as const,
      words: 'Your payment is still pending. We’ll email you your files as soon as it’s confirmed.',
    };
  return {
    state: state === 'declined' ? ('declined' as const) : ('open' as const),
    words: 'Your payment didn’t go through, and nothing was charged. Try another way to pay.',
  };
}
