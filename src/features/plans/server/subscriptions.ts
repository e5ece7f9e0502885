import { decideProfile } from '#features/accounts/server/public.ts';
import { type AnyKysely, type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import { basicPlan, higherPlan, isPaidPlan } from '../rules/capabilities.ts';
import type { SubscriptionSource } from '../rules/contract.ts';
import { type BillingCycle, isPlanId, type PlanId } from '../rules/plans.ts';
import type { PlanTables } from './tables.ts';

/** The plan that counts now, and where it comes from. */
export interface CurrentPlan {
  plan: PlanId;
  source: SubscriptionSource;
  billingCycle: BillingCycle;
  paymentMethod: string | null;
  nextBillingAt: Date | null;
  endsAt: Date | null;
}

const free: CurrentPlan = {
  plan: basicPlan,
  source: 'free',
  billingCycle: 'monthly',
  paymentMethod: null,
  nextBillingAt: null,
  endsAt: null,
};

/** The highest of what was given and what is paid; without either the basic plan. */
export async function currentPlan(db: AnyKysely, uid: string, now: Date): Promise<CurrentPlan> {
  const rows = await tablesOf<PlanTables>(db)
    .selectFrom('plan_subscription')
    .selectAll()
    .where('owner_id', '=', uid)
    .where((or) => or.or([or('ends_at', 'is', null), or('ends_at', '>', now)]))
    // What is paid goes first: a gift of the same plan does not hide when the next payment is due.
    .orderBy('source', 'desc')
    .execute();
  return rows.reduce<CurrentPlan>((best, row) => {
    const { plan } = row;
    if (!isPlanId(plan) || plan === best.plan || higherPlan(plan, best.plan) !== plan) return best;
    return {
      plan,
      source: row.source,
      billingCycle: row.billing_cycle,
      paymentMethod: row.payment_method,
      nextBillingAt: row.next_billing_at,
      endsAt: row.ends_at,
    };
  }, free);
}

type Given = Pick<CurrentPlan, 'plan'> & Partial<Omit<CurrentPlan, 'plan' | 'source'>>;

/** Puts somebody on a plan from one source; what comes from the other stays. */
export async function setPlan(
  trx: AnyTransaction,
  uid: string,
  source: 'granted' | 'paid',
  given: Given,
  now: Date,
): Promise<void> {
  const row = {
    plan: given.plan,
    billing_cycle: given.billingCycle ?? ('monthly' as const),
    payment_method: given.paymentMethod ?? null,
    next_billing_at: given.nextBillingAt ?? null,
    ends_at: given.endsAt ?? null,
  };
  await tablesOf<PlanTables>(trx)
    .insertInto('plan_subscription')
    .values({ owner_id: uid, source, since: now, ...row })
    .onConflict((conflict) => conflict.columns(['owner_id', 'source']).doUpdateSet(row))
    .execute();
  await syncProfile(trx, uid, now);
}

/** False when there was nothing to end. */
export async function endPlan(
  trx: AnyTransaction,
  uid: string,
  source: 'granted' | 'paid',
  now: Date,
): Promise<boolean> {
  const { numDeletedRows } = await tablesOf<PlanTables>(trx)
    .deleteFrom('plan_subscription')
    .where('owner_id', '=', uid)
    .where('source', '=', source)
    .executeTakeFirst();
  await syncProfile(trx, uid, now);
  return numDeletedRows > 0n;
}

/** Takes away what has run out, so that the profile says so, too. The gate knows without it. */
export async function endExpired(trx: AnyTransaction, now: Date): Promise<number> {
  const ended = await tablesOf<PlanTables>(trx)
    .deleteFrom('plan_subscription')
    .where('ends_at', '<=', now)
    .returning('owner_id')
    .execute();
  for (const { owner_id } of ended) await syncProfile(trx, owner_id, now);
  return ended.length;
}

export async function syncProfile(trx: AnyTransaction, uid: string, now: Date): Promise<void> {
  const { plan } = await currentPlan(trx, uid, now);
  await decideProfile(trx, uid, { isSubscribed: isPaidPlan(plan) }, now);
}
