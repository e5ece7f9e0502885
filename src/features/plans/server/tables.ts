import type { Generated } from 'kysely';
import type { BillingCycle } from '../rules/plans.ts';
import type { Counter } from '../rules/usage.ts';

export interface PlanTables {
  plan_subscription: {
    owner_id: string;
    source: 'granted' | 'paid';
    /** A plan id, or one that only another version of this hub knows. */
    plan: string;
    billing_cycle: Generated<BillingCycle>;
    payment_method: string | null;
    next_billing_at: Date | null;
    ends_at: Date | null;
    since: Date;
  };
  plan_usage: { owner_id: string; month: string; counter: Counter; used: number };
  ai_spend: { day: string; reserved: Generated<number>; spent: Generated<number> };
  api_key: {
    owner_id: string;
    id: string;
    name: string;
    scopes: string[];
    hash: string;
    created_at: Date;
    last_used_at: Date | null;
    revoked_at: Date | null;
  };
}
