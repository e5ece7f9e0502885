import * as z from 'zod/mini';
import { centsSaid } from '#base/amount.ts';
import { CartBody, CartItem, mostCents, PurchaseBody, type Shop } from './contract.ts';

/** What other shops tell us, in our words: a cart that was left, an order that was placed, or nothing for us. */
export type ShopNews =
  | { kind: 'cart'; cart: LeftCart }
  | { kind: 'purchase'; purchase: PurchaseBody }
  /** It only asks whether anybody hears: `ours` was sent by this hub's own page. */
  | { kind: 'test'; by: 'ours' | 'theirs' }
  | { kind: 'nothing'; words: string };

/** `openedAt`: whoever has bought since that moment has left nothing, however late we are told of the cart. */
export type LeftCart = CartBody & { openedAt?: string };

const Loose = z.record(z.string(), z.unknown());
type Loose = z.output<typeof Loose>;

const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
const record = (value: unknown): Loose => {
  const parsed = Loose.safeParse(value);
  return parsed.success ? parsed.data : {};
};
const list = (value: unknown): Loose[] => (Array.isArray(value) ? value.map(record) : []);
/** Of a line, whose price is only shown; a total that cannot be read refuses the cart. */
const cents = (value: unknown): number => centsSaid(text(value)) ?? 0;
const person = (from: Loose): string => [text(from['first_name']), text(from['last_name'])].join(' ').trim();

/** The first that is one; a shop's odd word for a country never costs the cart. */
const country = (...given: unknown[]): string =>
  given.map(text).find((each) => /^[A-Za-z]{2}$/.test(each)) ?? '';

/** What a shop calls a time as ours; without one its cart is of now. */
function seenAt(...given: unknown[]): { seenAt?: string } {
  const time = new Date(given.map(text).find((each) => each !== '') ?? '');
  return Number.isNaN(time.getTime()) ? {} : { seenAt: time.toISOString() };
}

const nothing = (words: string): Extract<ShopNews, { kind: 'nothing' }> => ({ kind: 'nothing', words });

/** At most so long, without what no text takes and without half a character at its end. */
const cut = (value: unknown, most: number): string =>
  text(value)
    .replaceAll('\0', '')
    .slice(0, most)
    .replace(/[\ud800-\udbff]$/, '');

const webAddress = (value: unknown): string =>
  CartBody.shape.restoreUrl.safeParse(text(value)).success ? text(value) : '';

/** Shown by way of the hub alone; one that is none costs the cart nothing. */
const picture = (value: unknown): boolean =>
  text(value) !== '' && CartItem.shape.image.safeParse(text(value)).success;

function line(item: Loose): Record<string, unknown> {
  const quantity = Math.round(Number(item['quantity']));
  const price = item['cents'];
  const id = cut(item['id'], 200);
  return {
    ...(id !== '' && { id }),
    name: cut(item['name'], 200),
    quantity: Number.isFinite(quantity) ? Math.min(Math.max(quantity, 1), 100_000) : 1,
    cents: typeof price === 'number' && price >= 0 && price <= mostCents ? Math.round(price) : 0,
    ...(picture(item['image']) && { image: text(item['image']) }),
    ...(Array.isArray(item['tags']) && {
      tags: item['tags'].slice(0, 20).map((tag: unknown) => cut(tag, 60)),
    }),
  };
}

/**
 * A shop that is answered errors stops telling anything, so what is only odd is cut or left out, and the cart stays. Only
 * without a buyer, an amount or a moment there is none.
 */
export function readCart(body: unknown): Exclude<ShopNews, { kind: 'test' }> {
  const given = record(body);
  if (given['totalCents'] === null) return nothing('its total is no amount, such as 49.90');
  const parsed = CartBody.safeParse({
    ...given,
    name: cut(given['name'], 120),
    items: list(given['items']).slice(0, 100).map(line),
    country: country(given['country']),
    restoreUrl: webAddress(given['restoreUrl']),
  });
  return parsed.success
    ? { kind: 'cart', cart: parsed.data }
    : nothing(parsed.error.issues[0]?.message ?? 'not a cart');
}

/** Whoever has bought gets no more reminders, even where the shop's amount cannot be read: then it counts as nothing. */
function purchase(given: Record<string, unknown>): ShopNews {
  const parsed = PurchaseBody.safeParse({ ...given, totalCents: given['totalCents'] ?? 0 });
  return parsed.success
    ? { kind: 'purchase', purchase: parsed.data }
    : nothing(parsed.error.issues[0]?.message ?? 'not an order');
}

/**
 * `topic` is what the shop's header says; ours and Stripe's stands in the body. `isTest`: so does Shopify's header about a
 * test notification, whose body is that of a real cart.
 */
export function readShop(shop: Shop, topic: string, body: unknown, isTest = false): ShopNews {
  const all = record(body);
  if (text(all['type']) === 'connection.test')
    return { kind: 'test', by: all['from'] === 'page' ? 'ours' : 'theirs' };
  // What is tried in Stripe's test mode is nobody's cart.
  if ((shop === 'shopify' && isTest) || (shop === 'stripe' && all['livemode'] === false))
    return { kind: 'test', by: 'theirs' };
  switch (shop) {
    case 'hub': {
      const type = text(all['type']);
      if (type === 'cart.abandoned') return readCart(all['data']);
      return type === 'order.paid'
        ? purchase(record(all['data']))
        : nothing('type is cart.abandoned or order.paid');
    }
    case 'shopify':
      return shopify(topic, all);
    case 'woocommerce':
      return woocommerce(all);
    case 'stripe':
      return stripe(all);
  }
}

