import { useHub, usePathExists } from '#platform/web/hub.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Notice, Skeleton } from '#ui/feedback.tsx';
import { Column, Columns, Row, Stack } from '#ui/page.tsx';
import { countedFeatures, plans } from '../rules/plans.ts';
import { PlanBar } from './plan-use.tsx';
import { SubscriptionProvider, useSubscription } from './subscription-provider.tsx';

/** The plan on the dashboard: which one, how much of it is used, and what the next one would give. */
export default function PlanBlock() {
  return (
    <SubscriptionProvider>
      <Plan />
    </SubscriptionProvider>
  );
}

function Plan() {
  const { currentPlan, standing, refresh } = useSubscription();
  const exists = usePathExists();
  if (currentPlan === null) {
    if (standing === 'asking') return <Skeleton rows={4} label="Loading your plan" />;
    return (
      <ErrorState
        title="Your plan is not known right now"
        safe="Nothing about it has changed. What you do is checked again as soon as the hub answers."
        actions={<Button onClick={() => void refresh()}>Try again</Button>}
      >
        The hub does not answer.
      </ErrorState>
    );
  }
  return (
    <Stack gap={24}>
      <p>
        You are on <strong>{plans[currentPlan].name}</strong>. <Until />
      </p>
      {standing === 'unknown' && (
        <Notice
          kind="warn"
          title="This is your last known plan"
          actions={
            <Button size="tool" onClick={() => void refresh()}>
              Try again
            </Button>
          }
        >
          The hub does not answer right now. Nothing about your plan has changed.
        </Notice>
      )}
      <Columns>
        {countedFeatures.map((feature) => (
          <Column key={feature} span={6} tablet={6}>
            <PlanBar feature={feature} plan={currentPlan} />
          </Column>
        ))}
      </Columns>
      {exists('/plans') && (
        <Row>
          <ButtonLink href="/plans">Compare plans</ButtonLink>
        </Row>
      )}
    </Stack>
  );
}

/** How long it goes on, where somebody knows. */
function Until() {
  const { site } = useHub();
  const { standing, source, endsAt, nextBillingDate } = useSubscription();
  const day = (iso: string) =>
    new Intl.DateTimeFormat(site.language, { dateStyle: 'long' }).format(new Date(iso));
  if (standing === 'local') return 'It is counted on this device.';
  if (endsAt) return `It ends on ${day(endsAt)}; nothing you made is deleted then.`;
  if (source === 'granted') return 'The operator of this hub gave it to you.';
  return nextBillingDate ? `The next payment is due on ${day(nextBillingDate)}.` : null;
}
