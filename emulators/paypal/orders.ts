import { randomBytes } from 'node:crypto';
import { ApiError } from './api-error.ts';
import type { Webhooks } from './webhooks.ts';

interface Money {
  currency_code: string;
  value: string;
}
interface Capture {
  id: string;
  status: string;
  amount: Money;
  custom_id?: string;
  final_capture: true;
  create_time: string;
  supplementary_data: { related_ids: { order_id: string } };
}
interface Refund {
  id: string;
  status: string;
  amount: Money;
  invoice_id?: string;
  links: { href: string; rel: string; method: string }[];
}
interface Unit {
  reference_id?: string;
  custom_id?: string;
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
const cents = (money: Money): number => Math.round(Number(money.value) * 100);
const merchant = 'EMULATORMERCHANT';

/** Orders v2 with captures and refunds, as far as a shop uses them. */
export function createOrders(webhooks: Webhooks, now: () => Date, origin: () => string) {
  const orders = new Map<string, Order>();
  const outcomes = new Map<string, CaptureOutcome>();
  let tamper: { value?: string; currency?: string; payee?: string } | null = null;

  const find = (id: string): Order => {
    const order = orders.get(id);
    if (!order) throw new ApiError(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID');
    return order;
  };
  const unitOf = (order: Order): Unit => {
    const unit = order.purchase_units[0];
    if (!unit) throw new ApiError(400, 'INVALID_REQUEST', 'MISSING_REQUIRED_PARAMETER');
    return unit;
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

    create(
      body: Partial<Pick<Order, 'purchase_units' | 'application_context'>> & { intent?: string },
    ): Order {
      const unit = body.purchase_units?.[0];
      if (body.intent !== 'CAPTURE' || !unit || !/^\d+\.\d{2}$/.test(unit.amount?.value ?? ''))
        throw new ApiError(400, 'INVALID_REQUEST', 'INVALID_PARAMETER_VALUE');
      const id = newId();
      const order: Order = {
        id,
        status: 'CREATED',
        intent: 'CAPTURE',
        create_time: now().toISOString(),
        purchase_units: [{ ...unit, payee: { merchant_id: merchant } }],
        ...(body.application_context && { application_context: body.application_context }),
        links: [
          { href: `${origin()}/v2/checkout/orders/${id}`, rel: 'self', method: 'GET' },
          { href: `${origin()}/checkoutnow?token=${id}`, rel: 'approve', method: 'GET' },
        ],
      };
      orders.set(order.id, order);
      return order;
    },

    find,
    findCapture: (id: string) => findCapture(id).capture,

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
      if (order.status === 'COMPLETED')
        throw new ApiError(422, 'UNPROCESSABLE_ENTITY', 'ORDER_ALREADY_CAPTURED');
      if (order.status !== 'APPROVED') throw new ApiError(422, 'UNPROCESSABLE_ENTITY', 'ORDER_NOT_APPROVED');
      const outcome = outcomes.get(id) ?? 'COMPLETED';
      outcomes.delete(id);
      if (outcome === 'INSTRUMENT_DECLINED') {
        order.status = 'CREATED';
        throw new ApiError(422, 'UNPROCESSABLE_ENTITY', 'INSTRUMENT_DECLINED');
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
      };
      unit.payments = { captures: [capture], refunds: [] };
      order.status = 'COMPLETED';
      emitCapture(outcome, capture);
      return order;
    },

    /** A capture that was held back is decided. */
    decide(captureId: string, status: 'COMPLETED' | 'DENIED'): void {
      const { capture } = findCapture(captureId);
      capture.status = status === 'DENIED' ? 'DECLINED' : status;
      emitCapture(status, capture);
    },

    refund(captureId: string, body: { amount?: Money; invoice_id?: string }): Refund {
      const { unit, capture } = findCapture(captureId);
      const payments = unit.payments ?? { captures: [], refunds: [] };
      const back = payments.refunds.reduce((sum, each) => sum + cents(each.amount), 0);
      const left = cents(capture.amount) - back;
      const wanted = body.amount ? cents(body.amount) : left;
      if (left === 0) throw new ApiError(422, 'UNPROCESSABLE_ENTITY', 'CAPTURE_FULLY_REFUNDED');
      if (wanted > left || wanted < 1)
        throw new ApiError(422, 'UNPROCESSABLE_ENTITY', 'REFUND_AMOUNT_EXCEEDED');
      const refund: Refund = {
        id: newId(),
        status: 'COMPLETED',
        amount: { currency_code: 'USD', value: (wanted / 100).toFixed(2) },
        ...(body.invoice_id !== undefined && { invoice_id: body.invoice_id }),
        links: [{ href: `${origin()}/v2/payments/captures/${captureId}`, rel: 'up', method: 'GET' }],
      };
      payments.refunds.push(refund);
      capture.status = wanted === left ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
      webhooks.emit('PAYMENT.CAPTURE.REFUNDED', 'refund', refund);
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
