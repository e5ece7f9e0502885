import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Gate } from '#features/plans/rules/gate.ts';
import type { Feature, PlanId } from '#features/plans/rules/plans.ts';
import type { Usage } from '#features/plans/rules/usage.ts';
import { api } from '#platform/web/api.ts';
import { onOwner } from '#platform/web/owner.ts';
import { withSession } from '#platform/web/session.ts';
import { onStoredElsewhere, readStored, writeStored } from '#platform/web/storage.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { recoveryApi } from '../rules/addresses.ts';
import { automationKey } from '../rules/automation.ts';
import { type Automation, createAutomation, firstSnapshot, type Snapshot } from './automation.ts';
import { useNews } from './use-news.ts';

/** What recovery needs to know of the plan: the app hands in what the plans feature knows. */
export interface PlanPort {
  currentPlan: PlanId | null;
  usage: Usage;
  gate(feature: Feature): Gate;
  use(feature: Feature): boolean;
  refresh(): Promise<void>;
}

export interface AutomationValue
  extends
    Snapshot,
    Pick<
      Automation,
      'saveSettings' | 'saveCampaign' | 'removeCampaign' | 'orderCampaigns' | 'sendUnsent' | 'refresh'
    > {
  /** False at the limit of monthlyRecoveries. */
  addAbandonedCart(cart: Parameters<Automation['addCart']>[0]): Promise<boolean>;
  updateCartStatus: Automation['updateStatus'];
  plan: PlanPort;
}

const AutomationContext = createContext<AutomationValue | null>(null);

export function useAutomation(): AutomationValue {
  const value = useContext(AutomationContext);
  if (!value) throw new Error('useAutomation must be used within an AutomationProvider');
  return value;
}

let shared: Automation | undefined;

const at = (path: string, id: string): string => path.replace(':id', encodeURIComponent(id));

/** One for all providers of this document. */
const inThisBrowser = (): Automation =>
  (shared ??= createAutomation({
    overview: () => api(recoveryApi.overview),
    addCart: (body) => withSession(() => api(recoveryApi.carts, { method: 'POST', body })),
    setStatus: (id, status) =>
      withSession(() => api(at(recoveryApi.cart, id), { method: 'PATCH', body: { status } })),
    saveSettings: (settings, delivery) =>
      withSession(() => api(recoveryApi.settings, { method: 'PUT', body: { settings, delivery } })),
    saveCampaign: (id, body) => withSession(() => api(at(recoveryApi.campaign, id), { method: 'PUT', body })),
    makeCampaign: (id, campaign) =>
      withSession(() => api(recoveryApi.campaigns, { method: 'POST', body: { ...campaign, id } })),
    removeCampaign: (id) => withSession(() => api(at(recoveryApi.campaign, id), { method: 'DELETE' })),
    orderCampaigns: (ids) =>
      withSession(() => api(recoveryApi.campaignOrder, { method: 'POST', body: { ids } })),
    now: () => new Date(),
    read: readStored,
    write: writeStored,
    warn: (words) => console.warn(words),
  }));

let isHearing = false;

function hearTheWorld({ reload }: Automation): void {
  if (isHearing) return;
  isHearing = true;
  onStoredElsewhere(automationKey, reload);
  onOwner(reload);
}

/** Around the screens that show recovery, not around the application. */
export function AutomationProvider({ plan, children }: { plan: PlanPort; children: ReactNode }) {
  const [automation] = useState(inThisBrowser);
  const snapshot = useSyncExternalStore(automation.subscribe, automation.snapshot, () => firstSnapshot);
  const viewer = useViewer();
  useEffect(() => void automation.attend(viewer), [automation, viewer]);
  useEffect(() => hearTheWorld(automation), [automation]);
  const refreshPlan = plan.refresh;
  const ask = useCallback(
    () => Promise.all([automation.refresh(), refreshPlan()]),
    [automation, refreshPlan],
  );
  useNews(ask);
  const value = useMemo<AutomationValue>(() => {
    const { updateStatus, addCart, ...acts } = automation;
    return {
      ...acts,
      ...snapshot,
      updateCartStatus: updateStatus,
      async addAbandonedCart(cart) {
        const isAdded = await addCart(cart, () => plan.use('monthlyRecoveries'));
        void plan.refresh();
        return isAdded;
      },
      plan,
    };
  }, [automation, snapshot, plan]);
  return <AutomationContext value={value}>{children}</AutomationContext>;
}
