import { useEffect } from 'react';
import { followNews } from '#platform/web/news.ts';
import { onlineMember, useViewer } from '#platform/web/viewer.ts';
import { recoveryApi } from '../rules/addresses.ts';

/** What shops report is here without a reload: in all tabs of this browser, and on every device of this member. */
export function useNews(ask: () => Promise<unknown>): void {
  useViewer();
  const uid = onlineMember();
  useEffect(
    () => (uid === null ? undefined : followNews(`${uid} recovery`, recoveryApi.news, ask)),
    [uid, ask],
  );
}
