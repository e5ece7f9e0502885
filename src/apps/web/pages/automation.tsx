import { SubscriptionProvider, useSubscription } from '#features/plans/web/subscription-provider.tsx';
import { AutomationProvider } from '#features/recovery/web/automation-provider.tsx';
import { AutomationScreen } from '#features/recovery/web/screen.tsx';

export const head = () => ({
  title: 'Abandoned cart recovery',
  description:
    'Recover abandoned carts with reminders that stop the moment someone buys, and see what they bring in.',
});

/** Cart recovery asks the plan what is allowed: this is where the two meet. */
export default function AutomationPage() {
  return (
    <SubscriptionProvider>
      <WithPlan />
    </SubscriptionProvider>
  );
}

function WithPlan() {
  const plan = useSubscription();
  return (
    <AutomationProvider plan={plan}>
      <AutomationScreen />
    </AutomationProvider>
  );
}
