import type { Payments } from '#features/payments/server/public.ts';
import type { AnyTransaction } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Webhooks } from '#platform/server/webhooks/webhooks.ts';
import type { LicenceKeys } from './licence-keys.ts';
import type { Links } from './links.ts';
import type { PlacedLine } from './place.ts';
import type { Order } from './read.ts';

/** As much of the payment rail as orders need. */
export type OrderPayments = Pick<Payments, 'mode' | 'begin' | 'capture' | 'refund' | 'refundLater'> &
  Partial<Pick<Payments, 'moves' | 'referencesOf'>>;

export interface PaidOrder {
  orderId: string;
  email: string;
  ownerId: string | null;
  lines: PlacedLine[];
  totalCents: number;
  couponCode: string | null;
  funnel: string | null;
  funnelMark: string | null;
}

export interface RefundedOrder {
  orderId: string;
  /** The credit note’s number: one for each refund. */
  number: string;
  email: string;
  cents: number;
  /** When it was paid. */
  paidAt: Date | null;
  funnel: string | null;
}

export interface PaymentContext {
  platform: Platform;
  links: Links;
  keys: LicenceKeys;
  webhooks: Pick<Webhooks, 'send'>;
  payments: OrderPayments;
  onPaid?: ((trx: AnyTransaction, order: PaidOrder) => Promise<void>) | undefined;
  onRefunded?: ((trx: AnyTransaction, order: RefundedOrder) => Promise<void>) | undefined;
}

export const orderAddress = (platform: Pick<Platform, 'origin'>, links: Links, order: Order): string =>
  `${platform.origin()}/thank-you?order=${encodeURIComponent(links.order(order))}`;
