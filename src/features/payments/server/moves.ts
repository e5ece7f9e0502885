import { sql } from 'kysely';
import type { Platform } from '#platform/server/platform.ts';
import type { PaymentTables } from './tables.ts';

/** Money that came or went back, or was to. */
export interface Move {
  at: Date;
  is: 'capture' | 'refund';
  cents: number;
  state: PaymentTables['payment_capture']['state'] | PaymentTables['payment_refund']['state'];
  /** What PayPal calls it. */
  providerId: string | null;
  /** Of a refund: the operator who asked for it, by name. */
  by: string | null;
}

/** Whose payment has this ID at the provider: of an order there, of a capture or of a refund. */
export async function referencesOf(db: Platform['db'], providerId: string): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    select distinct reference from payment where id in (
      select payment_id from payment_capture where capture_id = ${providerId}
      union select payment_id from payment_refund where provider_refund_id = ${providerId}
      union select payment_id from payment_former_order where provider_order_id = ${providerId})
    limit 50`.execute(db.tables());
  return rows.map(({ reference }) => reference);
}

/** Every movement of the money for one thing, the oldest first. */
export async function movesOf(db: Platform['db'], reference: string): Promise<Move[]> {
  const tables = db.tables<PaymentTables>();
  const captures = await tables
    .selectFrom('payment_capture as capture')
    .innerJoin('payment', 'payment.id', 'capture.payment_id')
    .select(['capture.at', 'capture.cents', 'capture.state', 'capture_id'])
    .where('reference', '=', reference)
    .execute();
  const refunds = await tables
    .selectFrom('payment_refund as refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .select(['refund.at', 'refund.cents', 'refund.state', 'provider_refund_id', 'asked_by', 'by'])
    .where('reference', '=', reference)
    .execute();
  return [
    ...captures.map(({ at, cents, state, capture_id }): Move => ({
      is: 'capture',
      at,
      cents,
      state,
      providerId: capture_id,
      by: null,
    })),
    ...refunds.map(({ at, cents, state, provider_refund_id, asked_by, by }): Move => ({
      is: 'refund',
      at,
      cents,
      state,
      providerId: provider_refund_id,
      by: asked_by ?? (by === 'hub' ? null : 'PayPal'),
    })),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime());
}