function shopify(topic: string, body: Loose): ShopNews {
  const customer = record(body['customer']);
  const email = text(body['email']) || text(customer['email']);
  const money = {
    totalCents: centsSaid(body['total_price']),
    currency: text(body['presentment_currency']) || text(body['currency']) || 'USD',
  };
  if (topic.startsWith('orders/')) {
    // An order's total is in the shop's currency; what the buyer paid in stands beside it.
    const paid = record(record(body['total_price_set'])['presentment_money']);
    const shown =
      text(paid['amount']) === ''
        ? { ...money, currency: text(body['currency']) || 'USD' }
        : { totalCents: centsSaid(paid['amount']), currency: text(paid['currency_code']) };
    return purchase({ email, orderId: text(body['id']), ...shown });
  }
  if (!topic.startsWith('checkouts/'))
    return nothing('topics are checkouts/create, checkouts/update, orders/create');
  if (email === '') return nothing('no email address entered yet');
  if (text(body['completed_at']) !== '') return nothing('this checkout is completed');
  return readCart({
    email,
    name: person(customer),
    ...money,
    items: list(body['line_items']).map((item) => ({
      id: item['product_id'],
      name: item['title'],
      quantity: item['quantity'],
      cents: cents(item['price']),
      image: item['image_url'],
    })),
    country: country(
      record(body['shipping_address'])['country_code'],
      record(body['billing_address'])['country_code'],
    ),
    restoreUrl: text(body['abandoned_checkout_url']),
    ...seenAt(body['updated_at'], body['created_at']),
    consent: body['buyer_accepts_marketing'] === true,
  });
}

/** WooCommerce leaves the zone out of what it names GMT. */
const gmt = (value: unknown): string => (text(value) === '' ? '' : `${text(value).replace(/Z$/, '')}Z`);

function woocommerce(body: Loose): ShopNews {
  const billing = record(body['billing']);
  const email = text(billing['email']);
  const money = { totalCents: centsSaid(body['total']), currency: text(body['currency']) || 'USD' };
  const status = text(body['status']);
  if (['processing', 'completed', 'on-hold'].includes(status))
    return purchase({ email, orderId: text(body['id']), ...money });
  if (status !== 'pending' && status !== 'failed') return nothing(`an order that is ${status || 'nothing'}`);
  const agreed = list(body['meta_data']).some(
    (meta) => meta['key'] === 'reminders_consent' && /^(?:1|yes|true)$/.test(text(meta['value'])),
  );
  return readCart({
    email,
    name: person(billing),
    ...money,
    items: list(body['line_items']).map((item) => ({
      id: item['product_id'],
      name: item['name'],
      quantity: item['quantity'],
      cents: cents(text(item['price'])),
      image: record(item['image'])['src'],
    })),
    country: country(record(body['shipping'])['country'], billing['country']),
    restoreUrl: text(body['payment_url']),
    ...seenAt(gmt(body['date_modified_gmt']), gmt(body['date_created_gmt'])),
    consent: agreed,
  });
}

const withoutCents = /^(?:bif|clp|djf|gnf|jpy|kmf|krw|mga|pyg|rwf|vnd|vuv|xaf|xof|xpf)$/i;
const withMils = /^(?:bhd|jod|kwd|omr|tnd)$/i;
/** Stripe counts in the smallest unit of a currency, we in hundredths. */
const centsPerUnit = (currency: string): number =>
  withoutCents.test(currency) ? 100 : withMils.test(currency) ? 0.1 : 1;

function stripe(event: Loose): ShopNews {
  const session = record(record(event['data'])['object']);
  const customer = record(session['customer_details']);
  const email = text(customer['email']) || text(session['customer_email']);
  const money = {
    totalCents: Math.round((Number(session['amount_total']) || 0) * centsPerUnit(text(session['currency']))),
    currency: (text(session['currency']) || 'usd').toUpperCase(),
  };
  const type = text(event['type']);
  if (type === 'checkout.session.completed')
    return purchase({ email, orderId: text(session['id']), ...money });
  if (type !== 'checkout.session.expired')
    return nothing('events are checkout.session.expired and checkout.session.completed');
  if (email === '') return nothing('no email address entered');
  const recovery = record(record(session['after_expiration'])['recovery']);
  // It expires a day after it was opened: told now, so left now, unless they bought meanwhile.
  const opened = Number(session['created']);
  const openedAt = opened > 0 ? { openedAt: new Date(opened * 1000).toISOString() } : {};
  const read = readCart({
    email,
    name: text(customer['name']),
    ...money,
    country: country(record(customer['address'])['country']),
    restoreUrl: text(recovery['url']),
    consent: record(session['consent'])['promotions'] === 'opt_in',
  });
  return read.kind === 'cart' ? { ...read, cart: { ...read.cart, ...openedAt } } : read;
}
