import type { Transaction } from 'kysely';
import { newId } from '#base/id.ts';
import { minutes } from '#base/clock.ts';
import { Problem } from '#base/problem.ts';
import { type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import { providerAmount } from '../rules/amount.ts';
import { cut } from './order-body.ts';
import { NoAnswer, type PayPalClient, Refused } from './paypal/client.ts';
import { refundShape } from './paypal/shapes.ts';
import { openRefund, unansweredRefund } from './open-refund.ts';
import { tellOwner } from './paid-twice.ts';
import { refundedCents } from './record.ts';
import type { PaymentTables } from './tables.ts';

interface Asked {
  id: string;
  captureId: string;
  orderId: string;
  cents: number;
  reason: string;
}

/** One that was asked for before, and whose end nobody knows yet. */
interface Open extends Asked {
  at: Date;
  by: string | null;
}

export interface RefundAsk {
  reference: string;
  /** Null: all that is left. */
  cents: number | null;
  reason: string;
  /** The operator who asks, if known. */
  by?: string | undefined;
}

/** Money that goes back is written down before it is asked for, so that no lost answer makes two of one refund. */
export function createRefunds(
  platform: Pick<Platform, 'db' | 'clock' | 'mail' | 'config' | 'site'>,
  tools: {
    provider(): PayPalClient;
    look(orderId: string, parts: { mayCapture: boolean }): Promise<unknown>;
    requestId(task: string, what: string): string;
  },
) {
  const { db, clock } = platform;

  async function paidWith(trx: Transaction<PaymentTables>, reference: string) {
    const payment = await trx
      .selectFrom('payment')
      .selectAll()
      .where('reference', '=', reference)
      .forUpdate()
      .executeTakeFirst();
    if (!payment) throw new Problem('not_found', `There is no payment for ${reference}.`);
    const capture = await trx
      .selectFrom('payment_capture')
      .selectAll()
      .where('payment_id', '=', payment.id)
      .where('state', '=', 'paid')
      .executeTakeFirst();
    if (!capture) throw new Problem('conflict', 'This isn’t paid, so there’s nothing to refund.');
    const open = await trx
      .selectFrom('payment_refund')
      .selectAll()
      .where('payment_id', '=', payment.id)
      // Not one of money that came twice: that goes back beside this.
      .where('capture_id', '=', capture.capture_id)
      .where('state', '=', 'asked')
      .orderBy('at')
      .execute();
    return { payment, capture, open, left: payment.total_cents - (await refundedCents(trx, payment.id)) };
  }

  async function write(
    trx: Transaction<PaymentTables>,
    { payment, capture }: Pick<Awaited<ReturnType<typeof paidWith>>, 'payment' | 'capture'>,
    { cents, reason, by }: Pick<RefundAsk, 'reason' | 'by'> & { cents: number },
  ): Promise<Asked> {
    const id = newId('refund');
    await trx
      .insertInto('payment_refund')
      .values({
        id,
        payment_id: payment.id,
        provider_refund_id: null,
        capture_id: capture.capture_id,
        cents,
        by: 'hub',
        reason,
        state: 'asked',
        at: clock.now(),
        asked_by: by ?? null,
      })
      .execute();
    return { id, cents, reason, captureId: capture.capture_id, orderId: capture.provider_order_id };
  }

  /** Written down; or the one that is under way, which is another one, whatever its amount. */
  const ask = ({ reference, cents, ...rest }: RefundAsk): Promise<{ asked: Asked } | { open: Open }> =>
    db.transaction<PaymentTables, { asked: Asked } | { open: Open }>(async (trx) => {
      const paid = await paidWith(trx, reference);
      const [first] = paid.open;
      if (first) {
        const { id, cents: amount, reason, at, asked_by: by } = first;
        const where = { captureId: first.capture_id, orderId: paid.capture.provider_order_id };
        return { open: { ...where, id, cents: amount, reason: reason ?? '', at, by } };
      }
      const { left } = paid;
      const wanted = cents ?? left;
      if (!Number.isSafeInteger(wanted) || wanted < 1 || wanted > left)
        throw new Problem(
          'bad_request',
          left === 0
            ? 'It is already fully refunded.'
            : `Between 0.01 and ${providerAmount(left)} can be refunded.`,
        );
      return { asked: await write(trx, paid, { cents: wanted, ...rest }) };
    });

  const stateOf = async (id: string) =>
    (
      await db
        .tables<PaymentTables>()
        .selectFrom('payment_refund')
        .select('state')
        .where('id', '=', id)
        .executeTakeFirst()
    )?.state;

  /** Helps the one under way on, and says what became of it: never that this one was done. */
  async function goOnWith(open: Open): Promise<never> {
    await send(open).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
    });
    throw openRefund(open, (await stateOf(open.id)) ?? 'asked');
  }

  async function send(asked: Asked): Promise<void> {
    try {
      await tools.provider().call(`/v2/payments/captures/${encodeURIComponent(asked.captureId)}/refund`, {
        method: 'POST',
        requestId: tools.requestId('back', asked.id),
        answer: refundShape,
        body: {
          amount: { currency_code: 'USD', value: providerAmount(asked.cents) },
          invoice_id: asked.id,
          ...(asked.reason && { note_to_payer: cut(asked.reason, 255) }),
        },
      });
    } catch (error) {
      if (error instanceof NoAnswer) throw unansweredRefund(asked.cents);
      if (!(error instanceof Refused)) throw error;
      await fail(asked, error.issue);
      throw new Problem('conflict', `PayPal declined this refund: ${error.issue}`);
    }
    // The order itself says whether it is through; unread, or held back there, it is as open as before.
    await tools.look(asked.orderId, { mayCapture: false }).catch((error: unknown) => {
      if (!(error instanceof NoAnswer)) throw error;
    });
    if ((await stateOf(asked.id)) !== 'done') throw unansweredRefund(asked.cents);
  }

  async function fail({ id, captureId, cents }: Asked, issue: string): Promise<void> {
    await db.transaction<PaymentTables, void>(async (trx) => {
      await trx
        .updateTable('payment_refund')
        .set({ state: 'failed' })
        .where('id', '=', id)
        .where('state', '=', 'asked')
        .execute();
      const payment = await trx
        .selectFrom('payment')
        .innerJoin('payment_capture as capture', 'capture.payment_id', 'payment.id')
        .select('reference')
        .where('capture_id', '=', captureId)
        .executeTakeFirstOrThrow();
      await tellOwner(platform, trx, {
        key: `refund-failed:${id}`,
        subject: `PayPal declined a refund: ${providerAmount(cents)} USD for ${payment.reference}`,
        words: `PayPal says ${issue}. Nothing was refunded. Refund it on PayPal’s site; it will show up here.`,
        reference: payment.reference,
      });
    });
  }

  return {
    async refund(wanted: RefundAsk): Promise<{ refundedCents: number }> {
      const found = await ask(wanted);
      if ('open' in found) return goOnWith(found.open);
      await send(found.asked);
      return { refundedCents: found.asked.cents };
    },

    /** All that neither went back nor is on its way. */
    async later(trx: AnyTransaction, reference: string, reason: string): Promise<void> {
      const tables = tablesOf<PaymentTables>(trx);
      const paid = await paidWith(tables, reference);
      const cents = paid.open.reduce((left, open) => left - open.cents, paid.left);
      if (cents > 0) await write(tables, paid, { cents, reason });
    },

    async retry(): Promise<void> {
      const rows = await db
        .tables<PaymentTables>()
        .selectFrom('payment_refund as refund')
        .innerJoin('payment_capture as capture', 'capture.capture_id', 'refund.capture_id')
        .where('refund.state', '=', 'asked')
        .where('refund.at', '<', new Date(clock.now().getTime() - minutes(1)))
        .select([
          'refund.id',
          'refund.cents',
          'refund.reason',
          'capture.capture_id',
          'capture.provider_order_id',
        ])
        .limit(50)
        .execute();
      for (const { id, cents, reason, capture_id, provider_order_id } of rows) {
        const asked = { id, cents, reason: reason ?? '', captureId: capture_id, orderId: provider_order_id };
        // Refused or unanswered: the one is written down, the other waits for the next round.
        await send(asked).catch((error: unknown) => {
          if (!(error instanceof Problem)) throw error;
        });
      }
    },
  };
}
