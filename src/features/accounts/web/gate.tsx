import { type ReactNode, useEffect } from 'react';
import { useLocation, useNavigate } from '#platform/web/router.tsx';
import { Page } from '#ui/page.tsx';
import { waitingWords } from '../rules/offline-words.ts';
import { signInPath } from '../rules/return-path.ts';
import { useAuth } from './auth-context.ts';

/**
 * Around every page that needs somebody. It is decided here, in the browser, because this is where an offline user
 * lives. `preparing` are a page's own words beside the waiting.
 */
export function MemberGate({ preparing, children }: { preparing?: string; children: ReactNode }) {
  const { authReady, user } = useAuth();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const isStranger = authReady && !user;
  const to = signInPath(pathname + search + hash);
  useEffect(() => {
    if (isStranger) void navigate(to, { replace: true });
  }, [isStranger, navigate, to]);
  if (user) return children;
  return (
    // Its own key: nothing of it turns into a part of the page, and moves.
    <Page key="waiting" kind="list">
      <div role="status" className="text-muted">
        <p>{waitingWords.verify}</p>
        {preparing && <p>{preparing}</p>}
      </div>
    </Page>
  );
}
