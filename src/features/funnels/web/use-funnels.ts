import { useEffect, useState } from 'react';
import { guest } from '#platform/web/place.ts';
import { useViewer } from '#platform/web/viewer.ts';
import type { FunnelHead } from '../rules/contract.ts';
import { funnelStore, headOfLine, kind, refreshFunnels } from './store.ts';

export interface FunnelList {
  owner: string;
  heads: FunnelHead[] | null;
  /** What waits to reach the account, and why where it was refused. */
  waits: Map<string, string | null>;
  /** False where this browser keeps nothing. */
  isKept: boolean;
}

export function useOwner(): string | null {
  const { ready, user } = useViewer();
  return ready ? (user?.uid ?? guest) : null;
}

/** The funnels of whoever is here, the newest first: what is on this device at once, then what the account says. */
export function useFunnels(): FunnelList | null {
  const owner = useOwner();
  const [list, setList] = useState<FunnelList | null>(null);
  useEffect(() => {
    if (owner === null) return undefined;
    const store = funnelStore();
    let isOver = false;
    const read = async () => {
      await store.arrived();
      const [lines, waiting] = await Promise.all([
        store.durable.list(owner, kind),
        store.durable.waiting(owner),
      ]);
      if (isOver) return;
      const heads = lines.flatMap((line) => headOfLine(line) ?? []).filter((head) => !head.isPurged);
      setList({
        owner,
        heads: heads.sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1)),
        waits: new Map(waiting.map(({ id, refusal }) => [id, refusal])),
        isKept: store.isKept(),
      });
    };
    const readSafely = () =>
      void read().catch(() => !isOver && setList({ owner, heads: [], waits: new Map(), isKept: false }));
    const refresh = () => void refreshFunnels(owner).catch(() => {});
    const stop = store.onChange((change) => change.owner === owner && readSafely());
    const onShow = () => document.visibilityState === 'visible' && refresh();
    document.addEventListener('visibilitychange', onShow);
    readSafely();
    refresh();
    return () => {
      isOver = true;
      stop();
      document.removeEventListener('visibilitychange', onShow);
    };
  }, [owner]);
  return list?.owner === owner ? list : null;
}
