import { createHash } from 'node:crypto';
import { formatMoney, cents as asCents } from '#base/money.ts';
import { newId } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import type { Platform } from '#platform/server/platform.ts';
import { nextCheck } from '../rules/checks.ts';
import { type BeginPayment, orderBody } from './order-body.ts';
import type { PayPalClient } from './paypal/client.ts';
import { orderShape } from './paypal/shapes.ts';
import type { PaymentTables } from './tables.ts';

interface BeginTools {
  provider(): PayPalClient;
  asWords(error: unknown, task: string): unknown;
}

/** Makes the order at the provider; begun twice it is the same order. */
export function createBegin({ db, clock, site }: Pick<Platform, 'db' | 'clock' | 'site'>, tools: BeginTools) {
  return async function begin(payment: BeginPayment): Promise<{ providerOrderId: string }> {
    const { totalCents, shownCents } = payment;
    if (!Number.isSafeInteger(totalCents) || totalCents < 1)
      throw new Problem('bad_request', 'There’s nothing to pay.');
    if (shownCents !== totalCents)
      throw new Problem(
        'conflict',
        `The price is now ${formatMoney(asCents(totalCents))}. Nothing was charged. Review it, then pay.`,
      );
    tools.provider();
    const row = await openRow(payment);
    if (row.provider_order_id !== null) return { providerOrderId: row.provider_order_id };
    const body = orderBody(payment, row.attempt, site.words().name);
    const order = await tools
      .provider()
      .call('/v2/checkout/orders', {
        method: 'POST',
        // Another body is another task: the provider refuses an id that comes with other words than before.
        requestId: requestId('new', JSON.stringify(body)),
        answer: orderShape,
        body,
      })
      .catch((error: unknown) => {
        throw tools.asWords(error, 'begin');
      });
    const saved = await db
      .tables<PaymentTables>()
      .updateTable('payment')
      .set({
        provider_order_id: order.id,
        payee: order.purchase_units?.[0]?.payee?.merchant_id ?? null,
        // An answer that took hours may find it closed meanwhile.
        state: 'open',
        checks: 0,
        check_at: nextCheck('open', 0, clock.now()),
      })
      .where('id', '=', row.id)
      .where('attempt', '=', row.attempt)
      .where((or) =>
        or.or([
          or('provider_order_id', 'is', null),
          or.and([or('provider_order_id', '=', order.id), or('state', '=', 'open')]),
        ]),
      )
      .executeTakeFirst();
    if (saved.numUpdatedRows === 0n)
      throw new Problem('conflict', 'This was changed in another window. Review it, then pay.');
    return { providerOrderId: order.id };
  };

  /** The row of this reference: a new one, the one that is there, or one begun anew because its price changed. */
  async function openRow(payment: BeginPayment) {
    const now = clock.now();
    return db.transaction<PaymentTables, { id: string; attempt: number; provider_order_id: string | null }>(
      async (trx) => {
        await trx
          .insertInto('payment')
          .values({
            id: newId('payment'),
            kind: payment.kind,
            reference: payment.reference,
            total_cents: payment.totalCents,
            currency: payment.currency,
            description: payment.description,
            provider_order_id: null,
            payee: null,
            payer_email: payment.payerEmail ?? null,
            created_at: now,
            updated_at: now,
            // Even if the provider's answer is lost it is looked at, and closed.
            check_at: nextCheck('open', 0, now),
          })
          .onConflict((conflict) => conflict.column('reference').doNothing())
          .execute();
        const row = await trx
          .selectFrom('payment')
          .selectAll()
          .where('reference', '=', payment.reference)
          .forUpdate()
          .executeTakeFirstOrThrow();
        if (row.kind !== payment.kind) throw new Problem('conflict');
        if (!['open', 'declined', 'expired'].includes(row.state))
          throw new Problem('conflict', 'This is already paid. You weren’t charged again.');
        const isSame = row.total_cents === payment.totalCents && row.state === 'open';
        if (isSame) return row;
        if (row.provider_order_id !== null)
          await trx
            .insertInto('payment_former_order')
            .values({ provider_order_id: row.provider_order_id, payment_id: row.id })
            .execute();
        const fresh = {
          attempt: row.attempt + 1,
          provider_order_id: null,
          total_cents: payment.totalCents,
          state: 'open' as const,
          declines: 0,
          checks: 0,
          check_at: nextCheck('open', 0, now),
          updated_at: now,
        };
        await trx.updateTable('payment').set(fresh).where('id', '=', row.id).execute();
        return { ...row, ...fresh };
      },
    );
  }
}

/** The same task has the same id in every process and at every try; PayPal takes up to 38 characters everywhere. */
export const requestId = (task: string, what: string): string =>
  `${task}-${createHash('sha256').update(what).digest('base64url').slice(0, 30)}`;
