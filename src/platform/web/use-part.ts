import { useEffect, useState } from 'react';
import { loadChunk } from './chunks.ts';

/** A part that is fetched when there is something to say. Null until then, and where it does not come. */
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
