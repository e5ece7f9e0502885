import { mailAddressKey } from '#base/mail-address.ts';
import { hasWithdrawalRight } from '#base/consumer-law.ts';
import type { Kysely } from 'kysely';
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
import { readCouponCode } from '../../rules/coupon.ts';
import { consentText } from '../../rules/tax.ts';
import { byToken } from './by-token.ts';
import { capture, checkOut } from './checkout.ts';
import { createDistinctTries } from './distinct-tries.ts';
import { lookUpCoupon } from './coupons.ts';
import type { OrdersContext } from './context.ts';
import { type Buyer, quoteNow } from './place.ts';
import type { OrderTables } from './tables.ts';
import { vatWords } from './vies.ts';

const tooManyCodes = 'Too many codes were tried from your network. Try again in an hour.';

export function checkoutRoutes(context: OrdersContext): Route[] {
  const { platform, taxes, vat } = context;
  const { db, clock } = platform;
  const tables = () => db.tables<OrderTables>();
  // Nobody has so many codes in an hour; a program that guesses needs thousands.
  const mayTryCode = createDistinctTries(db, clock, { name: 'coupon-guess', max: 40, perSeconds: 3600 });
  // Nobody has shown that an address at an unpaid order is theirs: from one network few are reminded of a cart.
  const mayRemind = createDistinctTries(db, clock, { name: 'cart-reminders', max: 20, perSeconds: 86_400 });
  const mayTry = (typed: string | undefined, address: string): Promise<boolean> =>
    mayTryCode(readCouponCode(typed ?? '') ?? '', address);

  return [
    route({
      method: 'POST',
      path: '/api/checkout/bill',
      access: 'anyone',
      limit: { name: 'checkout-bill', max: 240, perSeconds: 60, by: 'address' },
      summary: 'Calculate the total of a cart',
      description: 'Includes coupon and tax for this buyer, at current prices.',
      body: billRequest,
      answer: billAnswer,
      async handle({ body, viewer, address }) {
        const now = clock.now();
        const settings = taxes.now();
        const isTried = await mayTry(body.coupon, address);
        const vatIdState = await vat(body.vatId, body.country);
        const { quote } = await quoteNow(tables(), body.items, clock.now());
        const { coupon, words } = isTried
          ? await lookUpCoupon(tables(), body.coupon, now)
          : { coupon: null, words: tooManyCodes };
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
                  words:
                    words ??
                    (bill.discountCents > 0 ? '' : 'This code doesn’t apply to anything in your cart.'),
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
      summary: 'Place an order and prepare its payment',
      description: 'Prices come from the server. Placing the same cart again returns the same order.',
      body: checkoutRequest,
      answer: checkoutAnswer,
      async handle({ body, viewer, address }) {
        if (!(await mayTry(body.coupon, address)))
          throw new Problem('conflict', `${tooManyCodes} Nothing was charged.`, {
            fields: { coupon: tooManyCodes },
          });
        const buyer = buyerOf(body, viewer);
        const wantsReminders = body.wantsReminders && (await mayRemind(mailAddressKey(buyer.email), address));
        const asked = { ...body, wantsReminders };
        const { token, state, providerOrderId } = await checkOut(context, asked, buyer);
        return { token, state, providerOrderId };
      },
    }),

    route({
      method: 'POST',
      path: '/api/checkout/capture',
      security: 'payment',
      access: 'anyone',
      limit: { name: 'checkout-capture', max: 60, perSeconds: 600, by: 'address' },
      summary: 'Capture the payment for an approved order',
      description: 'Idempotent: however often it is called, the buyer is charged once.',
      body: captureRequest,
      answer: captureAnswer,
      handle: async ({ body }) => capture(context, await byToken(context, body.token)),
    }),
  ];
}

function buyerOf(body: CheckoutRequest, viewer: Viewer): Buyer {
  return viewer.kind === 'member'
    ? { uid: viewer.uid, email: viewer.email }
    : { uid: null, email: body.email ?? '' };
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
