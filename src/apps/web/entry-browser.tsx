import '#ui/styles.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { PageState } from '#base/render.ts';
import { type LazyPage, loadChunk } from '#platform/web/chunks.ts';
import { reportError, startReporting } from '#platform/web/reporting.ts';
import { unsureHolder } from '#platform/web/owner.ts';
import { emptyRefilled } from '#platform/web/refilled.ts';
import { Router } from '#platform/web/router.tsx';
import { beforeSignOut, onSignOut } from '#platform/web/session.ts';
import { registerServiceWorker } from '#platform/web/sw/register.ts';
import { getViewer } from '#platform/web/viewer.ts';
import { App } from './app.tsx';
import { RouterBoundary } from './boundaries.tsx';
import { matchAddress, noMatch } from './match.ts';
import { startMemberWork } from './member-work.ts';
import { cachedInBrowser } from './cached-page-data.ts';
import { createPageData } from './page-data.ts';

/**
 * Hydrates everything at once: if one part became interactive before the rest, any change would discard the
 * server's HTML.
 */
async function preloadWhole(page: LazyPage): Promise<void> {
  const { parts = [] } = await page.preload();
  await Promise.all(parts.map((part) => part.preload()));
}

// Someone navigated before hydration was complete: React renders the next page from scratch, and nothing is wrong.
const openedAt = window.location.href;
function onRecoverableError(error: unknown): void {
  if (window.location.href === openedAt) reportError(error);
}

async function start(): Promise<void> {
  const unsure = unsureHolder();
  const isKnown =
    unsure !== null &&
    loadChunk(() => import('#features/accounts/web/still-here.ts')).then(
      ({ askIfHere }) => askIfHere(unsure),
      reportError,
    );
  emptyRefilled();
  const root = document.getElementById('root');
  const stateText = document.getElementById('page-state')?.textContent;
  if (!root || !stateText) throw new Error('The document is incomplete');
  const state = JSON.parse(stateText) as PageState;
  const missing = state.status === 404;
  startReporting(state.runtime);
  window.addEventListener('error', (event) => reportError(event.error ?? event.message));
  window.addEventListener('unhandledrejection', (event) => reportError(event.reason));

  beforeSignOut(async () => (await loadChunk(() => import('./for-members.ts'))).sendUnsent());
  onSignOut(async (uid) => (await loadChunk(() => import('./leaving.ts'))).cleanBehind(uid));
  startMemberWork();

  // The page's code first, so that hydration matches the server's HTML.
  const { route } = missing ? noMatch : matchAddress(location.pathname, location.search);
  await preloadWhole(route.page).catch(() => {});
  await isKnown;

  const tree = (
    <StrictMode>
      <RouterBoundary>
        <Router address={location.href} needsDocument={needsDocument}>
          <App
            hub={{ site: state.site, runtime: state.runtime }}
            data={createPageData(state, cachedInBrowser)}
            missing={missing}
          />
        </Router>
      </RouterBoundary>
    </StrictMode>
  );
  if (import.meta.env.PROD) registerServiceWorker();
  // Whoever catches an error reports it, and it appears in the console.
  const onCaughtError = () => {};
  if (root.hasChildNodes()) hydrateRoot(root, tree, { onRecoverableError, onCaughtError });
  else createRoot(root, { onCaughtError }).render(tree);
}

/**
 * Only a payment page may load the payment provider's script: its document's headers allow it. And once a session
 * has been ended elsewhere, this page is all that its owner left open: the next one starts without them.
 */
const needsDocument = (pathname: string, by: 'link' | 'history'): boolean =>
  getViewer().isEnded === true || (by === 'link' && matchAddress(pathname, '').route.pays === true);

void start();
