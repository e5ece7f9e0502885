import { hasWithdrawalRight } from '#base/consumer-law.ts';
import { createHash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { newId } from '#base/id.ts';
import { mailAddressKey, parseMailAddress, mailAddressWords } from '#base/mail-address.ts';
import { formatMoney } from '#base/money.ts';
import { Problem } from '#base/problem.ts';
import { holdLock } from '#platform/server/database/locks.ts';
import { type Bill, billFor } from '../../rules/bill.ts';
import { type Coupon, readCouponCode } from '../../rules/coupon.ts';
import type { CheckoutRequest } from '../../rules/order-contract.ts';
import { isPayable, quote, type Quote, type QuoteItem } from '../../rules/quote.ts';
import { consentText, type TaxSettings, type VatIdState } from '../../rules/tax.ts';
import { readVatId, writeVatId } from '../../rules/vat-id.ts';
import { giveBack, lookUpCoupon, noteCoupon } from './coupons.ts';
import { findOrder, type Order } from './read.ts';
import { soldAt } from '../tables.ts';
import type { OrderTables } from './tables.ts';

type Trx = Transaction<OrderTables>;

export interface Buyer {
  uid: string | null;
  email: string;
}

export interface PlacedLine {
  productId: string;
  title: string;
  version: string;
  unitCents: number;
  quantity: number;
  lineCents: number;
}

interface Known {
  tax: TaxSettings;
  vatIdState: VatIdState;
  now: Date;
}

/** Prices as they stand in the database at this moment: what other processes show can be older, what is charged not. */
export async function quoteNow(
  db: Kysely<OrderTables>,
  items: readonly QuoteItem[],
  now: Date,
): Promise<{ quote: Quote; products: Map<string, { version: string; unlocks: string[] }> }> {
  const rows = await db
    .selectFrom('store_product')
    .select(['id', 'title', 'price_cents', 'version', 'unlocks', 'content'])
    .where(soldAt(now))
    .where(
      'id',
      'in',
      items.map(({ id }) => id),
    )
    .execute();
  const products = new Map(rows.map((row) => [row.id, row]));
  const answer = quote(items, (id) => {
    const row = products.get(id);
    return row && { title: row.title, priceCents: row.price_cents, image: row.content.images[0] ?? null };
  });
  return { quote: answer, products };
}

/** One order for one cart: the same press again, in whichever tab, is the same order. */
export async function writeOrder(
  trx: Trx,
  asked: CheckoutRequest,
  buyer: Buyer,
  { tax, vatIdState, now }: Known,
): Promise<{ order: Order; isNew: boolean }> {
  const email = parseMailAddress(buyer.email);
  if (email === null) throw refused('email', mailAddressWords);
  if (hasWithdrawalRight(asked.country) && !asked.agreed)
    throw refused('agreed', 'Check the box to get your files right away.');

  await holdLock(trx, `checkout:${asked.checkoutKey}`);
  const before = await trx
    .selectFrom('store_order')
    .selectAll()
    .where('checkout_key', '=', asked.checkoutKey)
    .where('state', '<>', 'replaced')
    .executeTakeFirst();
  if (before && before.owner_id !== buyer.uid)
    throw new Problem('conflict', 'Someone else paid for this cart. Reload the page, then try again.');
  if (before && before.state !== 'open') return { order: before, isNew: false };

  const { quote: priced, products } = await quoteNow(trx, asked.items, now);
  if (!isPayable(priced)) {
    const gone = priced.lines.filter(({ state }) => state === 'gone').map(({ id }) => id);
    const words = gone.length > 0 && (await unsoldWords(trx, gone, now));
    throw new Problem('conflict', words || changedWords(priced));
  }
  const typed = readCouponCode(asked.coupon ?? '');
  const looked = await lookUpCoupon(trx, asked.coupon, now);
  // A use that this very order holds must not refuse it, even where there is none left for anybody else.
  const coupon = (before && typed === before.coupon_code && (await heldBy(trx, before.id))) || looked.coupon;
  if (looked.words !== null && !coupon)
    throw new Problem('conflict', `${looked.words} Nothing was charged.`, {
      fields: { coupon: looked.words ?? '' },
    });
  const bill = billFor(priced, { country: asked.country, vatIdState }, coupon, tax);
  const digest = digestOf(asked, email, bill, coupon?.code ?? null);
  if (before?.digest === digest) return { order: before, isNew: false };
  if (bill.totalCents !== asked.seenTotalCents)
    throw new Problem(
      'conflict',
      `The total is now ${formatMoney(bill.totalCents)}, not ${formatMoney(asked.seenTotalCents as never)}. Nothing was charged. Review it, then continue.`,
    );

  if (before) {
    await trx.updateTable('store_order').set({ state: 'replaced' }).where('id', '=', before.id).execute();
    await giveBack(trx, before.id);
  }
  const id = newId('order');
  const vat = readVatId(asked.vatId ?? '', asked.country);
  await trx
    .insertInto('store_order')
    .values({
      id,
      owner_id: buyer.uid,
      checkout_key: asked.checkoutKey,
      digest,
      state: 'open',
      email,
      email_key: mailAddressKey(email),
      country: asked.country,
      buyer_name: asked.name?.trim() ?? '',
      vat_id: vat && writeVatId(vat),
      vat_state: vatIdState,
      consent_text: asked.agreed && hasWithdrawalRight(asked.country) ? consentText : null,
      wants_news: asked.wantsNews,
      subtotal_cents: bill.subtotalCents,
      discount_cents: bill.discountCents,
      tax_cents: bill.taxCents,
      tax_basis_points: bill.rateBasisPoints,
      reverse_charge: bill.reverseCharge,
      total_cents: bill.totalCents,
      coupon_code: coupon?.code ?? null,
      provider_order_id: null,
      invoice_number: null,
      external_id: null,
      funnel: asked.funnel ?? null,
      funnel_mark: asked.mark ?? null,
      created_at: now,
      paid_at: null,
      withdrawn_at: null,
    })
    .execute();
  await trx
    .insertInto('store_order_line')
    .values(
      priced.lines.map((line, position) => ({
        order_id: id,
        position,
        product_id: line.id,
        title: line.title ?? line.id,
        version: products.get(line.id)?.version ?? '',
        unit_cents: line.unitCents,
        quantity: line.quantity,
        line_cents: line.lineCents,
        discount_cents: bill.lineDiscounts[position] ?? 0,
        unlocks: products.get(line.id)?.unlocks ?? [],
      })),
    )
    .execute();
  if (coupon) await noteCoupon(trx, { orderId: id, code: coupon.code, isFree: bill.totalCents === 0 }, now);
  const order = await findOrder(trx, id);
  if (!order) throw new Error('An order is missing right after it was saved');
  return { order, isNew: true };
}

async function heldBy(trx: Trx, id: string): Promise<Coupon | null> {
  const row = await trx
    .selectFrom('store_coupon_hold')
    .innerJoin('store_coupon', 'store_coupon.code', 'store_coupon_hold.code')
    .select(['store_coupon.code', 'percent_off', 'cents_off', 'product_ids'])
    .where('order_id', '=', id)
    .where('given_back', '=', false)
    .executeTakeFirst();
  return row
    ? {
        code: row.code,
        percentOff: row.percent_off,
        centsOff: row.cents_off,
        productIds: row.product_ids,
      }
    : null;
}

function digestOf(asked: CheckoutRequest, email: string, bill: Bill, coupon: string | null): string {
  const items = asked.items.map(({ id, quantity }) => `${id}*${quantity}`).sort();
  const { country, name = '', vatId = '', agreed, wantsNews, wantsReminders } = asked;
  const wishes = [agreed, wantsNews, wantsReminders];
  const says = [items, email, country, name, vatId, coupon, wishes, bill.totalCents];
  return createHash('sha256').update(JSON.stringify(says)).digest('base64url');
}

const refused = (field: string, words: string) =>
  new Problem('bad_request', words, { fields: { [field]: words } });

/** What of these can't be bought at this moment, in words; null if all of it can. */
export async function unsoldWords(trx: Trx, ids: readonly string[], now: Date): Promise<string | null> {
  const known = await trx
    .selectFrom('store_product')
    .select(['id', 'title', soldAt(now).as('isSold')])
    .where('id', 'in', ids)
    .execute();
  const sold = new Set(known.filter(({ isSold }) => isSold).map(({ id }) => id));
  const gone = ids.filter((id) => !sold.has(id));
  const [title] = known.filter(({ id }) => gone.includes(id)).map((product) => product.title);
  if (gone.length === 0) return null;
  const what = gone.length === 1 && title !== undefined ? `${title} isn’t` : 'Something in your cart isn’t';
  return `${what} sold at the moment. Nothing was charged. Review your cart.`;
}

function changedWords({ lines }: Quote): string {
  const [line] = lines.filter(({ state }) => state === 'changed');
  return line
    ? `${line.title} now costs ${formatMoney(line.unitCents)}, not ${formatMoney(line.seenCents ?? line.unitCents)}. Nothing was charged. Accept the new price, then continue.`
    : 'Your cart is empty.';
}
