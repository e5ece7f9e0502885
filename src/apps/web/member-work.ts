import { loadChunk } from '#platform/web/chunks.ts';
import { reportError } from '#platform/web/reporting.ts';
import { getViewer, subscribeViewer } from '#platform/web/viewer.ts';

/** What goes on for a member on every page: unsent work is sent, drafts move in, what comes next is loaded. Its code comes when there is one. */
export function startMemberWork(): void {
  const stop = subscribeViewer(() => {
    if (!getViewer().user) return;
    stop();
    loadChunk(() => import('./for-members.ts')).then((work) => work.startForMembers(), reportError);
  });
}
