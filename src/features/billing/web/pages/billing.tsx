import { useEffect } from 'react';
import { waitingWords } from '#features/accounts/rules/offline-words.ts';
import { signInPath } from '#features/accounts/rules/return-path.ts';
import { isPaidPlan } from '#features/plans/rules/capabilities.ts';
import { billingCycles, isPlanId, plans } from '#features/plans/rules/plans.ts';
import { useLocation, useNavigate, useSearchParams } from '#platform/web/router.tsx';
import { useViewer } from '#platform/web/viewer.ts';
import { Notice } from '#ui/feedback.tsx';
import { Page, Stack } from '#ui/page.tsx';
import { billingPlacePath } from '../../rules/addresses.ts';
import { ChangePlan } from '../change-plan.tsx';
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
  return <ToThePlace />;
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

/** Without a plan to choose this is the member's billing, which has its place on the dashboard. */
function ToThePlace() {
  const { search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => navigate(`${billingPlacePath}${search}`, { replace: true }), [navigate, search]);
  return (
    <Page kind="form" title="Billing">
      <p role="status">Opening your billing…</p>
    </Page>
  );
}
