import { SubscriptionProvider, useSubscription } from '#features/plans/web/subscription-provider.tsx';
import { AutomationProvider } from '#features/recovery/web/automation-provider.tsx';
import { AutomationScreen } from '#features/recovery/web/screen.tsx';
import { useViewer } from '#platform/web/viewer.ts';
import { Workspace } from '../workspace/workspace.tsx';

export const head = () => ({
  title: 'Abandoned cart recovery',
  description:
    'Recover abandoned carts with reminders that stop the moment someone buys, and see what they bring in.',
});

/** Cart recovery asks the plan what is allowed: this is where the two meet. To a member it is one of their places. */
export default function AutomationPage() {
  return (
    <SubscriptionProvider>
      <WithPlan />
    </SubscriptionProvider>
  );
}

function WithPlan() {
  const plan = useSubscription();
  const { ready, user } = useViewer();
  return (
    <Workspace here="/automation" isMember={ready ? user !== null : undefined}>
      <AutomationProvider plan={plan}>
        <AutomationScreen />
      </AutomationProvider>
    </Workspace>
  );
}
