import { api } from '#platform/web/api.ts';
import { onlineMember } from '#platform/web/viewer.ts';
import { versionsApi } from '../../rules/versions-contract.ts';

/** What has left as a file stays a version of its own. Nobody waits for it, and the file is theirs without it. */
export function noteExport(id: string): void {
  if (onlineMember() === null) return;
  void api(versionsApi.use(id), { method: 'POST', body: { as: 'exported' } }).catch(() => {});
}
