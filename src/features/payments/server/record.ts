import { type Selectable, sql, type Transaction } from 'kysely';
import { newId } from '#base/id.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { PaymentState } from '../rules/contract.ts';
import { centsOf, providerAmount } from '../rules/amount.ts';
import { nextCheck } from '../rules/checks.ts';
import type { PaymentHandler } from './handler.ts';
import type { CaptureShape, OrderShape } from './paypal/shapes.ts';
import { sendBack, tellOwner } from './paid-twice.ts';
import type { PaymentTables } from './tables.ts';

type Row = Selectable<PaymentTables['payment']>;
type Capture = PaymentTables['payment_capture'];
type Trx = Transaction<PaymentTables>;

/** The way by which money is written down, whoever brings the news: page, notice or reconciling job. */
export function createRecorder(
  platform: Pick<Platform, 'db' | 'clock' | 'log' | 'mail' | 'config' | 'site'>,
  handlerOf: (kind: string) => PaymentHandler | undefined,
) {
  const { db, clock, log } = platform;

  async function lock(trx: Trx, orderId: string): Promise<Row | undefined> {
    const { rows } = await sql<{ id: string }>`
      select id from payment where provider_order_id = ${orderId}
      union all select payment_id from payment_former_order where provider_order_id = ${orderId}
      limit 1`.execute(trx);
    const id = rows[0]?.id;
    if (id === undefined) return undefined;
    return trx.selectFrom('payment').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  }

  /** Brings what we keep in line with an order as the provider shows it now. Said twice it changes nothing. */
  async function record(order: OrderShape): Promise<{ state: PaymentState; reference: string } | null> {
    return db.transaction<PaymentTables, { state: PaymentState; reference: string } | null>(async (trx) => {
      const payment = await lock(trx, order.id);
      if (!payment) return null;
      const unit = order.purchase_units?.[0];
      for (const capture of unit?.payments?.captures ?? [])
        await takeCapture(trx, payment, order, capture, unit?.payee?.merchant_id);
      for (const refund of unit?.payments?.refunds ?? []) await takeRefund(trx, payment, order.id, refund);
      for (const capture of unit?.payments?.captures ?? [])
        await takeReversal(trx, payment, order.id, capture);
      const state = await settle(trx, payment);
      return { state, reference: payment.reference };
    });
  }

  async function takeCapture(
    trx: Trx,
    payment: Row,
    order: OrderShape,
    capture: CaptureShape,
    payee: string | undefined,
  ): Promise<void> {
    const state = await stateOf(trx, payment, order.id, capture, payee);
    const why = state === 'pending' ? (capture.status_details?.reason?.slice(0, 100) ?? null) : null;
    const { rows } = await sql<{ former: string | null }>`
      with old as (select state from payment_capture where capture_id = ${capture.id})
      insert into payment_capture (provider_order_id, capture_id, payment_id, cents, state, at, held_reason)
      values (${order.id}, ${capture.id}, ${payment.id}, ${centsOf(capture.amount.value) ?? 0}, ${state}, ${clock.now()}, ${why})
      on conflict (provider_order_id, capture_id) do update set state = excluded.state
        where payment_capture.state = 'pending' and excluded.state <> 'pending'
      returning (select state from old) as former`.execute(trx);
    const isNews = rows.length > 0;
    if (!isNews) return;
    if (state === 'mismatch') {
      log.error('payments: the captured amount differs from the amount requested', {
        payment: payment.id,
        capture: capture.id,
      });
      await tellOwner(platform, trx, {
        key: `mismatch:${capture.id}`,
        subject: `PayPal charged a different amount: ${payment.reference}`,
        words: `It counts as unpaid and nothing was delivered. Requested: ${providerAmount(payment.total_cents)} ${payment.currency}; charged: ${capture.amount.value} ${capture.amount.currency_code}. Check it at PayPal, and refund it there if it’s wrong.`,
        reference: payment.reference,
      });
    }
    if (state === 'duplicate')
      await sendBack(platform, trx, {
        paymentId: payment.id,
        reference: payment.reference,
        description: payment.description,
        captureId: capture.id,
        cents: centsOf(capture.amount.value) ?? 0,
        buyer: payment.payer_email ?? order.payer?.email_address ?? null,
      });
    if (state === 'declined')
      await handlerOf(payment.kind)?.declined?.(trx, { id: payment.id, reference: payment.reference });
    if (state === 'pending')
      await handlerOf(payment.kind)?.held?.(trx, { id: payment.id, reference: payment.reference, why });
    if (state !== 'paid') return;
    const { payer } = order;
    const name = [payer?.name?.given_name, payer?.name?.surname].filter(Boolean).join(' ');
    await handlerOf(payment.kind)?.paid(trx, {
      id: payment.id,
      kind: payment.kind,
      reference: payment.reference,
      providerOrderId: order.id,
      captureId: capture.id,
      cents: payment.total_cents,
      currency: payment.currency,
      payer: {
        email: payer?.email_address ?? null,
        name: name || null,
        country: payer?.address?.country_code ?? null,
      },
      paidAt: clock.now(),
    });
    if (payment.payer_email === null && payer?.email_address)
      await trx
        .updateTable('payment')
        .set({ payer_email: payer.email_address })
        .where('id', '=', payment.id)
        .execute();
  }

  /** One thing is paid once: what comes beside that, or for a former price, is money to give back. */
  async function stateOf(
    trx: Trx,
    payment: Row,
    orderId: string,
    { id, amount, status }: CaptureShape,
    payee: string | undefined,
  ): Promise<Capture['state']> {
    const isOurs =
      amount.currency_code === payment.currency &&
      (payment.payee === null || payee === undefined || payee === payment.payee);
    const state = stateOfCapture(status);
    const fits = isOurs && centsOf(amount.value) === payment.total_cents;
    const isFormer = orderId !== payment.provider_order_id;
    if (!fits && !(isOurs && isFormer)) return 'mismatch';
    if (state !== 'paid') return state;
    const other = await trx
      .selectFrom('payment_capture')
      .select('capture_id')
      .where('payment_id', '=', payment.id)
      .where('capture_id', '<>', id)
      .where('state', '=', 'paid')
      .executeTakeFirst();
    return fits && !other ? 'paid' : 'duplicate';
  }

  async function takeRefund(
    trx: Trx,
    payment: Row,
    orderId: string,
    refund: { id: string; status: string; amount: { value: string }; invoice_id?: string | undefined },
  ): Promise<void> {
    const cents = centsOf(refund.amount.value);
    if (refund.status !== 'COMPLETED' || !cents) return;
    const known = await trx
      .selectFrom('payment_refund')
      .select('id')
      .where('provider_refund_id', '=', refund.id)
      .where('state', '=', 'done')
      .executeTakeFirst();
    if (known) return;
    // One that we asked for carries our own id.
    const asked = await trx
      .updateTable('payment_refund')
      .set({ state: 'done', provider_refund_id: refund.id })
      .where('id', '=', refund.invoice_id ?? '')
      .where('payment_id', '=', payment.id)
      .returning(['reason'])
      .executeTakeFirst();
    if (!asked) await addRefund(trx, payment, orderId, refund.id, cents, 'provider');
    // What was paid twice was told of when it was found, and changes nothing about what is bought.
    if ((await keptOf(trx, orderId))?.state === 'duplicate') return;
    await tellRefund(trx, payment, refund.id, cents, asked ? 'hub' : 'provider', asked?.reason ?? null);
  }

  /** A bank takes money back without a refund of anybody's: the capture alone says so. */
  async function takeReversal(trx: Trx, payment: Row, orderId: string, capture: CaptureShape): Promise<void> {
    if (capture.status !== 'REFUNDED' || (await keptOf(trx, orderId))?.state !== 'paid') return;
    const cents = payment.total_cents - (await refundedCents(trx, payment.id));
    if (cents <= 0) return;
    const id = `reversed-${capture.id}`;
    await addRefund(trx, payment, orderId, id, cents, 'reversed');
    await tellRefund(trx, payment, id, cents, 'reversed', null);
  }

  const keptOf = (trx: Trx, orderId: string) =>
    trx
      .selectFrom('payment_capture')
      .select(['capture_id', 'state'])
      .where('provider_order_id', '=', orderId)
      .executeTakeFirst();

  async function addRefund(
    trx: Trx,
    payment: Row,
    orderId: string,
    providerRefundId: string,
    cents: number,
    by: 'provider' | 'reversed',
  ): Promise<void> {
    const capture = await keptOf(trx, orderId);
    const row = { payment_id: payment.id, provider_refund_id: providerRefundId, cents, by, reason: null };
    await trx
      .insertInto('payment_refund')
      .values({
        id: newId('refund'),
        ...row,
        capture_id: capture?.capture_id ?? '',
        state: 'done',
        at: clock.now(),
      })
      .execute();
  }

  async function tellRefund(
    trx: Trx,
    payment: Row,
    refundId: string,
    cents: number,
    by: 'hub' | 'provider' | 'reversed',
    reason: string | null,
  ): Promise<void> {
    const totalRefundedCents = await refundedCents(trx, payment.id);
    await handlerOf(payment.kind)?.refunded(trx, {
      paymentId: payment.id,
      kind: payment.kind,
      reference: payment.reference,
      refundId,
      cents,
      totalRefundedCents,
      isWhole: totalRefundedCents >= payment.total_cents,
      by,
      reason,
      at: clock.now(),
    });
  }

  /** The payment's own state follows from its captures and refunds, never from who told us last. */
  async function settle(trx: Trx, payment: Row): Promise<PaymentState> {
    const captures = await trx
      .selectFrom('payment_capture')
      .select('state')
      .where('payment_id', '=', payment.id)
      .execute();
    const has = (state: string) => captures.some((capture) => capture.state === state);
    const back = await refundedCents(trx, payment.id);
    const state: PaymentState = has('paid')
      ? back >= payment.total_cents
        ? 'refunded'
        : back > 0
          ? 'partly_refunded'
          : 'paid'
      : has('mismatch')
        ? 'mismatch'
        : has('pending')
          ? 'pending'
          : has('declined')
            ? 'declined'
            : payment.state;
    const now = clock.now();
    const isNews = state !== payment.state;
    const checks = isNews ? 0 : payment.checks;
    await trx
      .updateTable('payment')
      .set({
        state,
        updated_at: isNews ? now : payment.updated_at,
        checks,
        check_at: nextCheck(state, checks, now),
      })
      .where('id', '=', payment.id)
      .execute();
    return state;
  }

  return { record };
}

/** Of what was kept: money that came twice and went back is none of it. */
export async function refundedCents(trx: Trx, paymentId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(cents), 0)::bigint as cents from payment_refund
    where payment_id = ${paymentId} and state = 'done' and capture_id not in
      (select capture_id from payment_capture where payment_id = ${paymentId} and state = 'duplicate')`.execute(
    trx,
  );
  return Number(rows[0]?.cents ?? 0);
}

/** PENDING is not paid; what is refunded later was paid first. */
function stateOfCapture(status: string): 'pending' | 'paid' | 'declined' {
  if (status === 'COMPLETED' || status === 'REFUNDED' || status === 'PARTIALLY_REFUNDED') return 'paid';
  return status === 'DECLINED' || status === 'DENIED' || status === 'FAILED' ? 'declined' : 'pending';
}
