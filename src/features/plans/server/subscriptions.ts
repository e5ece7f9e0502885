import { decideProfile } from '#features/accounts/server/public.ts';
import { type AnyKysely, type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import { basicPlan, higherPlan, isPaidPlan } from '../rules/capabilities.ts';
import type { SubscriptionSource } from '../rules/contract.ts';
import { type BillingCycle, isPlanId, type PlanId } from '../rules/plans.ts';
import type { PlanTables } from './tables.ts';

export interface PlanChange {
  uid: string;
  what: 'begun' | 'ended';
  plan: PlanId;
  at: Date;
}
/** For whoever follows what becomes of members, in the transaction of the change. */
export type OnPlan = (trx: AnyTransaction, change: PlanChange) => Promise<void>;

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

interface When {
  now: Date;
  onPlan?: OnPlan | undefined;
}

type Given = Pick<CurrentPlan, 'plan'> & Partial<Omit<CurrentPlan, 'plan' | 'source'>>;

/** One plan over, or another in its place. A lower one that was there all along doesn't begin. */
async function tell(
  trx: AnyTransaction,
  uid: string,
  before: PlanId,
  { now, onPlan }: When,
  { isNew }: { isNew: boolean },
): Promise<void> {
  if (!onPlan) return;
  const { plan: after } = await currentPlan(trx, uid, now);
  if (after === before || (!isNew && higherPlan(after, before) === after)) return;
  if (isPaidPlan(before)) await onPlan(trx, { uid, what: 'ended', plan: before, at: now });
  if (isNew && isPaidPlan(after)) await onPlan(trx, { uid, what: 'begun', plan: after, at: now });
}

/** Puts somebody on a plan from one source; what comes from the other stays. */
export async function setPlan(
  trx: AnyTransaction,
  uid: string,
  source: 'granted' | 'paid',
  given: Given,
  { now, onPlan }: When,
): Promise<void> {
  const { plan: before } = await currentPlan(trx, uid, now);
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
  await tell(trx, uid, before, { now, onPlan }, { isNew: true });
}

/** False when there was nothing to end. */
export async function endPlan(
  trx: AnyTransaction,
  uid: string,
  source: 'granted' | 'paid',
  { now, onPlan }: When,
): Promise<boolean> {
  const { plan: before } = await currentPlan(trx, uid, now);
  const { numDeletedRows } = await tablesOf<PlanTables>(trx)
    .deleteFrom('plan_subscription')
    .where('owner_id', '=', uid)
    .where('source', '=', source)
    .executeTakeFirst();
  await syncProfile(trx, uid, now);
  await tell(trx, uid, before, { now, onPlan }, { isNew: false });
  return numDeletedRows > 0n;
}

/** Takes away what has run out, so that the profile says so, too. The gate knows without it. */
export async function endExpired(trx: AnyTransaction, { now, onPlan }: When): Promise<number> {
  const ended = await tablesOf<PlanTables>(trx)
    .deleteFrom('plan_subscription')
    .where('ends_at', '<=', now)
    .returning(['owner_id', 'plan'])
    .execute();
  for (const { owner_id, plan } of ended) {
    await syncProfile(trx, owner_id, now);
    if (isPlanId(plan)) await tell(trx, owner_id, plan, { now, onPlan }, { isNew: false });
  }
  return ended.length;
}

export async function syncProfile(trx: AnyTransaction, uid: string, now: Date): Promise<void> {
  const { plan } = await currentPlan(trx, uid, now);
  await decideProfile(trx, uid, { isSubscribed: isPaidPlan(plan) }, now);
}
