import { useCallback, useState } from 'react';
import { readStored, removeStored, writeStored } from '#platform/web/storage.ts';
import type { AllBegun } from '../../rules/begun.ts';

/** Comments that its sender began and didn't send: kept in this tab, like a reply. */
export function useBegun(id: string): [AllBegun, (begun: AllBegun) => void] {
  const key = `hub.replyDraft:agreement:${id}` as const;
  const [begun, setBegun] = useState<AllBegun>(() => {
    try {
      return JSON.parse(readStored(key, 'session') ?? '{}') as AllBegun;
    } catch {
      return {};
    }
  });
  const keep = useCallback(
    (next: AllBegun) => {
      setBegun(next);
      if (Object.keys(next).length === 0) removeStored(key, 'session');
      else writeStored(key, JSON.stringify(next), 'session');
    },
    [key],
  );
  return [begun, keep];
}
