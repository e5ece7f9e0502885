import { randomBytes } from 'node:crypto';
import { ApiError, invalid, unprocessable } from './api-error.ts';
import { assertOrder, assertRefund, minorUnits, type Money, patched, readMoney } from './order-rules.ts';
import type { Webhooks } from './webhooks.ts';

interface Capture {
  id: string;
  status: string;
  amount: Money;
  custom_id?: string;
  invoice_id?: string;
  /** Why money is held back. */
  status_details?: { reason: string };
  final_capture: true;
  create_time: string;
  supplementary_data: { related_ids: { order_id: string } };
}
interface Refund {
  id: string;
  status: 'COMPLETED';
  amount: Money;
  invoice_id?: string;
  custom_id?: string;
  note_to_payer?: string;
  create_time: string;
  links: { href: string; rel: string; method: string }[];
}
interface Unit {
  reference_id?: string;
  custom_id?: string;
  invoice_id?: string;
  amount: Money;
  payee: { merchant_id: string };
  payments?: { captures: Capture[]; refunds: Refund[] };
}
export interface Order {
  id: string;
  status: 'CREATED' | 'APPROVED' | 'COMPLETED';
  intent: 'CAPTURE';
  create_time: string;
  purchase_units: Unit[];
  payer?: object;
  application_context?: { return_url?: string; cancel_url?: string };
  links: { href: string; rel: string; method: string }[];
}

/** What the next capture of an order becomes. */
export type CaptureOutcome = 'COMPLETED' | 'PENDING' | 'DECLINED' | 'INSTRUMENT_DECLINED';

export const newId = (): string => randomBytes(9).toString('hex').slice(0, 17).toUpperCase();
const merchant = 'EMULATORMERCHANT';

