import { AuthProvider } from '#features/accounts/web/auth-provider.tsx';
import { type Hub, HubProvider } from '#platform/web/hub.tsx';
import { useLocation } from '#platform/web/router.tsx';
import { ToastHost } from '#ui/toast.tsx';
import { AppBoundary } from './boundaries.tsx';
import { matchAddress, noMatch } from './match.ts';
import type { PageData } from './page-data.ts';
import { PageHost } from './page-host.tsx';
import type { PageRoute } from './routes.tsx';
import { Shell } from './shell/shell.tsx';

interface AppProps {
  hub: Hub;
  data: PageData;
  /** The document returned 404 for its own path; navigating away starts fresh. */
  missing: boolean;
}

/** The application inside its router: the same tree on the server and in the browser. */
export function App({ hub, data, missing }: AppProps) {
  const { pathname, search, isFirst } = useLocation();
  // Deliberately outside the application's boundary: a failure here is the router's own.
  const matched = missing && isFirst ? noMatch : matchAddress(pathname, search);
  return (
    <AppBoundary>
      <HubProvider hub={hub}>
        <AuthProvider>
          <Shell footer={footerOf(matched.route)} isQuiet={matched.route.quiet}>
            <PageHost data={data} matched={matched} />
          </Shell>
        </AuthProvider>
        <ToastHost />
      </HubProvider>
    </AppBoundary>
  );
}

/** What a page renders in the browser arrives after its document: the footer waits out of view, so it never jumps. */
function footerOf({ footer, access, archetype, load, pays }: PageRoute): 'none' | 'below' | 'follows' {
  if (footer === false) return 'none';
  return access === 'member' || pays || (!load && /^[lt]/.test(archetype)) ? 'below' : 'follows';
}
