import { Problem } from '#base/problem.ts';
import type { Done } from '#platform/server/desk.ts';
import { orderNumber } from '../../rules/order-number.ts';
import { takesVatId, readVatId, writeVatId } from '../../rules/vat-id.ts';
import type { OrdersContext } from './context.ts';
import { correctedInvoice, orderMail } from './mails.ts';
import { nextNumber } from './numbers.ts';
import { orderAddress } from './payment-context.ts';
import { buyerOf, correctionsOf, type Order } from './read.ts';
import { sellerLines } from './record-payment.ts';
import type { CorrectionTable, InvoiceBuyer, OrderTables } from './tables.ts';
import { money } from './words.ts';

/** Why there is nothing to correct, in words; null where there is. */
export function incorrigible(order: Order): string | null {
  if (order.source !== 'hub') return `It was sold at ${order.source}, and so was its invoice.`;
  if (order.invoice_number === null || order.paid_at === null)
    return 'It has no invoice: nothing was paid for it.';
  if (order.refunded_cents >= order.total_cents)
    return `It was refunded in full: its credit notes cancel invoice ${order.invoice_number} already, so there is nothing left to correct.`;
  return null;
}

export interface Corrected {
  name: string;
  /** One line below the other. */
  address: string;
  vatId: string;
  reason: string;
  /** The invoice that was looked at when this was typed; another one by now, and nothing happens. */
  was: string | undefined;
  isSent: boolean;
  by: string | undefined;
}

/**
 * Other words about the buyer, on an invoice that was issued: it is cancelled by a credit note, and a new one says it
 * right. No money moves, and the tax stays as it was charged.
 */
export async function correctInvoice(context: OrdersContext, order: Order, asked: Corrected): Promise<Done> {
  const buyer = await buyerIn(context, order, asked);
  const { db, clock, mail } = context.platform;
  const reason = asked.reason.replaceAll('\0', '').trim();
  if (reason.length > 300) throw atField('reason', 'Up to 300 characters fit here.');
  return db.transaction<OrderTables, Done>(async (trx) => {
    // Whoever comes second finds another invoice than the one they saw.
    const held = await trx
      .selectFrom('store_order')
      .selectAll()
      .where('id', '=', order.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const why = incorrigible(held);
    if (why !== null || held.invoice_number === null) throw new Problem('conflict', why ?? '');
    const before = buyerOf(held);
    if (JSON.stringify(buyer) === JSON.stringify(before))
      return { words: 'Nothing was changed.', after: { changed: 'nothing' } };
    if (asked.was !== undefined && asked.was !== held.invoice_number)
      throw new Problem(
        'conflict',
        `Nothing was changed. Meanwhile somebody else corrected it: invoice ${held.invoice_number} replaces ${asked.was}. Look at it first.`,
      );
    const now = clock.now();
    const earlier = await correctionsOf(trx, [held.id]);
    const correction: CorrectionTable = {
      order_id: held.id,
      position: earlier.length + 1,
      number: await nextNumber(trx, 'invoice', now),
      replaces: held.invoice_number,
      credit_number: await nextNumber(trx, 'credit', now),
      cents: held.total_cents - held.refunded_cents,
      refunded_before: held.refunded_cents,
      buyer_before: before,
      seller: { lines: sellerLines(context.platform) },
      reason,
      asked_by: asked.by ?? null,
      issued_at: now,
    };
    await trx
      .insertInto('store_correction')
      .values({
        ...correction,
        buyer_before: JSON.stringify(before),
        seller: JSON.stringify(correction.seller),
      })
      .execute();
    await trx
      .updateTable('store_order')
      .set({
        invoice_number: correction.number,
        buyer_name: buyer.name,
        buyer_address: buyer.address,
        vat_id: buyer.vatId,
        ...(buyer.vatId === null && { vat_state: 'none' as const }),
      })
      .where('id', '=', held.id)
      .execute();
    if (asked.isSent) {
      const address = orderAddress(context.platform, context.links, held);
      await mail.send(
        trx,
        orderMail(held.email, `corrected:${correction.number}`, correctedInvoice(held, correction, address)),
      );
    }
    const sent = asked.isSent ? ` ${held.email} is told by email.` : '';
    return {
      words: `Invoice ${correction.number} replaces ${correction.replaces}, which credit note ${correction.credit_number} cancels (${money(correction.cents)}).${sent}`,
      before: { invoice: correction.replaces, ...before },
      after: {
        invoice: correction.number,
        creditNote: correction.credit_number,
        ...buyer,
        sent: asked.isSent ? held.email : 'no',
      },
    };
  });
}

async function buyerIn(
  { vat }: OrdersContext,
  order: Order,
  { name, address, vatId }: Corrected,
): Promise<InvoiceBuyer> {
  const clean = (text: string) => text.replaceAll('\0', '').toWellFormed().trim();
  const lines = clean(address)
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter(Boolean);
  if (clean(name).length > 200) throw atField('name', 'Up to 200 characters fit here.');
  if (lines.length > 8 || lines.some((line) => line.length > 100))
    throw atField('address', 'Up to 8 lines of up to 100 characters fit here.');
  const typed = clean(vatId);
  const buyer = { name: clean(name), address: lines.join('\n') };
  if (typed === '') {
    if (order.reverse_charge)
      throw atField('vatId', 'This invoice is without tax because of its VAT ID. It can’t be without one.');
    return { ...buyer, vatId: null };
  }
  if (!takesVatId(order.country)) throw atField('vatId', `A VAT ID doesn’t go with ${order.country}.`);
  const read = readVatId(typed, order.country);
  if (!read) throw atField('vatId', `This isn’t how a VAT ID of ${order.country} is written.`);
  const written = writeVatId(read);
  if (written !== order.vat_id && (await vat(typed, order.country)) === 'invalid')
    throw atField('vatId', 'The official service doesn’t know this VAT ID.');
  return { ...buyer, vatId: written };
}

const atField = (field: string, words: string) =>
  new Problem('bad_request', `Nothing was changed. ${words}`, { fields: { [field]: words } });

/** What is said before anybody does it. */
export const correctionWords = (order: Order): string =>
  `Invoice ${order.invoice_number} of order ${orderNumber(order.id)} is cancelled by a credit note, and a new invoice with the next number says it right. No money moves, and the tax stays as it was charged: refund what was too much.`;
