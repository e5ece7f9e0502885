import { centsOf } from '#features/payments/rules/amount.ts';
import type { PaymentHandler, ProviderEvent } from '#features/payments/server/public.ts';
import { recordRefund } from './record-refund.ts';
import type { BillingContext } from './context.ts';
import { look } from './record.ts';
import type { BillingTables } from './tables.ts';

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** A notice only says where to look, so none can come too late, too early or too often. */
export function billingNotices(context: BillingContext): PaymentHandler {
  const { db } = context.platform;

  async function lookAt(providerId: string | null): Promise<void> {
    if (providerId === null) return;
    const row = await db
      .tables<BillingTables>()
      .selectFrom('billing_subscription')
      .select('id')
      .where('provider_id', '=', providerId)
      .executeTakeFirst();
    // Somebody else's, at the same provider account.
    if (row) await look(context, row.id);
  }

  /** Of a part that went back nothing else tells the amount. */
  async function refund(resource: ProviderEvent['resource']): Promise<void> {
    const sale = textOf(resource['sale_id']);
    const key = textOf(resource['id']);
    const amount = (resource['amount'] ?? {}) as { total?: unknown; currency?: unknown };
    const cents = centsOf(String(amount.total ?? '').replace('-', ''));
    if (sale === null || key === null || !cents || amount.currency !== 'USD') return;
    await db.transaction<BillingTables, void>((trx) =>
      recordRefund(context, trx, { sale, cents, keys: [key], reason: '' }),
    );
  }

  return {
    kind: 'subscription',
    // No one-time payment is ever of this kind.
    paid: async () => {},
    refunded: async () => {},
    eventPrefixes: ['BILLING.SUBSCRIPTION.', 'PAYMENT.SALE.'],
    async event({ type, resource }) {
      if (type.startsWith('BILLING.')) return lookAt(textOf(resource['id']));
      if (type === 'PAYMENT.SALE.REFUNDED' || type === 'PAYMENT.SALE.REVERSED') await refund(resource);
      await lookAt(textOf(resource['billing_agreement_id']));
    },
  };
}
