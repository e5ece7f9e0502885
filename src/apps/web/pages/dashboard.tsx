import { useEffect } from 'react';
import { waitingWords } from '#features/accounts/rules/offline-words.ts';
import { useAuth } from '#features/accounts/web/auth-provider.tsx';
import { MemberGate } from '#features/accounts/web/gate.tsx';
import { BrandingProvider } from '#features/branding/web/branding-provider.tsx';
import { SubscriptionProvider } from '#features/plans/web/subscription-provider.tsx';
import { useLocation, useNavigate } from '#platform/web/router.tsx';
import { placeOfAnchor } from '../workspace/places.ts';
import { Overview } from '../workspace/overview.tsx';
import { Workspace } from '../workspace/workspace.tsx';

export { readAhead as prepare } from '#features/saved/web/use-saved-templates.ts';

export const head = () => ({ title: 'Dashboard', description: 'Your documents, purchases and settings.' });

/** What waits for a member, what they worked on last, and the ways to all the rest. */
export default function DashboardPage() {
  return (
    <Workspace here="/dashboard">
      <MemberGate preparing={waitingWords.dashboard}>
        <SubscriptionProvider>
          <BrandingProvider>
            <Dashboard />
          </BrandingProvider>
        </SubscriptionProvider>
      </MemberGate>
    </Workspace>
  );
}

function Dashboard() {
  const { user } = useAuth();
  const navigate = useNavigate();
  const { hash, search } = useLocation();
  const place = placeOfAnchor(hash);
  useEffect(() => {
    if (place) navigate(place + search, { replace: true });
  }, [place, search, navigate]);
  return user && !place ? <Overview user={user} /> : null;
}