/** Orders v2 with captures and refunds, as far as a shop uses them. */
export function createOrders(webhooks: Webhooks, now: () => Date, origin: () => string) {
  const orders = new Map<string, Order>();
  const outcomes = new Map<string, CaptureOutcome>();
  const refunds = new Map<string, Refund>();
  /** By the number of its invoice, the order that was paid. */
  const paid = new Map<string, string>();
  const refundNumbers = new Set<string>();
  let tamper: { value?: string; currency?: string; payee?: string } | null = null;

  const find = (id: string): Order => {
    const order = orders.get(id);
    if (!order) throw new ApiError(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID');
    return order;
  };
  const unitOf = (order: Order): Unit => {
    const unit = order.purchase_units[0];
    if (!unit) throw invalid('MISSING_REQUIRED_PARAMETER');
    return unit;
  };
  /** The number of an invoice that was paid is nobody else's any more. */
  const assertUnpaid = (id: string, { invoice_id: invoice }: Unit) => {
    const by = invoice === undefined ? undefined : paid.get(invoice);
    if (by !== undefined && by !== id)
      throw unprocessable('DUPLICATE_INVOICE_ID', { field: '/purchase_units/0/invoice_id', value: invoice });
  };
  function findCapture(id: string): { order: Order; unit: Unit; capture: Capture } {
    for (const order of orders.values()) {
      const unit = unitOf(order);
      const capture = unit.payments?.captures.find((each) => each.id === id);
      if (capture) return { order, unit, capture };
    }
    throw new ApiError(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID');
  }
  const emitCapture = (type: string, capture: Capture) =>
    webhooks.emit(`PAYMENT.CAPTURE.${type}`, 'capture', capture);

  return {
    orders,

    create(body: Record<string, unknown>): Order {
      assertOrder(body);
      const [unit] = body['purchase_units'] as [Unit];
      const context = body['application_context'] as Order['application_context'];
      assertUnpaid('', unit);
      const id = newId();
      const order: Order = {
        id,
        status: 'CREATED',
        intent: 'CAPTURE',
        create_time: now().toISOString(),
        purchase_units: [{ reference_id: 'default', ...unit, payee: { merchant_id: merchant } }],
        ...(context && { application_context: context }),
        links: [
          { href: `${origin()}/v2/checkout/orders/${id}`, rel: 'self', method: 'GET' },
          { href: `${origin()}/checkoutnow?token=${id}`, rel: 'approve', method: 'GET' },
          { href: `${origin()}/v2/checkout/orders/${id}`, rel: 'update', method: 'PATCH' },
          { href: `${origin()}/v2/checkout/orders/${id}/capture`, rel: 'capture', method: 'POST' },
        ],
      };
      orders.set(order.id, order);
      return order;
    },

    find,
    findCapture: (id: string) => findCapture(id).capture,

    /** Changed before it is paid. */
    patch(id: string, operations: unknown): void {
      const order = find(id);
      if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_COMPLETED');
      order.purchase_units = [patched(unitOf(order) as never, operations) as never];
    },

    /** What the buyer does in the window. */
    approve(id: string, outcome?: CaptureOutcome): void {
      const order = find(id);
      if (order.status === 'COMPLETED') return;
      order.status = 'APPROVED';
      order.payer = {
        payer_id: 'EMULATORBUYER',
        email_address: 'buyer@example.com',
        name: { given_name: 'Bo', surname: 'Buyer' },
        address: { country_code: 'US' },
      };
      if (outcome) outcomes.set(id, outcome);
      webhooks.emit('CHECKOUT.ORDER.APPROVED', 'checkout-order', order);
    },

    capture(id: string): Order {
      const order = find(id);
      const unit = unitOf(order);
      if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_CAPTURED');
      if (order.status !== 'APPROVED') throw unprocessable('ORDER_NOT_APPROVED');
      assertUnpaid(id, unit);
      const outcome = outcomes.get(id) ?? 'COMPLETED';
      outcomes.delete(id);
      if (outcome === 'INSTRUMENT_DECLINED') {
        order.status = 'CREATED';
        throw unprocessable('INSTRUMENT_DECLINED');
      }
      if (tamper) {
        unit.payee = { merchant_id: tamper.payee ?? merchant };
      }
      const amount = {
        currency_code: tamper?.currency ?? unit.amount.currency_code,
        value: tamper?.value ?? unit.amount.value,
      };
      const capture: Capture = {
        id: newId(),
        status: outcome,
        amount,
        final_capture: true,
        create_time: now().toISOString(),
        supplementary_data: { related_ids: { order_id: id } },
        ...(unit.custom_id !== undefined && { custom_id: unit.custom_id }),
        ...(unit.invoice_id !== undefined && { invoice_id: unit.invoice_id }),
        ...(outcome === 'PENDING' && { status_details: { reason: 'PENDING_REVIEW' } }),
      };
      unit.payments = { captures: [capture], refunds: [] };
      order.status = 'COMPLETED';
      if (unit.invoice_id !== undefined) paid.set(unit.invoice_id, id);
      emitCapture(outcome, capture);
      return order;
    },

    /** A capture that was held back is decided. */
    decide(captureId: string, status: 'COMPLETED' | 'DENIED'): void {
      const { capture } = findCapture(captureId);
      capture.status = status === 'DENIED' ? 'DECLINED' : status;
      delete capture.status_details;
      emitCapture(status, capture);
    },

    refund(captureId: string, body: Record<string, unknown>): Refund {
      const { unit, capture } = findCapture(captureId);
      const payments = unit.payments ?? { captures: [], refunds: [] };
      assertRefund(body);
      if (capture.status === 'PENDING') throw unprocessable('PENDING_CAPTURE');
      if (capture.status === 'DECLINED') throw unprocessable('REFUND_NOT_ALLOWED');
      const back = payments.refunds.reduce((sum, each) => sum + minorUnits(each.amount), 0);
      const left = capture.status === 'REFUNDED' ? 0 : minorUnits(capture.amount) - back;
      if (left === 0) throw unprocessable('CAPTURE_FULLY_REFUNDED');
      const { currency_code } = capture.amount;
      const amount = body['amount'] === undefined ? null : readMoney(body['amount'], '/amount');
      if (amount && amount.currency_code !== currency_code)
        throw unprocessable('REFUND_CAPTURE_CURRENCY_MISMATCH', { field: '/amount/currency_code' });
      const wanted = amount ? minorUnits(amount) : left;
      if (wanted < 1) throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE', { field: '/amount/value' });
      if (wanted > left) throw unprocessable('REFUND_AMOUNT_EXCEEDED', { field: '/amount/value' });
      const { invoice_id, custom_id, note_to_payer } = body as Partial<Refund>;
      if (invoice_id !== undefined && refundNumbers.has(invoice_id))
        throw unprocessable('DUPLICATE_INVOICE_ID', { field: '/invoice_id', value: invoice_id });
      const id = newId();
      const refund: Refund = {
        id,
        status: 'COMPLETED',
        amount: { currency_code, value: (wanted / 100).toFixed(2) },
        ...(invoice_id !== undefined && { invoice_id }),
        ...(custom_id !== undefined && { custom_id }),
        ...(note_to_payer !== undefined && { note_to_payer }),
        create_time: now().toISOString(),
        links: [
          { href: `${origin()}/v2/payments/refunds/${id}`, rel: 'self', method: 'GET' },
          { href: `${origin()}/v2/payments/captures/${captureId}`, rel: 'up', method: 'GET' },
        ],
      };
      refunds.set(id, refund);
      if (invoice_id !== undefined) refundNumbers.add(invoice_id);
      payments.refunds.push(refund);
      capture.status = wanted === left ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
      webhooks.emit('PAYMENT.CAPTURE.REFUNDED', 'refund', refund);
      return refund;
    },

    findRefund(id: string): Refund {
      const refund = refunds.get(id);
      if (!refund) throw new ApiError(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID');
      return refund;
    },

    /** The buyer's bank takes it back. */
    reverse(captureId: string): void {
      const { capture } = findCapture(captureId);
      capture.status = 'REFUNDED';
      emitCapture('REVERSED', capture);
    },

    /** Of the next captures: another amount, currency or payee than was asked for. */
    setTamper(next: typeof tamper): void {
      tamper = next;
    },
  };
}
