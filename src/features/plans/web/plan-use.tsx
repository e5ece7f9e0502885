import { usePathExists } from '#platform/web/hub.tsx';
import { useViewer } from '#platform/web/viewer.ts';
import { ButtonLink } from '#ui/button.tsx';
import { UsageBar } from '#ui/usage.tsx';
import { nextPlanWords } from '../rules/gate.ts';
import { countedAs, type CountedFeature, featureNames, type PlanId, unlimited } from '../rules/plans.ts';
import { meterOf } from '../rules/usage.ts';
import { SubscriptionProvider, useSubscription } from './subscription-provider.tsx';

/** The bar of one limit inside the tool that it limits; its place is kept until the plan is known. */
export const PlanUse = ({ feature }: { feature: CountedFeature }) => (
  <SubscriptionProvider>
    <div className="mb-24 min-h-48">
      <Known feature={feature} />
    </div>
  </SubscriptionProvider>
);

function Known({ feature }: { feature: CountedFeature }) {
  const { currentPlan, gate } = useSubscription();
  const exists = usePathExists();
  if (currentPlan === null) return null;
  return (
    <>
      <PlanBar feature={feature} plan={currentPlan} />
      {!gate(feature).allowed && exists('/plans') && (
        <ButtonLink href="/plans" className="mt-12">
          Compare plans
        </ButtonLink>
      )}
    </>
  );
}

/** How much of one thing is used, and what the next plan would give. */
export function PlanBar({
  feature,
  plan,
  brief,
}: {
  feature: CountedFeature;
  plan: PlanId;
  /** Says what comes next only once nothing is left. */
  brief?: boolean;
}) {
  const { gate, usage, aiTemplateUsage } = useSubscription();
  const isOffline = useViewer().mode === 'offline';
  const { counter, limit } = meterOf(plan, feature);
  const used = counter === 'aiTemplateUsage' ? aiTemplateUsage.count : usage[feature];
  const decision = gate(feature);
  const isFree = limit === unlimited || (isOffline && feature === 'aiTemplates');
  const note = decision.allowed ? nextPlanWords(plan, feature) : decision.refusal.advice;
  return (
    <UsageBar
      of={featureNames[feature]}
      verb={countedAs(feature)}
      used={used}
      limit={isFree ? null : limit}
      note={isFree || (brief && decision.allowed) ? null : note}
    />
  );
}
