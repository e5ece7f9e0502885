import { useState } from 'react';
import { cents } from '#base/money.ts';
import type { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Price } from '#ui/price.tsx';
import { billingApi } from '../rules/addresses.ts';
import type { BillingAnswer } from '../rules/contract.ts';
import { asProblem, useDay } from './use-billing.ts';

/** Monthly donations, each with its way out. */
export function Gifts({ gifts, onStopped }: { gifts: BillingAnswer['gifts']; onStopped: () => void }) {
  const day = useDay();
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  if (gifts.length === 0) return null;
  const stop = (id: string, gift: string) => {
    setBusy(id);
    setProblem(null);
    api(billingApi.monthlyStop, { method: 'POST', body: { gift } })
      .then(onStopped, (error: unknown) => setProblem(asProblem(error)))
      .finally(() => setBusy(null));
  };
  return (
    <section aria-label="Monthly donations" className="flex flex-col gap-12">
      {problem && <Notice kind="danger">{problem.message}</Notice>}
      {gifts.map(({ id, cents: amount, nextAt, token }) => (
        <p
          key={id}
          className="flex flex-wrap items-center justify-between gap-12 border-t border-hairline pt-12"
        >
          <span>
            You donate <Price cents={cents(amount)} per="month" />, next on {day(nextAt)}. Thank you.
          </span>
          <Button busy={busy === id} onClick={() => stop(id, token)}>
            Stop donating
          </Button>
        </p>
      ))}
    </section>
  );
}
