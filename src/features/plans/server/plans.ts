import { Problem } from '#base/problem.ts';
import { decideProfile } from '#features/accounts/server/public.ts';
import type { AnyKysely, AnyTransaction } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { SubscriptionAnswer } from '../rules/contract.ts';
import { type Gate, gate } from '../rules/gate.ts';
import { type Month, monthKey, nextMonthStart, utcMonth } from '../rules/months.ts';
import { type Feature, isCounted, isFlag, isStored } from '../rules/plans.ts';
import { type Counter, type Counters, meterOf, usageKeys } from '../rules/usage.ts';
import { addWithin, readCounters, standInLine, takeBack } from './counting.ts';
import { type CurrentPlan, currentPlan, endExpired, endPlan, type OnPlan, setPlan } from './subscriptions.ts';

/** How many a member has stored: whoever stores them knows. */
export type CountStored = (db: AnyKysely, uid: string) => Promise<number>;

export interface PlansOptions {
  savedTemplates?: CountStored;
  onPlan?: OnPlan;
}

/** What was counted, to give it back when nothing came of it. */
export interface Use {
  uid: string;
  counter: Counter | null;
  month: Month;
  n: number;
}

export type Plans = ReturnType<typeof createPlans>;

/** The one gate to whatever a plan limits. Every feature asks here, in the transaction of what is used. */
export function createPlans({ clock }: Pick<Platform, 'clock'>, options: PlansOptions = {}) {
  const countSaved: CountStored = options.savedTemplates ?? (async () => 0);
  const when = () => ({ now: clock.now(), onPlan: options.onPlan });

  async function counters(db: AnyKysely, uid: string, month: Month): Promise<Counters> {
    const found = await readCounters(db, uid, monthKey(month));
    return { ...found, savedTemplates: await countSaved(db, uid) };
  }

  async function ask(db: AnyKysely, uid: string, feature: string, n = 1): Promise<Gate> {
    const now = clock.now();
    const month = utcMonth(now);
    const { plan } = await currentPlan(db, uid, now);
    return gate(plan, feature, await counters(db, uid, month), month, n);
  }

  /** The profile shows the allowance as it is counted here. */
  async function mirror(trx: AnyTransaction, { uid, counter, month }: Use, count: number): Promise<void> {
    if (counter !== 'aiTemplateUsage') return;
    await decideProfile(trx, uid, { aiTemplateUsage: { count, month: month.index } }, clock.now());
  }

  async function tryUse(
    trx: AnyTransaction,
    uid: string,
    feature: Feature,
    n = 1,
  ): Promise<{ allowed: true; use: Use } | Extract<Gate, { allowed: false }>> {
    if (!Number.isSafeInteger(n) || n < 1) throw new RangeError(`Not a number of uses: ${n}`);
    const now = clock.now();
    const month = utcMonth(now);
    const { plan } = await currentPlan(trx, uid, now);
    const { counter, limit } = knownFeature(feature) ? meterOf(plan, feature) : { counter: null, limit: 0 };
    const use: Use = { uid, counter: isStored(feature) ? null : counter, month, n };

    if (use.counter === null) {
      if (isStored(feature)) await standInLine(trx, uid, feature);
      const decision = gate(plan, feature, await counters(trx, uid, month), month, n);
      return decision.allowed ? { allowed: true, use } : decision;
    }
    const used = await addWithin(trx, { uid, month: monthKey(month), counter: use.counter, n }, limit);
    if (used !== null) {
      await mirror(trx, use, used);
      return { allowed: true, use };
    }
    const decision = gate(plan, feature, await counters(trx, uid, month), month, n);
    // Somebody gave one back between the two looks: the first one decided.
    return decision.allowed ? tryUse(trx, uid, feature, n) : decision;
  }

  return {
    /** The plan that counts now. */
    planOf: (db: AnyKysely, uid: string): Promise<CurrentPlan> => currentPlan(db, uid, clock.now()),

    /** May they, now? Nothing is counted, so only `use` can be relied on. */
    gate: ask,

    /** Counts, or says why not: for what takes some and refuses others, such as rows of a file. */
    tryUse,

    /** Counts, or refuses with `limit_reached`: which limit, when it resets, which plan lifts it. */
    async use(trx: AnyTransaction, uid: string, feature: Feature, n = 1): Promise<Use> {
      const decision = await tryUse(trx, uid, feature, n);
      if (!decision.allowed) throw new Problem('limit_reached', decision.refusal.words);
      return decision.use;
    },

    /** Nothing came of it, so it was not used. */
    async giveBack(trx: AnyTransaction, use: Use): Promise<void> {
      const { uid, counter, month, n } = use;
      if (counter === null) return;
      await mirror(trx, use, await takeBack(trx, { uid, month: monthKey(month), counter, n }));
    },

    /** A plan that is paid for, as the payment provider says it; `endsAt` once it was cancelled. */
    setPaid: (
      trx: AnyTransaction,
      uid: string,
      paid: Pick<CurrentPlan, 'plan' | 'billingCycle' | 'paymentMethod' | 'nextBillingAt' | 'endsAt'>,
    ): Promise<void> => setPlan(trx, uid, 'paid', paid, when()),
    endPaid: (trx: AnyTransaction, uid: string): Promise<boolean> => endPlan(trx, uid, 'paid', when()),

    grant: (trx: AnyTransaction, uid: string, given: Pick<CurrentPlan, 'plan' | 'endsAt'>): Promise<void> =>
      setPlan(trx, uid, 'granted', given, when()),
    revoke: (trx: AnyTransaction, uid: string): Promise<boolean> => endPlan(trx, uid, 'granted', when()),
    endExpired: (trx: AnyTransaction): Promise<number> => endExpired(trx, when()),

    /** What a member is told about their own subscription. */
    async describe(db: AnyKysely, uid: string): Promise<SubscriptionAnswer> {
      const now = clock.now();
      const month = utcMonth(now);
      const { plan, source, billingCycle, paymentMethod, nextBillingAt, endsAt } = await currentPlan(
        db,
        uid,
        now,
      );
      const all = await counters(db, uid, month);
      return {
        currentPlan: plan,
        usage: Object.fromEntries(usageKeys.map((key) => [key, all[key]])) as SubscriptionAnswer['usage'],
        billingCycle,
        paymentMethod,
        nextBillingDate: nextBillingAt?.toISOString() ?? null,
        source,
        endsAt: endsAt?.toISOString() ?? null,
        period: { month: monthKey(month), resetsAt: nextMonthStart(month).toISOString() },
        aiTemplateUsage: { count: all.aiTemplateUsage, month: month.index },
      };
    },
  };
}

const knownFeature = (feature: string): feature is Feature => isCounted(feature) || isFlag(feature);
