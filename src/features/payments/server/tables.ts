import type { Generated } from 'kysely';
import type { DonationState } from '../rules/donations.ts';
import type { PaymentState } from '../rules/contract.ts';

export interface PaymentTables {
  payment: {
    id: string;
    kind: string;
    reference: string;
    /** Counts the orders made for it: a new one after the former can no longer be paid. */
    attempt: Generated<number>;
    /** Cards refused for the present order: taking money from the next one is another task. */
    declines: Generated<number>;
    provider_order_id: string | null;
    total_cents: number;
    currency: 'USD';
    description: string;
    payee: string | null;
    payer_email: string | null;
    state: Generated<PaymentState>;
    created_at: Date;
    updated_at: Date;
    check_at: Date | null;
    checks: Generated<number>;
  };
  payment_former_order: { provider_order_id: string; payment_id: string };
  payment_capture: {
    provider_order_id: string;
    capture_id: string;
    payment_id: string;
    cents: number;
    state: 'pending' | 'paid' | 'declined' | 'mismatch' | 'duplicate';
    at: Date;
    /** Why it is pending, in the provider's own word. */
    held_reason: Generated<string | null>;
  };
  payment_refund: {
    id: string;
    payment_id: string;
    provider_refund_id: string | null;
    capture_id: string;
    cents: number;
    by: 'hub' | 'provider' | 'reversed';
    reason: string | null;
    state: 'asked' | 'done' | 'failed';
    at: Date;
    /** The operator who asked for it, by name. */
    asked_by: Generated<string | null>;
  };
  payment_event: { id: string; type: string; at: Date };
  donation: {
    id: string;
    /** The member who gave it; a guest's has none, and books outlive an account. */
    owner_id: string | null;
    cents: number;
    name: string | null;
    message: string | null;
    email: string | null;
    address_key: string | null;
    state: Generated<DonationState>;
    created_at: Date;
    paid_at: Date | null;
  };
}
