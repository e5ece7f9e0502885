import { useCallback, useEffect, useState } from 'react';
import { useAuth } from '#features/accounts/web/auth-provider.tsx';
import { billingApi } from '#features/billing/rules/addresses.ts';
import { agreementsApi } from '#features/agreements/rules/addresses.ts';
import type { AgreementList } from '#features/agreements/rules/contract.ts';
import type { BillingAnswer } from '#features/billing/rules/contract.ts';
import { useBranding } from '#features/branding/web/branding-provider.tsx';
import { useFunnels } from '#features/funnels/web/use-funnels.ts';
import { countedFeatures } from '#features/plans/rules/plans.ts';
import { useSubscription } from '#features/plans/web/subscription-provider.tsx';
import { recoveryApi } from '#features/recovery/rules/addresses.ts';
import type { OverviewAnswer } from '#features/recovery/rules/contract.ts';
import { useSavedTemplates } from '#features/saved/web/use-saved-templates.ts';
import type { PurchasesAnswer } from '#features/store/rules/order-contract.ts';
import { api } from '#platform/web/api.ts';
import { onPlanChanged } from '#platform/web/plan-news.ts';
import type { AccountFacts } from './waiting.ts';

/** Nobody waits longer than this for a part that does not answer: what there is is drawn. */
const patienceMs = 3000;

/** `undefined`: not answered yet; null: couldn't be read. */
function useAnswer<T>(path: string | null) {
  const [value, setValue] = useState<T | null | undefined>();
  const load = useCallback(() => {
    if (path !== null) api<T>(path).then(setValue, () => setValue(null));
  }, [path]);
  useEffect(() => {
    load();
    return onPlanChanged(load);
  }, [load]);
  return { value: path === null ? null : value, load };
}

/** Everything that the overview says, drawn once all of it is known, so that nothing in it jumps. */
export function useFacts() {
  const { user } = useAuth();
  const isOnline = user !== null && !user.isOffline;
  const { branding, isSettled } = useBranding();
  const saved = useSavedTemplates();
  const funnels = useFunnels();
  const plan = useSubscription();
  const orders = useAnswer<PurchasesAnswer>(isOnline ? '/api/purchases' : null);
  const recovery = useAnswer<OverviewAnswer>(isOnline ? recoveryApi.overview : null);
  const billing = useAnswer<BillingAnswer>(isOnline ? billingApi.overview : null);
  const agreements = useAnswer<AgreementList>(isOnline ? `${agreementsApi.all}?show=yours` : null);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);

  const answers = [orders, recovery, billing, agreements];
  const isKnown =
    isSettled &&
    saved.userId !== null &&
    !saved.isLoading &&
    saved.status !== 'checking' &&
    funnels?.heads != null &&
    plan.standing !== 'asking' &&
    answers.every(({ value }) => value !== undefined);
  const heads = saved.heads.filter(({ deletedAt, isPurged }) => deletedAt === null && !isPurged);
  const funnelHeads = funnels?.heads ?? [];
  const account: AccountFacts | null = user && {
    user,
    unsent: [
      ...saved.waiting.map(({ id, op, refusal }) => ({
        name: saved.heads.find((head) => head.id === id)?.name ?? String(op.payload['name'] ?? 'Untitled'),
        refusal,
        isFunnel: false,
      })),
      ...[...(funnels?.waits ?? [])].map(([id, refusal]) => ({
        name: funnelHeads.find((head) => head.id === id)?.name ?? 'Untitled',
        refusal,
        isFunnel: true,
      })),
    ],
    refusals: countedFeatures.flatMap((feature) => {
      const decision = plan.currentPlan === null ? null : plan.gate(feature);
      return decision && !decision.allowed ? [decision.refusal] : [];
    }),
    funnels: funnelHeads,
    billing: billing.value ?? null,
    orders: orders.value?.orders ?? null,
    recovery: recovery.value ?? null,
    agreements: agreements.value
      ? { yours: agreements.value.agreements, count: agreements.value.counts.yours }
      : null,
  };
  return {
    isKnown: isKnown || isLate,
    isPartial: isOnline && answers.some(({ value }) => value === null),
    retry: () => answers.forEach(({ load }) => load()),
    account,
    saved: heads,
    funnels: funnelHeads,
    companyName: branding.companyName,
    plan: plan.currentPlan,
    figures: recovery.value?.figures ?? null,
  };
}
