import { sql, type Transaction } from 'kysely';
import { Problem } from '#base/problem.ts';
import type { AnyTransaction } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { PlacedLine } from './place.ts';
import { keepUse } from './coupons.ts';
import type { LicenceKeys } from './licence-keys.ts';
import { orderMail, receipt, refundNotice, saleNotice } from './mails.ts';
import { nextNumber } from './numbers.ts';
import { oneAtATime, refundAllButOne } from './paid-twice.ts';
import { findOrder, linesOf, type Order } from './read.ts';
import { money } from './words.ts';
import { orderAddress, type PaymentContext } from './payment-context.ts';
import type { OrderLineTable, OrderTables } from './tables.ts';
import { ownerAddress } from '#platform/server/owner-address.ts';

type Trx = Transaction<OrderTables>;

/**
 * The money is there (or none was due): everything that follows from it, in the transaction that records it. Told
 * again it does nothing. False: this order is settled already, or there is none.
 */
export async function recordPayment(
  parts: PaymentContext,
  any: AnyTransaction,
  orderId: string,
  { quietly = false }: { quietly?: boolean } = {},
): Promise<boolean> {
  const { platform, keys, onPaid } = parts;
  const trx = any as Trx;
  const now = platform.clock.now();
  await oneAtATime(trx, orderId);
  const open = await trx
    .selectFrom('store_order')
    .selectAll()
    .where('id', '=', orderId)
    .where('state', 'in', ['open', 'replaced'])
    .forUpdate()
    .executeTakeFirst();
  if (!open) return false;
  const invoice = open.total_cents > 0 ? await nextNumber(trx, 'invoice', now) : null;
  await trx
    .updateTable('store_order')
    .set({
      state: 'paid',
      paid_at: now,
      invoice_number: invoice,
      seller: JSON.stringify({ lines: sellerLines(platform) }),
      // A cart that was changed and then paid in the older window: both orders stand, each under a key of its own.
      ...(open.state === 'replaced' && { checkout_key: `${open.checkout_key}:${open.id}` }),
    })
    .where('id', '=', orderId)
    .execute();
  await keepUse(trx, orderId);
  const order = (await findOrder(trx, orderId)) as Order;
  const lines = await linesOf(trx, orderId);
  const issued = await issueKeys(trx, keys, order, lines, now);
  if (!quietly) {
    await platform.mail.send(trx, receiptOf(parts, order, lines, issued, `receipt:${orderId}`));
    const owner = ownerAddress(platform);
    await platform.mail.send(trx, orderMail(owner, `sale:${orderId}`, saleNotice(order, lines)));
    await tellWebhooks(parts, trx, 'order.paid', order, lines, orderId);
  }
  await refundAllButOne(parts, trx, orderId);
  await onPaid?.(trx, {
    orderId,
    email: order.email,
    ownerId: order.owner_id,
    lines: lines.map(placedLine),
    totalCents: order.total_cents,
    couponCode: order.coupon_code,
    funnel: order.funnel,
    funnelMark: order.funnel_mark,
  });
  return true;
}

export function sellerLines({ site }: Pick<Platform, 'site'>): string[] {
  const { legalName, address, registration, vatId, email } = site.words().seller;
  return [legalName, ...address, registration, vatId ? `VAT ${vatId}` : '', email].filter(Boolean);
}

export const placedLine = (line: OrderLineTable): PlacedLine => ({
  productId: line.product_id,
  title: line.title,
  version: line.version,
  unitCents: line.unit_cents,
  quantity: line.quantity,
  lineCents: line.line_cents,
});

export function receiptOf(
  { links, platform }: PaymentContext,
  order: Order,
  lines: readonly OrderLineTable[],
  keys: readonly { title: string; key: string }[],
  dedupeKey: string,
) {
  const address = orderAddress(platform, links, order);
  const support = platform.site.words().support.email;
  return orderMail(order.email, dedupeKey, receipt({ order, lines, keys, address, support }));
}

