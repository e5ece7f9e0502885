import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  shopifyCheckout,
  shopifyOrder,
  stripeEvent,
  stripeSession,
  wooOrder,
} from '#testing/shop-payloads.ts';
import type { Shop } from './contract.ts';
import { readShop } from './shops.ts';

const read = (shop: Shop, topic: string, body: unknown) =>
  readShop(shop, topic, JSON.parse(JSON.stringify(body)));

test('[AUTO-4] Shopify’s checkout and order, as sent, are a cart and its purchase in one currency', () => {
  expect(read('shopify', 'checkouts/update', shopifyCheckout)).toEqual({
    kind: 'cart',
    cart: {
      email: 'bea@example.com',
      name: 'Bea Bright',
      totalCents: 11_277,
      currency: 'CAD',
      items: [{ id: '632910392', name: 'Field guide', quantity: 2, cents: 4990 }],
      country: 'CA',
      restoreUrl: shopifyCheckout.abandoned_checkout_url,
      seenAt: '2026-11-21T11:41:12.000Z',
      consent: true,
    },
  });
  expect(read('shopify', 'orders/create', shopifyOrder)).toMatchObject({
    kind: 'purchase',
    purchase: { email: 'bea@example.com', totalCents: 11_277, currency: 'CAD' },
  });
  const done = { ...shopifyCheckout, completed_at: '2026-11-21T06:45:00-05:00' };
  expect(read('shopify', 'checkouts/update', done)).toMatchObject({ kind: 'nothing' });
  expect(read('shopify', 'checkouts/create', { ...shopifyCheckout, email: null, customer: null })).toEqual({
    kind: 'nothing',
    words: 'no email address entered yet',
  });
});

test('[AUTO-4] WooCommerce’s order is a cart until it is paid, or placed to be paid by transfer', () => {
  expect(read('woocommerce', 'order.created', wooOrder)).toMatchObject({
    kind: 'cart',
    cart: {
      totalCents: 2935,
      currency: 'EUR',
      country: 'AT',
      consent: true,
      seenAt: '2026-11-21T11:51:00.000Z',
      items: [{ id: '93', name: 'Field guide', quantity: 2, cents: 900 }],
    },
  });
  for (const status of ['processing', 'completed', 'on-hold'])
    expect(read('woocommerce', 'order.updated', { ...wooOrder, status }).kind).toBe('purchase');
  expect(read('woocommerce', 'order.updated', { ...wooOrder, status: 'failed' }).kind).toBe('cart');
  expect(read('woocommerce', 'order.updated', { ...wooOrder, status: 'cancelled' }).kind).toBe('nothing');
  expect(read('woocommerce', 'order.created', { ...wooOrder, meta_data: [] })).toMatchObject({
    cart: { consent: false },
  });
});

test('[AUTO-4] Stripe’s expired session is a cart with its own way back, in the units of its currency', () => {
  const expired = (session: object) =>
    read('stripe', '', stripeEvent('checkout.session.expired', { ...stripeSession, ...session }));
  expect(expired({})).toMatchObject({
    kind: 'cart',
    cart: {
      name: 'Bea Bright',
      totalCents: 4900,
      currency: 'EUR',
      country: 'FR',
      consent: true,
      restoreUrl: 'https://buy.stripe.example/r/live_asAb1724',
      // Opened a day before it expired: whoever has bought since left nothing.
      openedAt: '2026-11-21T12:00:00.000Z',
    },
  });
  expect(expired({ currency: 'jpy', amount_total: 4900 })).toMatchObject({ cart: { totalCents: 490_000 } });
  expect(expired({ currency: 'kwd', amount_total: 4900 })).toMatchObject({ cart: { totalCents: 490 } });
  expect(expired({ consent: null })).toMatchObject({ cart: { consent: false } });
  expect(expired({ customer_details: null }).kind).toBe('nothing');
  expect(read('stripe', '', stripeEvent('checkout.session.completed', stripeSession))).toMatchObject({
    kind: 'purchase',
    purchase: { orderId: 'cs_test_a1b2c3', totalCents: 4900, currency: 'EUR' },
  });
});

