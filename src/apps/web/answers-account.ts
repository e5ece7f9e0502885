import { useMemo } from 'react';
import { leavesOf } from '#base/leaves.ts';
import type { AnswersAccount } from '#features/documents/web/generator/answers-sync.ts';
import { loadChunk } from '#platform/web/chunks.ts';
import { useViewer } from '#platform/web/viewer.ts';

/**
 * Members' answers are stored under the document's name, for their other devices. A draft and a saved document are
 * separate, with answers that are saved manually: `isOwn`.
 */
export function useAnswersAccount(name: string, isOwn: boolean): AnswersAccount | null {
  const { ready, user } = useViewer();
  const uid = ready ? user?.uid : undefined;
  return useMemo(() => {
    if (uid === undefined) return null;
    if (isOwn) return { uid };
    return remoteAnswers(uid, name);
  }, [name, isOwn, uid]);
}

export const remoteAnswers = (uid: string, name: string): AnswersAccount => ({
  uid,
  async exchange(content, write, isLeaving) {
    const { exchangeForm } = await loadChunk(() => import('#features/saved/web/simple-record.ts'));
    const { record, version, epoch, others } = await exchangeForm(name, content, write, isLeaving);
    return { version, epoch, others, leaves: leavesOf(parsed(record?.data.content)) };
  },
});

function parsed(content: string | undefined): unknown {
  try {
    return JSON.parse(content ?? '{}');
  } catch {
    return {};
  }
}
