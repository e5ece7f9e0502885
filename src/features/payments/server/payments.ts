import { Problem } from '#base/problem.ts';
import type { AnyTransaction } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import { centsOf } from '../rules/amount.ts';
import { nextCheck } from '../rules/checks.ts';
import type { PaymentState } from '../rules/contract.ts';
import { createBegin, requestId } from './begin.ts';
import type { BeginPayment } from './order-body.ts';
import type { PaymentHandler } from './handler.ts';
import { createPayPalClient, NoAnswer, type PayPalClient, Refused } from './paypal/client.ts';
import { orderShape } from './paypal/shapes.ts';
import { createSignatureCheck } from './paypal/signature.ts';
import { paymentsMode } from './in-the-browser.ts';
import { type Move, movesOf, referencesOf } from './moves.ts';
import { createNotices, type TakeNotice } from './notices.ts';
import { createRecorder } from './record.ts';
import { createRefunds } from './refunds.ts';
import type { PaymentTables } from './tables.ts';

type Outcome = { state: PaymentState | 'unknown'; reference: string };

export interface Payments {
  mode: 'emulator' | 'paypal' | 'off';
  /** Begun twice it is the same order. Throws a Problem: `conflict` (other price), `unavailable` (off, no answer). */
  begin(payment: BeginPayment): Promise<{ providerOrderId: string }>;
  /** Takes the money of an approved order; asked any number of times it is taken once. */
  capture(providerOrderId: string): Promise<Outcome>;
  /** Gives money back; `cents` null: all that is left. Throws while another refund is under way: this one is not done. */
  refund(
    reference: string,
    cents: number | null,
    reason: string,
    by?: string,
  ): Promise<{ refundedCents: number }>;
  /** The same for all of it, in a transaction: it goes back once that is committed, however long the provider takes. */
  refundLater(trx: AnyTransaction, reference: string, reason: string): Promise<void>;
  state(reference: string): Promise<PaymentState | null>;
  /** What was paid or refunded under this ID of the provider's, whichever of its IDs that is. */
  referencesOf(providerId: string): Promise<string[]>;
  /** Every movement of its money, the oldest first. */
  moves(reference: string): Promise<Move[]>;
  /** Reads the order at the provider and writes down what it says; an approved one is captured. */
  look(providerOrderId: string, parts?: { mayCapture?: boolean }): Promise<Outcome | null>;
  /** A notice as it came in: false when it is not the provider's own. */
  notice: TakeNotice;
  /** Sends again what was asked for without an answer. */
  retryRefunds(): Promise<void>;
  /** For what is no one-time payment: subscriptions. Null when payments are off. */
  provider: PayPalClient | null;
  /** What is sold hears of its payments from here on: each feature that takes money, once, at the start. */
  tell(handler: PaymentHandler): void;
}

