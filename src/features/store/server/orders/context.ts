import type { AnyTransaction } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import { createWebhooks } from '#platform/server/webhooks/webhooks.ts';
import type { PlacedLine } from './place.ts';
import { createLicenceKeys } from './licence-keys.ts';
import { createLinks } from './links.ts';
import type { Span } from './sales-days.ts';
import type { OrderPayments, PaidOrder, RefundedOrder, PaymentContext } from './payment-context.ts';
import { createTaxBook, type TaxBook } from './tax-book.ts';
import { askNobody, askVies, type CheckVatId, createVatCheck, type VatCheck } from './vies.ts';

export interface CheckoutStarted {
  orderId: string;
  email: string;
  ownerId: string | null;
  consentToReminders: boolean;
  lines: PlacedLine[];
  totalCents: number;
  country: string;
}

export interface OrderOptions {
  /** Asked late: the rail and the orders need each other. */
  payments: OrderPayments;
  onCheckoutStarted?(trx: AnyTransaction, started: CheckoutStarted): Promise<void>;
  onPaid?(trx: AnyTransaction, order: PaidOrder): Promise<void>;
  onRefunded?(trx: AnyTransaction, order: RefundedOrder): Promise<void>;
  checkVatId?: CheckVatId;
  /** Who came by which funnel, before anybody bought. */
  visitsOf?: VisitsOf;
}

export type VisitsOf = (span: Span) => Promise<{ slug: string; visitors: number; leads: number }[]>;

/** What every part of selling shares. */
export interface OrdersContext extends PaymentContext {
  taxes: TaxBook;
  vat: VatCheck;
  onCheckoutStarted?: OrderOptions['onCheckoutStarted'] | undefined;
  visitsOf?: VisitsOf | undefined;
}

export function createOrdersContext(platform: Platform, options: OrderOptions): OrdersContext {
  const { config, db, outbox, clock } = platform;
  const ask = options.checkVatId ?? (config.live ? askVies : askNobody);
  return {
    platform,
    links: createLinks(platform.secret),
    keys: createLicenceKeys(platform.secret('licence keys')),
    webhooks: createWebhooks({ db, outbox, clock, live: config.live, hosts: config.webhookHosts }),
    taxes: createTaxBook(platform),
    vat: createVatCheck(ask, () => clock.now()),
    payments: options.payments,
    onPaid: options.onPaid,
    onRefunded: options.onRefunded,
    onCheckoutStarted: options.onCheckoutStarted,
    visitsOf: options.visitsOf,
  };
}
