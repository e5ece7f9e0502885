import { hasWithdrawalRight } from '#base/consumer-law.ts';
import type { Kysely, Transaction } from 'kysely';
import { Problem } from '#base/problem.ts';
import { route, type Route } from '#platform/server/http/route.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { billFor } from '../../rules/bill.ts';
import {
  billAnswer,
  billRequest,
  captureAnswer,
  captureRequest,
  checkoutAnswer,
  type CheckoutRequest,
  checkoutRequest,
} from '../../rules/order-contract.ts';
import { consentText } from '../../rules/tax.ts';
import { giveBack, holdUse, lookUpCoupon } from './coupons.ts';
import type { Desk } from './desk.ts';
import { byToken } from './order-routes.ts';
import { refusePaidCart } from './paid-twice.ts';
import { type Buyer, placeOrder, quoteNow } from './place.ts';
import { linesOf, type Order } from './read.ts';
import { placedLine, settlePaid } from './settle.ts';
import type { OrderTables } from './tables.ts';
import { vatWords } from './vies.ts';

export function checkoutRoutes(desk: Desk): Route[] {
  const { platform, links, taxes, vat } = desk;
  const { db, clock } = platform;
  const tables = () => db.tables<OrderTables>();

  return [
    route({
      method: 'POST',
      path: '/api/checkout/bill',
      access: 'anyone',
      limit: { name: 'checkout-bill', max: 240, perSeconds: 60, by: 'address' },
      summary: 'What a cart comes to for this buyer, with coupon and tax, at this moment',
      body: billRequest,
      answer: billAnswer,
      async handle({ body, viewer }) {
        const now = clock.now();
        const settings = taxes.now();
        const vatIdState = await vat(body.vatId, body.country);
        const { quote } = await quoteNow(tables(), body.items);
        const { coupon, words } = await lookUpCoupon(tables(), body.coupon, now);
        const bill = billFor(quote, { country: body.country, vatIdState }, coupon, settings);
        return {
          quote,
          subtotalCents: bill.subtotalCents,
          discountCents: bill.discountCents,
          taxCents: bill.taxCents,
          taxBasisPoints: bill.rateBasisPoints,
          reverseCharge: bill.reverseCharge,
          totalCents: bill.totalCents,
          coupon:
            coupon === null && words === null
              ? null
              : {
                  ok: coupon !== null,
                  words: words ?? (bill.discountCents > 0 ? '' : 'It takes nothing off this cart.'),
                },
          vatId: { state: vatIdState, words: vatWords[vatIdState] },
          taxed: Object.hasOwn(settings.rates, body.country),
          consentText: hasWithdrawalRight(body.country) ? consentText : null,
          alreadyBought: await alreadyBought(tables(), viewer, body.items),
        };
      },
    }),

    route({
      method: 'POST',
      path: '/api/checkout',
      access: 'anyone',
      limit: { name: 'checkout', max: 60, perSeconds: 600, by: 'address' },
      summary:
        'Places an order at the server’s own prices and readies its payment; the same cart again is the same order',
      body: checkoutRequest,
      answer: checkoutAnswer,
      async handle({ body, viewer }) {
        const order = await place(desk, body, buyerOf(body, viewer));
        const token = links.order(order);
        if (order.state !== 'open') return { state: 'paid' as const, token, providerOrderId: null };
        return { state: 'open' as const, token, providerOrderId: await beginPayment(desk, order) };
      },
    }),

    route({
      method: 'POST',
      path: '/api/checkout/capture',
      security: 'payment',
      access: 'anyone',
      limit: { name: 'checkout-capture', max: 60, perSeconds: 600, by: 'address' },
      summary: 'Takes the money for an order that its buyer has approved; once, however often it is asked',
      body: captureRequest,
      answer: captureAnswer,
      async handle({ body }) {
        const order = await byToken(desk, body.token);
        if (order.state === 'paid' || order.state === 'refunded')
          return { state: 'paid' as const, words: '' };
        await db.transaction<OrderTables, void>((trx) => assertPayable(trx, order.id, clock.now()));
        if (order.provider_order_id === null) throw changedElsewhere();
        const { state } = await desk.payments().capture(order.provider_order_id);
        // A card that was refused keeps a code from nobody.
        if (state === 'declined') await db.transaction<OrderTables, void>((trx) => giveBack(trx, order.id));
        return captureWords(state);
      },
    }),
  ];
}

function buyerOf(body: CheckoutRequest, viewer: Viewer): Buyer {
  return viewer.kind === 'member'
    ? { uid: viewer.uid, email: viewer.email }
    : { uid: null, email: body.email ?? '' };
}

/** Places what was asked; an order that costs nothing is paid by being placed. */
export async function place(desk: Desk, asked: CheckoutRequest, buyer: Buyer): Promise<Order> {
  const { platform, taxes, vat, onCheckoutStarted } = desk;
  const now = platform.clock.now();
  const vatIdState = await vat(asked.vatId, asked.country);
  return platform.db.transaction<OrderTables, Order>(async (trx) => {
    const { order, isNew } = await placeOrder(trx, asked, buyer, { tax: taxes.now(), vatIdState, now });
    if (!isNew) return order;
    if (order.total_cents > 0 && desk.payments().mode === 'off')
      throw new Problem(
        'unavailable',
        'This hub takes no payments yet. Nothing was charged, and your cart is kept.',
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
    await settlePaid(desk, trx, order.id);
    return { ...order, state: 'paid' };
  });
}

/** Readies the payment of an open order; asked again it is the same one. */
export async function beginPayment(desk: Desk, order: Order): Promise<string> {
  const { db } = desk.platform;
  const lines = await linesOf(db.tables<OrderTables>(), order.id);
  const { providerOrderId } = await desk.payments().begin({
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
        ? [{ name: `Order ${order.id}`, quantity: 1, unitCents: order.total_cents }]
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
    'This cart was changed in another window. Nothing was charged; pay it there, or reload this page.',
  );

/** Whether money may be taken for an order at this moment: its own cart still, and its coupon still its own. */
export async function assertPayable(trx: Transaction<OrderTables>, id: string, now: Date): Promise<void> {
  const order = await trx
    .selectFrom('store_order')
    .select('state')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (order?.state !== 'paid') await refusePaidCart(trx, id);
  if (!order || order.state === 'replaced') throw changedElsewhere();
  if (order.state === 'open') await holdUse(trx, id, now);
}

function captureWords(state: string) {
  if (state === 'paid' || state === 'refunded' || state === 'partly_refunded')
    return { state: 'paid' as const, words: '' };
  if (state === 'pending' || state === 'unknown' || state === 'mismatch')
    return {
      state: 'pending' as const,
      words:
        'The payment is on its way and not confirmed yet. Your files are mailed to you as soon as it is.',
    };
  return {
    state: state === 'declined' ? ('declined' as const) : ('open' as const),
    words: 'The payment was not taken, and nothing was charged. Try another way to pay.',
  };
}

async function alreadyBought(
  db: Kysely<OrderTables>,
  viewer: Viewer,
  items: readonly { id: string }[],
): Promise<string[]> {
  if (viewer.kind !== 'member' || items.length === 0) return [];
  const rows = await db
    .selectFrom('store_order')
    .innerJoin('store_order_line', 'store_order_line.order_id', 'store_order.id')
    .select('store_order_line.title')
    .distinct()
    .where('owner_id', '=', viewer.uid)
    .where('state', '=', 'paid')
    .where(
      'product_id',
      'in',
      items.map(({ id }) => id),
    )
    .execute();
  return rows.map(({ title }) => title);
}
