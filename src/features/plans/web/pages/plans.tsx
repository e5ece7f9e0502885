import { useState } from 'react';
import { useHub, usePathExists } from '#platform/web/hub.tsx';
import { useLocation } from '#platform/web/router.tsx';
import { useViewer } from '#platform/web/viewer.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Segments } from '#ui/segments.tsx';
import { Link } from '#ui/link.tsx';
import { Page, Stack } from '#ui/page.tsx';
import { isPaidPlan, rankOf } from '../../rules/capabilities.ts';
import { type BillingCycle, type PlanId, plans } from '../../rules/plans.ts';
import { recommended } from '../../rules/recommend.ts';
import { PlanList, PlanTable } from '../plan-table.tsx';
import { SubscriptionProvider, useSubscription } from '../subscription-provider.tsx';

export const head = () => ({
  title: 'Plans',
  description: 'Compare five plans: features, limits, and monthly and yearly prices.',
});

export default function PlansPage() {
  return (
    <SubscriptionProvider>
      <Plans />
    </SubscriptionProvider>
  );
}

const billingPath = '/billing';

/** Whether a plan can be paid for here. */
function useTakesMoney(): boolean {
  const { runtime } = useHub();
  const exists = usePathExists();
  return exists(billingPath) && runtime.payments.mode !== 'off';
}

function Plans() {
  const [cycle, setCycle] = useState<BillingCycle>('monthly');
  const { user } = useViewer();
  const { currentPlan, usage, aiTemplateUsage } = useSubscription();
  // A guest's device counts like FREE, but a guest has no plan.
  const present = user ? currentPlan : null;
  const counters = present === null ? null : { ...usage, aiTemplateUsage: aiTemplateUsage.count };
  const advice = recommended(present, counters);
  const shown = {
    cycle,
    present,
    counters,
    advised: advice.plan,
    action: wayTo({ cycle, present, advised: advice.plan }),
  };
  return (
    <Page
      kind="list"
      title="Plans"
      lead="Every tool works on FREE. Larger plans raise the limits. Nothing is deleted if you downgrade."
      actions={
        <Segments
          label="Monthly or yearly prices"
          value={cycle}
          onChange={setCycle}
          options={[
            { value: 'monthly', label: 'Monthly' },
            { value: 'yearly', label: 'Yearly' },
          ]}
        />
      }
    >
      {/* As high for everybody: a member's own reason comes a moment later. */}
      <p className="mb-24 min-h-96 max-w-measure md:min-h-48">{advice.why}</p>
      <Stack gap={48}>
        <div className="hidden lg:block">
          <PlanTable {...shown} />
        </div>
        <div className="lg:hidden">
          <PlanList {...shown} />
        </div>
        <HowToGetOne />
        {present && rankOf(present) > 0 && (
          <p className="max-w-measure text-15 text-muted">
            If you take a smaller plan, what’s over a limit stays. New use resumes when there’s room or a new
            month begins.
          </p>
        )}
      </Stack>
    </Page>
  );
}

interface WayProps {
  plan: PlanId;
  cycle: BillingCycle;
  present: PlanId | null;
  advised: PlanId;
  short?: 'short' | undefined;
}

const wayTo = (of: Omit<WayProps, 'plan' | 'short'>) => (plan: PlanId, short?: 'short') => (
  <WayTo plan={plan} short={short} {...of} />
);

/** The page with the work that a larger plan was wanted for: once it is paid, one goes on there. */
function useWorkBefore(): string | null {
  const { from } = useLocation();
  return from !== null && /^\/(tools|automation|funnel|dashboard\/templates)/.test(from) ? from : null;
}

/** Paying, where this hub can take money; else the one who can give a plan. */
function WayTo({ plan, cycle, present, advised, short }: WayProps) {
  const { site } = useHub();
  const { user } = useViewer();
  const exists = usePathExists();
  const takesMoney = useTakesMoney();
  const from = useWorkBefore();
  const { source, billingCycle } = useSubscription();
  const { name } = plans[plan];
  const isOtherCycle = source === 'paid' && billingCycle !== cycle;
  if (plan === present && !(isOtherCycle && takesMoney))
    return <span className="text-15 text-muted">Current plan</span>;
  if (!isPaidPlan(plan)) {
    if (user || !exists('/signup')) return null;
    return <ButtonLink href="/signup">Get started</ButtonLink>;
  }
  if (takesMoney) {
    const [verb, more] =
      present && rankOf(plan) < rankOf(present) ? ['Change', ` to ${name}`] : ['Choose', ` ${name}`];
    const back = from ? `&from=${encodeURIComponent(from)}` : '';
    return (
      <ButtonLink
        variant={plan === advised && plan !== present ? 'primary' : 'secondary'}
        href={`${billingPath}?plan=${plan}&cycle=${cycle}${back}`}
      >
        {plan === present ? (
          `Pay ${cycle}`
        ) : short ? (
          // Its name stands right above.
          <span>
            {verb}
            <span className="sr-only">{more}</span>
          </span>
        ) : (
          verb + more
        )}
      </ButtonLink>
    );
  }
  if (!user) return null;
  const subject = encodeURIComponent(`${name}, ${cycle}, for ${user.email}`);
  return (
    <Link href={`mailto:${site.support.email}?subject=${subject}`} aria-label={`Contact us about ${name}`}>
      Contact us
    </Link>
  );
}

function HowToGetOne() {
  const { site } = useHub();
  const exists = usePathExists();
  if (useTakesMoney()) return null;
  return (
    <p className="max-w-measure text-15 text-muted">
      You can’t buy plans here yet. To get one, email{' '}
      <Link href={`mailto:${site.support.email}`}>{site.support.email}</Link>
      {exists('/signup') && ' from the address of your account'}. Prices are in US dollars.
    </p>
  );
}
