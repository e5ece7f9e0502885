import { useCallback, useEffect, useState } from 'react';
import { waitingWords } from '#features/accounts/rules/offline-words.ts';
import { signInPath } from '#features/accounts/rules/return-path.ts';
import { isPaidPlan } from '#features/plans/rules/capabilities.ts';
import { billingCycles, isPlanId, plans } from '#features/plans/rules/plans.ts';
import { tellPlanChanged } from '#platform/web/plan-news.ts';
import { useLocation, useNavigate, useSearchParams } from '#platform/web/router.tsx';
import { useViewer } from '#platform/web/viewer.ts';
import { Notice } from '#ui/feedback.tsx';
import { Page, Stack } from '#ui/page.tsx';
import { BillingPanel } from '../billing-panel.tsx';
import { ChangePlan } from '../change-plan.tsx';
import { Returned } from '../returned.tsx';
import { useBilling } from '../use-billing.ts';

export const head = () => ({
  title: 'Billing',
  description: 'Your plan, next payment and invoices. Change or cancel here.',
});

export default function BillingPage() {
  const { ready, user } = useViewer();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isStranger = ready && !user;
  useEffect(() => {
    if (isStranger) void navigate(signInPath(`${pathname}${search}`), { replace: true });
  }, [isStranger, navigate, pathname, search]);
  if (!user)
    return (
      <Page kind="form" title="Billing">
        <p role="status">{waitingWords.verify}</p>
      </Page>
    );
  return <Billing isOffline={user.isOffline} />;
}

function Billing({ isOffline }: { isOffline: boolean }) {
  const [params] = useSearchParams();
  const plan = params.get('plan');
  const cycle = billingCycles.find((each) => each === params.get('cycle')) ?? 'monthly';
  const done = params.get('done');
  const from = params.get('from');
  if (isPlanId(plan) && isPaidPlan(plan) && !isOffline)
    return (
      <Page kind="form" title={`Choose ${plans[plan].name}`} lead="Review the price before you agree.">
        <Stack gap={24}>
          {params.has('left') && <Notice title="Payment canceled">Nothing was charged.</Notice>}
          <Choose plan={plan} cycle={cycle} from={from} />
        </Stack>
      </Page>
    );
  return <Overview done={isOffline ? null : done} from={from} />;
}

/** What the last invoice said is theirs; it is asked for before the form stands. */
function Choose({ plan, cycle, from }: Omit<Parameters<typeof ChangePlan>[0], 'country' | 'details'>) {
  const { value, problem } = useBilling(true);
  if (!value && !problem) return null;
  return (
    <ChangePlan
      plan={plan}
      cycle={cycle}
      from={from}
      details={value?.details ?? null}
      country={value?.current?.country ?? null}
    />
  );
}

function Overview({ done, from }: Record<'done' | 'from', string | null>) {
  const [round, setRound] = useState(0);
  const settled = useCallback(() => {
    setRound((before) => before + 1);
    tellPlanChanged();
  }, []);
  return (
    <Page kind="list" title="Billing" lead="Your plan, payments and invoices. Change or cancel any time.">
      <Stack gap={24}>
        {done && <Returned id={done} from={from} onSettled={settled} />}
        <BillingPanel key={round} />
      </Stack>
    </Page>
  );
}
