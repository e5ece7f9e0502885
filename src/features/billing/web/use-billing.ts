import { useCallback, useEffect, useState } from 'react';
import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { onPlanChanged } from '#platform/web/plan-news.ts';
import { useHub } from '#platform/web/hub.tsx';
import { billingApi } from '../rules/addresses.ts';
import type { BillingAnswer } from '../rules/contract.ts';

export const asProblem = (error: unknown): Problem =>
  error instanceof Problem ? error : new Problem('unavailable');

/** What a member pays, as the hub says it; null is not known yet. */
export function useBilling(isOn: boolean) {
  const [value, setValue] = useState<BillingAnswer | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const load = useCallback(() => {
    api<BillingAnswer>(billingApi.overview).then(
      (answer) => {
        setValue(answer);
        setProblem(null);
      },
      (error: unknown) => setProblem(asProblem(error)),
    );
  }, []);
  useEffect(() => {
    if (!isOn) return;
    load();
    return onPlanChanged(load);
  }, [isOn, load]);
  return { value, problem, load, setValue };
}

export function useDay(): (iso: string) => string {
  const { site } = useHub();
  return (iso) => new Intl.DateTimeFormat(site.language, { dateStyle: 'long' }).format(new Date(iso));
}
