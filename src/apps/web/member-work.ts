import { loadChunk } from '#platform/web/chunks.ts';
import { reportError } from '#platform/web/reporting.ts';
import { getViewer, subscribeViewer } from '#platform/web/viewer.ts';

/**
 * Background work for a member on every page: sends unsent changes, moves drafts into the account, preloads what
 * comes next. Loaded once there is a member.
 */
export function startMemberWork(): void {
  const stop = subscribeViewer(() => {
    if (!getViewer().user) return;
    stop();
    loadChunk(() => import('./for-members.ts')).then((work) => work.startForMembers(), reportError);
  });
}