test('law: a shop’s amount with any decimals is that amount in hundredths, or the cart is refused', () => {
  const total = (said: unknown, currency = 'EUR') =>
    read('woocommerce', 'order.created', { ...wooOrder, total: said, currency }) as {
      cart?: { totalCents: number };
    };
  for (const [said, cents] of [
    ['12.345', 1235],
    ['12.3456', 1235],
    ['1234', 123_400],
    ['0.5', 50],
  ] as const)
    expect(total(said).cart?.totalCents, said).toBe(cents);
  expect(total('12.345', 'KWD').cart?.totalCents).toBe(1235);
  for (const odd of ['1,234', '', 'x', null, '1e9'])
    expect(total(odd), String(odd)).toMatchObject({ kind: 'nothing' });
  const shopify = { ...shopifyCheckout, total_price: '112.7749' };
  expect(read('shopify', 'checkouts/update', shopify)).toMatchObject({ cart: { totalCents: 11_277 } });
  // Who has bought is written to no more, whatever the amount looks like.
  expect(
    read('woocommerce', 'order.updated', { ...wooOrder, status: 'completed', total: 'x' }),
  ).toMatchObject({
    kind: 'purchase',
    purchase: { totalCents: 0 },
  });
});

const word = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.integer({ min: 119, max: 400 }).map((length) => 'Ä'.repeat(length)),
  // Cut in the middle of its last character.
  fc.constant(`${'x'.repeat(119)}😀😀`),
);
const odd = fc.oneof(
  word,
  fc.constant(null),
  fc.constant(undefined),
  fc.double(),
  fc.integer(),
  fc.constant({}),
);
const oddItems = fc.oneof(
  odd,
  fc.array(
    fc.record(
      {
        product_id: odd,
        id: odd,
        title: odd,
        name: odd,
        quantity: odd,
        price: odd,
        cents: odd,
        tags: fc.array(odd),
      },
      { requiredKeys: [] },
    ),
    { maxLength: 120 },
  ),
);

test('[AUTO-4] whatever a shop says of names, things and places, a cart with buyer and amount is kept', () => {
  fc.assert(
    fc.property(word, oddItems, odd, odd, (name, items, country, address) => {
      const woo = { status: 'pending', currency: 'EUR', total: '19.00' };
      const session = {
        ...stripeSession,
        customer_details: { email: 'bea@example.com', name, address: { country } },
        after_expiration: { recovery: { url: address } },
      };
      for (const news of [
        read('shopify', 'checkouts/update', {
          ...shopifyCheckout,
          customer: { first_name: name, last_name: name },
          line_items: items,
          shipping_address: { country_code: country },
          abandoned_checkout_url: address,
        }),
        read('woocommerce', '', {
          ...woo,
          billing: { email: 'bea@example.com', first_name: name, country },
          line_items: items,
          payment_url: address,
        }),
        read('stripe', '', stripeEvent('checkout.session.expired', session)),
        read('hub', '', {
          type: 'cart.abandoned',
          data: { email: 'bea@example.com', totalCents: 1900, name, items, country, restoreUrl: address },
        }),
      ]) {
        expect(news.kind).toBe('cart');
        if (news.kind !== 'cart') continue;
        expect(news.cart.name.length).toBeLessThanOrEqual(120);
        expect(news.cart.name.isWellFormed()).toBe(true);
        expect(news.cart.restoreUrl).toMatch(/^(?:https?:.*)?$/s);
      }
    }),
  );
});

test('[AUTO-4] a long name is cut and its cart kept', () => {
  const news = read('shopify', 'checkouts/update', {
    ...shopifyCheckout,
    customer: { first_name: 'B'.repeat(80), last_name: 'C'.repeat(80) },
  });
  expect(news).toMatchObject({ kind: 'cart', cart: { name: `${'B'.repeat(80)} ${'C'.repeat(39)}` } });
});