async function issueKeys(
  trx: Trx,
  keys: LicenceKeys,
  order: Order,
  lines: readonly OrderLineTable[],
  now: Date,
): Promise<{ title: string; key: string }[]> {
  const issuing = await trx
    .selectFrom('store_product')
    .select('id')
    .where('issues_keys', '=', true)
    .where(
      'id',
      'in',
      lines.map(({ product_id }) => product_id),
    )
    .execute();
  const withKeys = new Set(issuing.map(({ id }) => id));
  const issued: { title: string; key: string }[] = [];
  for (const line of lines.filter(({ product_id }) => withKeys.has(product_id)))
    issued.push({ title: line.title, key: await issueKey(trx, keys, order.id, line, 1, now) });
  return issued;
}

export async function issueKey(
  trx: Trx,
  keys: LicenceKeys,
  orderId: string,
  { product_id, position, quantity }: OrderLineTable,
  serial: number,
  now: Date,
): Promise<string> {
  const key = keys.issue({ product: product_id, order: orderId, seats: quantity, serial, at: now });
  await trx
    .insertInto('store_licence_key')
    .values({ order_id: orderId, position, serial, key, issued_at: now, replaced_at: null })
    .execute();
  return key;
}

/** Money went back: counted once per refund, with a credit note; files close when all of it went back. */
export async function recordRefund(
  parts: PaymentContext,
  any: AnyTransaction,
  {
    orderId,
    cents,
    key,
    reason,
    isByHand = false,
  }: {
    orderId: string;
    cents: number;
    key: string;
    reason: string;
    /** Only written down here: nobody else has counted what is left of it. */
    isByHand?: boolean;
  },
): Promise<string | null> {
  const trx = any as Trx;
  const now = parts.platform.clock.now();
  const order = await trx
    .selectFrom('store_order')
    .selectAll()
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst();
  if (!order || (order.state !== 'paid' && order.state !== 'refunded')) return null;
  const known = await trx
    .selectFrom('store_credit_note')
    .select('number')
    .where('refund_key', '=', key)
    .executeTakeFirst();
  if (known) return known.number;
  // Of a payment that the provider holds it has moved already, and the books follow.
  const left = order.total_cents - order.refunded_cents;
  if (isByHand && cents > left)
    throw new Problem('conflict', `Up to ${money(left)} of this order can be refunded now.`);
  const number = await nextNumber(trx, 'credit', now);
  await trx
    .insertInto('store_credit_note')
    .values({ number, order_id: orderId, refund_key: key, cents, reason, issued_at: now })
    .execute();
  await trx
    .updateTable('store_order')
    .set({
      refunded_cents: sql`refunded_cents + ${cents}`,
      ...(order.refunded_cents + cents >= order.total_cents && { state: 'refunded' as const }),
    })
    .where('id', '=', orderId)
    .execute();
  const after = (await findOrder(trx, orderId)) as Order;
  const lines = await linesOf(trx, orderId);
  const address = orderAddress(parts.platform, parts.links, after);
  await parts.platform.mail.send(
    trx,
    orderMail(after.email, `refund:${number}`, refundNotice(after, cents, number, address)),
  );
  await tellWebhooks(parts, trx, 'order.refunded', after, lines, number);
  const { funnel, email, paid_at: paidAt } = after;
  await parts.onRefunded?.(trx, { orderId, number, email, cents, paidAt, funnel });
  return number;
}

async function tellWebhooks(
  { webhooks, platform }: PaymentContext,
  trx: Trx,
  type: 'order.paid' | 'order.refunded',
  order: Order,
  lines: readonly OrderLineTable[],
  key: string,
): Promise<void> {
  const data = {
    id: order.id,
    email: order.email,
    country: order.country,
    currency: 'USD',
    totalCents: order.total_cents,
    taxCents: order.tax_cents,
    refundedCents: order.refunded_cents,
    coupon: order.coupon_code,
    invoice: order.invoice_number,
    lines: lines.map(placedLine),
  };
  for (const { url, secret } of await trx.selectFrom('store_webhook').selectAll().execute()) {
    try {
      await webhooks.send(trx, { url, secret, type, data, dedupeKey: `${type}:${key}:${url}` });
    } catch (error) {
      // A receiver that was right once and is refused now must not undo a paid order.
      platform.log.error('Couldn’t send an order to a webhook', { url, error });
    }
  }
}
