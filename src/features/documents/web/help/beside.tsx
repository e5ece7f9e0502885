import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useViewer } from '#platform/web/viewer.ts';
import { whatThereIs } from '../request/library.ts';

/** Whether a model can be asked: the hub has one, and it answers members only. */
export function useHasModel(): boolean {
  const { user } = useViewer();
  const [model, setModel] = useState<string | null>(null);
  useEffect(() => {
    whatThereIs().then(
      (there) => setModel(there.model),
      () => setModel(null),
    );
  }, []);
  return Boolean(user && !user.isOffline && model);
}

/** Help that was opened is seen: on a phone it opens below the text. */
export function Beside({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), []);
  return <div ref={place}>{children}</div>;
}
