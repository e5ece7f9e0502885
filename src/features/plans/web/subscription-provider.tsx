import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { api } from '#platform/web/api.ts';
import { onPlanChanged } from '#platform/web/plan-news.ts';
import { onStoredElsewhere, readStored, writeStored } from '#platform/web/storage.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { plansApi } from '../rules/addresses.ts';
import type { Feature } from '../rules/plans.ts';
import { subscriptionKey } from '../rules/subscription.ts';
import { meterOf, usagePercent } from '../rules/usage.ts';
import { createSubscription, firstSnapshot, type Snapshot, type Subscription } from './subscription.ts';

export interface SubscriptionValue
  extends Snapshot, Pick<Subscription, 'gate' | 'use' | 'reset' | 'upgrade' | 'refresh'> {
  canUse(feature: Feature): boolean;
  usagePercent(feature: Feature): number;
}

const SubscriptionContext = createContext<SubscriptionValue | null>(null);

export function useSubscription(): SubscriptionValue {
  const value = useContext(SubscriptionContext);
  if (!value) throw new Error('useSubscription must be used within a SubscriptionProvider');
  return value;
}

let shared: Subscription | undefined;

/** One for all providers of this document. */
const inThisBrowser = (): Subscription =>
  (shared ??= createSubscription({
    ask: () => api(plansApi.subscription),
    now: () => new Date(),
    read: readStored,
    write: writeStored,
    warn: (words) => console.warn(words),
  }));

let isHearing = false;

/** Once for the document, and to its end. */
function hearTheWorld({ reload, refresh }: Subscription): void {
  if (isHearing) return;
  isHearing = true;
  onStoredElsewhere(subscriptionKey, reload);
  onPlanChanged(() => void refresh());
}

/** Around the screens that show or use a plan, not around the application: public pages do without it. */
export function SubscriptionProvider({ children }: { children: ReactNode }) {
  const [subscription] = useState(inThisBrowser);
  const snapshot = useSyncExternalStore(subscription.subscribe, subscription.snapshot, () => firstSnapshot);
  const viewer = useViewer();
  useEffect(() => void subscription.attend(viewer), [subscription, viewer]);
  useEffect(() => hearTheWorld(subscription), [subscription]);
  const value = useMemo(() => valueOf(subscription, snapshot), [subscription, snapshot]);
  return <SubscriptionContext value={value}>{children}</SubscriptionContext>;
}

function valueOf(subscription: Subscription, snapshot: Snapshot): SubscriptionValue {
  const { gate, use, reset, upgrade, refresh } = subscription;
  const { currentPlan, usage, aiTemplateUsage } = snapshot;
  return {
    ...snapshot,
    gate,
    use,
    reset,
    upgrade,
    refresh,
    canUse: (feature) => gate(feature).allowed,
    usagePercent(feature) {
      if (currentPlan === null) return 0;
      const { counter, limit } = meterOf(currentPlan, feature);
      const used = { ...usage, aiTemplateUsage: aiTemplateUsage.count };
      return usagePercent(counter ? used[counter] : 0, limit);
    },
  };
}
