import { useEffect, useState } from 'react';
import { loadChunk } from './chunks.ts';

/** A component loaded on demand. Null until it has loaded, and if it fails to. */
export function usePart<T>(isWanted: boolean, load: () => Promise<T>): T | null {
  const [part, setPart] = useState<T | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    loadChunk(load).then(
      (module) => setPart(() => module),
      () => {},
    );
  }, [isWanted, load]);
  return part;
}
