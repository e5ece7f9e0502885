import { guest, isOfDevice } from '#platform/web/place.ts';
import type { WebViewer } from '#platform/web/viewer.ts';
import { type AiUsage, aiUsageKey, mayDraftLocally, oneMoreDraft, readAiUsage } from '../rules/ai-usage.ts';
import type { SubscriptionAnswer } from '../rules/contract.ts';
import { type Gate, gate } from '../rules/gate.ts';
import { isMonthKey, localMonth, type Month, monthKey, utcMonth } from '../rules/months.ts';
import type { Feature, PlanId } from '../rules/plans.ts';
import {
  firstSubscription,
  readSubscription,
  type SubscriptionData,
  subscriptionKey,
  upgraded,
} from '../rules/subscription.ts';
import { counted, type Counters, meterOf, reset, rolledOver, type UsageKey } from '../rules/usage.ts';

/** Of which month the usage under `subscriptionData` is: that key itself holds what the spec says and no more. */
export const usageMonthKey = 'hub.subscription';

/** Everything outside that this touches, so that a test can be the outside. */
export interface SubscriptionWorld {
  ask(): Promise<SubscriptionAnswer>;
  now(): Date;
  read(key: string): string | null;
  write(key: string, value: string): void;
  warn(words: string): void;
}

export interface Snapshot extends Omit<SubscriptionData, 'currentPlan'> {
  /** null: not known, which is not the same as FREE. */
  currentPlan: PlanId | null;
  /**
   * 'local': of this device, for a guest and offline; 'known': the hub has said it; 'asking' and 'unknown': a member's
   * last known state, until the hub answers.
   */
  standing: 'asking' | 'local' | 'known' | 'unknown';
  aiTemplateUsage: AiUsage;
  source: SubscriptionAnswer['source'] | null;
  endsAt: string | null;
}

interface Who {
  kind: 'guest' | 'offline' | 'member';
  uid: string | null;
}

function whoIs({ user, mode }: WebViewer): Who {
  if (!user) return { kind: mode === 'offline' ? 'offline' : 'guest', uid: null };
  return { kind: user.isOffline ? 'offline' : 'member', uid: user.uid };
}

const { currentPlan: _, ...blank } = firstSubscription();
const unread = { ...blank, source: null, endsAt: null };
export const firstSnapshot: Snapshot = {
  ...unread,
  currentPlan: null,
  standing: 'asking',
  aiTemplateUsage: { count: 0, month: 0 },
};

export type Subscription = ReturnType<typeof createSubscription>;