export function createPayments(platform: Platform): Payments {
  const handlers: PaymentHandler[] = [];
  const { db, clock, config } = platform;
  const settings = config.paypal;
  const client = settings ? createPayPalClient(settings, clock) : null;
  const tables = () => db.tables<PaymentTables>();
  const handlerOf = (kind: string) => handlers.find((handler) => handler.kind === kind);
  const { record } = createRecorder(platform, handlerOf);
  const under = new Map<string, Promise<Outcome>>();

  function provider(): PayPalClient {
    if (client) return client;
    throw new Problem(
      'unavailable',
      'Payments aren’t available yet. Nothing was charged. Contact us if you want to pay.',
    );
  }

  const rowOf = async (orderId: string) =>
    (await tables()
      .selectFrom('payment')
      .selectAll()
      .where('provider_order_id', '=', orderId)
      .executeTakeFirst()) ??
    tables()
      .selectFrom('payment')
      .innerJoin('payment_former_order as former', 'former.payment_id', 'payment.id')
      .where('former.provider_order_id', '=', orderId)
      .selectAll('payment')
      .executeTakeFirst();

  const read = (orderId: string) =>
    provider().call(`/v2/checkout/orders/${encodeURIComponent(orderId)}`, { answer: orderShape });

  /** One call at a time for an order in this process; between processes the request id and the unique row decide. */
  function capture(orderId: string): Promise<Outcome> {
    const running = under.get(orderId);
    if (running) return running;
    const run = captureOnce(orderId).finally(() => under.delete(orderId));
    under.set(orderId, run);
    return run;
  }

  async function captureOnce(orderId: string): Promise<Outcome> {
    const row = await rowOf(orderId);
    if (!row) throw new Problem('not_found', 'We can’t find this payment. Nothing was charged.');
    if (row.state !== 'open' && row.state !== 'declined')
      return { state: row.state, reference: row.reference };
    if (row.provider_order_id !== orderId)
      throw new Problem('conflict', 'This was changed in another window. Nothing was charged. Pay there.');
    try {
      await handlerOf(row.kind)?.mayCapture?.({ reference: row.reference, totalCents: row.total_cents });
    } catch (error) {
      // "Nothing was charged" is true for good: a notice that comes again, or a look of ours, would take later what was
      // approved for this moment. Who still wants it approves it anew.
      if (error instanceof Problem && error.code === 'conflict') await expire(orderId, row.reference);
      throw error;
    }
    return take(orderId, row.reference, row.declines);
  }

  async function take(orderId: string, reference: string, declines: number): Promise<Outcome> {
    try {
      const order = await provider().call(`/v2/checkout/orders/${encodeURIComponent(orderId)}/capture`, {
        method: 'POST',
        requestId: requestId('take', `${orderId}:${declines}`),
        body: {},
        answer: orderShape,
      });
      return (await record(order)) ?? { state: 'unknown', reference };
    } catch (error) {
      if (error instanceof Refused) return afterRefusal(orderId, reference, declines, error);
      if (!(error instanceof NoAnswer)) throw error;
      // Perhaps it was taken: the order itself knows.
      return (
        (await look(orderId, { mayCapture: false }).catch(() => null)) ?? { state: 'unknown', reference }
      );
    }
  }

  async function afterRefusal(
    orderId: string,
    reference: string,
    declines: number,
    { issue }: Refused,
  ): Promise<Outcome> {
    if (issue === 'ORDER_ALREADY_CAPTURED')
      return (await look(orderId, { mayCapture: false })) ?? { state: 'unknown', reference };
    if (['INSTRUMENT_DECLINED', 'TRANSACTION_REFUSED', 'PAYER_CANNOT_PAY', 'CARD_EXPIRED'].includes(issue))
      return decline(orderId, reference);
    if (issue === 'RESOURCE_NOT_FOUND' || issue === 'INVALID_RESOURCE_ID') return expire(orderId, reference);
    // A notice may have been faster than the buyer's page, and heard the refusal in its place.
    if (issue === 'ORDER_NOT_APPROVED') return { state: declines > 0 ? 'declined' : 'open', reference };
    throw asWords(new Refused(422, issue), 'capture');
  }

  /** The order stays good: its buyer may approve it again with another card. */
  async function decline(orderId: string, reference: string): Promise<Outcome> {
    await tables()
      .updateTable('payment')
      .set((row) => ({ declines: row('declines', '+', 1) }))
      .where('provider_order_id', '=', orderId)
      .execute();
    return { state: 'declined', reference };
  }

  async function expire(orderId: string, reference: string): Promise<Outcome> {
    await tables()
      .updateTable('payment')
      .set({ state: 'expired', check_at: null, updated_at: clock.now() })
      .where('provider_order_id', '=', orderId)
      .where('state', 'in', ['open', 'declined'])
      .execute();
    return { state: 'expired', reference };
  }

  /** An order of ours whose making was never answered: it says itself what it is for. */
  async function adopt(orderId: string) {
    const [unit] = (await read(orderId).catch(() => null))?.purchase_units ?? [];
    if (!unit?.custom_id || !unit.amount) return undefined;
    const { numUpdatedRows } = await tables()
      .updateTable('payment')
      .set({
        provider_order_id: orderId,
        payee: unit.payee?.merchant_id ?? null,
        state: 'open',
        checks: 0,
        check_at: nextCheck('open', 0, clock.now()),
      })
      .where('reference', '=', unit.custom_id)
      .where('provider_order_id', 'is', null)
      .where('state', 'in', ['open', 'expired'])
      .where('total_cents', '=', centsOf(unit.amount.value) ?? 0)
      .executeTakeFirst();
    return numUpdatedRows > 0n ? rowOf(orderId) : undefined;
  }

  async function look(
    orderId: string,
    { mayCapture = true }: { mayCapture?: boolean } = {},
  ): Promise<Outcome | null> {
    const row = (await rowOf(orderId)) ?? (await adopt(orderId));
    if (!row) return null;
    try {
      const order = await read(orderId);
      if (mayCapture && order.status === 'APPROVED' && row.provider_order_id === orderId)
        return await capture(orderId);
      return await record(order);
    } catch (error) {
      if (error instanceof Refused && error.status === 404) return expire(orderId, row.reference);
      throw error;
    }
  }

  function asWords(error: unknown, task: string): unknown {
    if (!(error instanceof Refused) && !(error instanceof NoAnswer)) return error;
    platform.log.warn('payments: a call to the provider failed', { task, reason: error.message });
    return new Problem(
      'unavailable',
      error instanceof NoAnswer
        ? 'PayPal isn’t responding. Nothing was charged. Try again in a moment.'
        : 'PayPal declined this payment. Nothing was charged. Contact us if it keeps happening.',
    );
  }

  const begin = createBegin(platform, { provider, asWords });
  const refunds = createRefunds(platform, { provider, look, requestId });
  const isGenuine = settings ? createSignatureCheck(settings, clock) : async () => false;

  return {
    mode: paymentsMode(config),
    provider: client,
    tell: (handler) => void handlers.push(handler),
    begin,
    capture,
    look,
    refund: (reference, cents, reason, by) => refunds.refund({ reference, cents, reason, by }),
    refundLater: refunds.later,
    retryRefunds: refunds.retry,
    notice: createNotices(platform, { provider, look, isGenuine, handlers }),
    moves: (reference) => movesOf(db, reference),
    referencesOf: (providerId) => referencesOf(db, providerId),
    async state(reference) {
      const row = await tables()
        .selectFrom('payment')
        .select('state')
        .where('reference', '=', reference)
        .executeTakeFirst();
      return row?.state ?? null;
    },
  };
}
