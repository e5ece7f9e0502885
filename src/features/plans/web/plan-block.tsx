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
        title="Couldn’t load your plan"
        safe="Your plan hasn’t changed. We’ll check it again when you’re back online."
        actions={<Button onClick={() => void refresh()}>Try again</Button>}
      >
        Can’t reach the server.
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
          title="Showing your last known plan"
          actions={
            <Button size="tool" onClick={() => void refresh()}>
              Try again
            </Button>
          }
        >
          We can’t reach the server right now. Your plan hasn’t changed.
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
  if (standing === 'local') return 'Usage is counted on this device.';
  if (endsAt) return `It ends on ${day(endsAt)}. Nothing will be deleted.`;
  if (source === 'granted') return 'It was granted to you for free.';
  return nextBillingDate ? `The next payment is due on ${day(nextBillingDate)}.` : null;
}
