import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { useViewer } from '#platform/web/viewer.ts';
import { whatThereIs } from '../request/library.ts';
import { DraftHelp } from './draft-help.tsx';

/** Help beside any document that is made from answers; its clauses are changed where its text is edited. */
export default function GeneratorHelp(props: Omit<ComponentProps<typeof DraftHelp>, 'hasModel'>) {
  const { user } = useViewer();
  const [model, setModel] = useState<string | null>(null);
  useEffect(() => {
    whatThereIs().then(
      (there) => setModel(there.model),
      () => setModel(null),
    );
  }, []);
  const place = useRef<HTMLDivElement>(null);
  // On a phone it opens below the text.
  useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div ref={place}>
      <DraftHelp {...props} hasModel={Boolean(user && !user.isOffline && model)} />
    </div>
  );
}
