import type { AnyTransaction } from '#platform/server/database/database.ts';

/** Money that has arrived: what a feature is told, once for each capture. */
export interface Paid {
  id: string;
  kind: string;
  reference: string;
  providerOrderId: string;
  captureId: string;
  cents: number;
  currency: 'USD';
  /** As the provider says it; null where it says nothing. */
  payer: { email: string | null; name: string | null; country: string | null };
  paidAt: Date;
}

/** Money that has gone back: once for each refund. */
export interface Refunded {
  paymentId: string;
  kind: string;
  reference: string;
  refundId: string;
  cents: number;
  /** Of this payment, this refund included. */
  totalRefundedCents: number;
  isWhole: boolean;
  /** `provider`: at the provider's own site; `reversed`: taken back by the buyer's bank. */
  by: 'hub' | 'provider' | 'reversed';
  reason: string | null;
  at: Date;
}

export interface ProviderEvent {
  id: string;
  type: string;
  resource: Record<string, unknown>;
}

/** What a feature does with the money it asked for. All of it happens in the transaction that records the money. */
export interface PaymentHandler {
  kind: string;
  paid(trx: AnyTransaction, payment: Paid): Promise<void>;
  refunded(trx: AnyTransaction, refund: Refunded): Promise<void>;
  declined?(trx: AnyTransaction, payment: { id: string; reference: string }): Promise<void>;
  /** The provider holds the money back: it is paid or declined later. */
  held?(trx: AnyTransaction, payment: { id: string; reference: string; why: string | null }): Promise<void>;
  /** Asked just before money is taken; a Problem thrown here refuses it, and nobody is charged. */
  mayCapture?(payment: { reference: string; totalCents: number }): Promise<void>;
  /** Verified notices of these kinds (by prefix, such as BILLING.) that are no one-time payment's. May come twice. */
  eventPrefixes?: string[];
  event?(event: ProviderEvent): Promise<void>;
}
