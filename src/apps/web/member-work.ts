import { loadChunk } from '#platform/web/chunks.ts';
import { reportError } from '#platform/web/reporting.ts';
import { getViewer, subscribeViewer } from '#platform/web/viewer.ts';

/** What goes on for a member on every page: unsent work is sent, drafts move in, what comes next is loaded. Its code comes when there is one. */
export function startMemberWork(): void {
  const stop = subscribeViewer(() => {
    if (!getViewer().user) return;
    stop();
    loadChunk(() => import('./ahead.ts')).then((ahead) => ahead.startAhead(), reportError);
    loadChunk(() => import('#features/saved/web/desk.ts')).then((desk) => desk.startSaved(), reportError);
    loadChunk(() => import('#features/store/web/account-cart.ts')).then(
      (cart) => cart.startAccountCart(),
      reportError,
    );
    loadChunk(() => import('#features/funnels/web/desk.ts')).then((desk) => desk.funnelDesk(), reportError);
  });
}