/** The subscription as this browser knows it. The hub's word is the truth for a member; here is its copy. */
export function createSubscription(world: SubscriptionWorld) {
  let who: Who | null = null;
  let snapshot = firstSnapshot;
  let asking: { uid: string | null; answer: Promise<void> } | null = null;
  const listeners = new Set<() => void>();

  const month = (): Month => (who?.kind === 'member' ? utcMonth : localMonth)(world.now());

  function show(next: Snapshot): void {
    snapshot = next;
    for (const listener of listeners) listener();
  }

  /** What this device holds for whoever is here. */
  function load(here: Who): Snapshot {
    const standing = here.kind === 'member' ? 'asking' : 'local';
    const now = month();
    const aiTemplateUsage = readAiUsage(world.read(aiUsageKey), now.index);
    const stored = world.read(subscriptionKey);
    const state = stored === null ? null : readSubscription(stored);
    if (stored !== null && !state)
      world.warn(`${subscriptionKey} in local storage can’t be read and is ignored`);
    if (!state) {
      const currentPlan = isOfDevice(here.uid ?? guest) ? firstSubscription().currentPlan : null;
      return { ...unread, currentPlan, standing, aiTemplateUsage };
    }
    const usageMonth = readMonth(world.read(usageMonthKey));
    const isOld = usageMonth !== null && usageMonth !== monthKey(now);
    const usage = isOld ? rolledOver(state.usage) : state.usage;
    return { ...unread, ...state, usage, standing, aiTemplateUsage };
  }

  function keep(next: Snapshot): void {
    const { currentPlan, usage, billingCycle, paymentMethod, nextBillingDate, aiTemplateUsage } = next;
    if (currentPlan && who) {
      const state: SubscriptionData = { currentPlan, usage, billingCycle, paymentMethod, nextBillingDate };
      world.write(subscriptionKey, JSON.stringify(state));
      world.write(aiUsageKey, JSON.stringify(aiTemplateUsage));
      world.write(usageMonthKey, JSON.stringify({ month: monthKey(month()) }));
    }
    show(next);
  }

  async function ask(here: Who): Promise<void> {
    const isStillHere = () => who?.kind === 'member' && who.uid === here.uid;
    try {
      const { period: _period, ...answer } = await world.ask();
      if (isStillHere()) keep({ ...answer, standing: 'known' });
    } catch {
      if (isStillHere()) show({ ...snapshot, standing: 'unknown' });
    }
  }

  /** One question at a time for one member, however many screens want the answer. */
  function look(): Promise<void> {
    const here = who;
    if (here?.kind !== 'member') return Promise.resolve();
    if (asking?.uid === here.uid) return asking.answer;
    const answer = ask(here).finally(() => {
      if (asking?.answer === answer) asking = null;
    });
    asking = { uid: here.uid, answer };
    return answer;
  }

  function decide(feature: Feature, wanted = 1): Gate {
    const { currentPlan, usage, aiTemplateUsage } = snapshot;
    // Not known is not refused: the hub decides when it is asked.
    if (currentPlan === null) return { allowed: true, left: null };
    if (feature === 'aiTemplates' && who?.kind === 'offline' && mayDraftLocally('offline', aiTemplateUsage))
      return { allowed: true, left: null };
    const counters: Counters = { ...usage, aiTemplateUsage: aiTemplateUsage.count };
    return gate(currentPlan, feature, counters, month(), wanted);
  }

  return {
    snapshot: () => snapshot,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** Told who is here, as soon as that is known. */
    async attend(viewer: WebViewer): Promise<void> {
      if (!viewer.ready) return;
      const next = whoIs(viewer);
      if (next.kind !== who?.kind || next.uid !== who.uid) {
        who = next;
        show(load(next));
      }
      await look();
    },

    /** Another tab changed what is stored. */
    reload(): void {
      if (who)
        show({ ...load(who), standing: snapshot.standing, source: snapshot.source, endsAt: snapshot.endsAt });
    },

    /** Something has changed: what was asked for before that is no answer. */
    refresh: (): Promise<void> => (asking ? asking.answer.then(look) : look()),
    gate: decide,

    /** Counts here what is counted nowhere else: for a guest, and offline. The hub counts a member's uses itself. */
    use(feature: Feature): boolean {
      const { currentPlan, aiTemplateUsage, usage } = snapshot;
      if (!decide(feature).allowed) return false;
      if (currentPlan === null) return true;
      const { counter } = meterOf(currentPlan, feature);
      if (counter === 'aiTemplateUsage') {
        // The page may have been open since last month.
        const now =
          aiTemplateUsage.month === month().index ? aiTemplateUsage : { count: 0, month: month().index };
        keep({ ...snapshot, aiTemplateUsage: oneMoreDraft(now) });
      } else if (counter) keep({ ...snapshot, usage: counted(usage, counter) });
      return true;
    },

    reset: (key?: UsageKey): void => keep({ ...snapshot, usage: reset(snapshot.usage, key) }),

    upgrade(plan: string): void {
      const { currentPlan, usage, billingCycle, paymentMethod, nextBillingDate } = snapshot;
      const from = currentPlan ?? firstSubscription().currentPlan;
      const before: SubscriptionData = {
        currentPlan: from,
        usage,
        billingCycle,
        paymentMethod,
        nextBillingDate,
      };
      const after = upgraded(before, plan, world.now());
      if (after !== before) keep({ ...snapshot, ...after });
    },
  };
}

function readMonth(stored: string | null): string | null {
  try {
    const { month } = (JSON.parse(stored ?? '{}') ?? {}) as Record<string, unknown>;
    return isMonthKey(month) ? month : null;
  } catch {
    return null;
  }
}
