import type { ColumnType, Generated, Selectable } from 'kysely';
import type { BillingCycle, PlanId } from '#features/plans/rules/plans.ts';
import type { Payment, State } from '../rules/record.ts';

/** The buyer as one invoice names them, for ever. */
export interface Buyer {
  lines: string[];
  country: string;
  taxBasisPoints: number;
  reverseCharge: boolean;
}

export interface BillingTables {
  billing_subscription: {
    id: string;
    owner_id: string | null;
    kind: 'plan' | 'donation';
    email: string;
    email_key: string;
    buyer_name: Generated<string>;
    plan: PlanId | null;
    cycle: BillingCycle;
    when: 'now' | 'later';
    due_now_cents: number;
    price_cents: number;
    first_worth_cents: number;
    renewal_worth_cents: number;
    credit_cents: Generated<number>;
    country: string;
    vat_id: string | null;
    tax_basis_points: Generated<number>;
    reverse_charge: Generated<boolean>;
    starts_at: Date;
    replaces: string | null;
    replaces_until: Date | null;
    provider_id: string | null;
    approve_url: string | null;
    state: State;
    paid_from: Date | null;
    paid_until: Date | null;
    worth_cents: Generated<number>;
    renewals: Generated<number>;
    failed_tries: Generated<number>;
    retry_at: Date | null;
    cancel_asked_at: Date | null;
    cancel_told_at: Date | null;
    withdrawn_at: Date | null;
    activated_at: Date | null;
    ended_at: Date | null;
    created_at: Date;
    check_at: Date | null;
    payer_email: Generated<string | null>;
    cancel_reason: Generated<string>;
    reminded_of: Generated<Date | null>;
  };
  billing_payment: {
    sale_id: string;
    subscription_id: string;
    kind: Payment['kind'];
    cents: number;
    tax_cents: Generated<number>;
    refunded_cents: Generated<number>;
    period_from: Date | null;
    period_until: Date | null;
    invoice_number: string | null;
    seller: string | { lines: string[] } | null;
    buyer: ColumnType<Buyer | null, string, never>;
    at: Date;
  };
  billing_credit_note: {
    refund_key: string;
    sale_id: string;
    number: string | null;
    cents: number;
    reason: string;
    issued_at: Date;
  };
  /** Written before the provider is asked: no lost answer makes two of one. */
  billing_refund: {
    id: string;
    sale_id: string;
    cents: number;
    reason: string;
    asked_by: string | null;
    state: 'asked' | 'done' | 'failed';
    at: Date;
  };
  billing_details: {
    owner_id: string;
    name: string;
    company: string;
    address: string;
    country: string;
    vat_id: string | null;
    changed_at: Date;
  };
  billing_provider_plan: { terms: string; provider_id: string };
}

export type SubscriptionRow = Selectable<BillingTables['billing_subscription']>;
export type DetailsRow = Selectable<BillingTables['billing_details']>;
export type PaymentRow = Selectable<BillingTables['billing_payment']>;
