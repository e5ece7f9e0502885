import { useHub, usePathExists } from '#platform/web/hub.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Notice, Skeleton } from '#ui/feedback.tsx';
import { Column, Columns, Row, Stack } from '#ui/page.tsx';
import { Sheet } from '#ui/stationery.tsx';
import { nextPlanOffer } from '../rules/gate.ts';
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
  const offer = nextPlanOffer(currentPlan);
  return (
    <Stack gap={24}>
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
        <Column span={5} tablet={12}>
          <Sheet className="flex h-full flex-col gap-12">
            <p className="text-15 text-muted">Your plan</p>
            <h2 className="text-21">{plans[currentPlan].name}</h2>
            <p>
              <Until />
            </p>
            {offer && <p className="text-15 text-muted">Next: {offer}</p>}
            <Row className="mt-auto pt-12">
              {exists('/plans') && <ButtonLink href="/plans">Compare plans</ButtonLink>}
            </Row>
          </Sheet>
        </Column>
        <Column span={7} tablet={12}>
          <Sheet className="flex h-full flex-col gap-24">
            <h2 className="text-21">Used so far</h2>
            {countedFeatures.map((feature) => (
              <PlanBar key={feature} brief feature={feature} plan={currentPlan} />
            ))}
            <p className="text-13 text-muted">
              Saved templates count for as long as you keep them. The others start again on the first of the
              month.
            </p>
          </Sheet>
        </Column>
      </Columns>
    </Stack>
  );
}

/** How long it goes on, where somebody knows. */
function Until() {
  const { site } = useHub();
  const { currentPlan, standing, source, endsAt, nextBillingDate } = useSubscription();
  const day = (iso: string) =>
    new Intl.DateTimeFormat(site.language, { dateStyle: 'long' }).format(new Date(iso));
  if (standing === 'local') return 'Usage is counted on this device.';
  if (endsAt) return `It ends on ${day(endsAt)}. Nothing will be deleted.`;
  if (source === 'granted') return 'It was granted to you for free.';
  if (currentPlan && plans[currentPlan].price === 0) return 'Free for as long as you like.';
  return nextBillingDate ? `The next payment is due on ${day(nextBillingDate)}.` : null;
}
