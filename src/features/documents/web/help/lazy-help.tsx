import { type ComponentType, useEffect, useState } from 'react';
import { loadChunk } from '#platform/web/chunks.ts';
import { Button } from '#ui/button.tsx';
import { Notice, Skeleton } from '#ui/feedback.tsx';

interface LazyHelpProps<P> {
  load: () => Promise<{ default: ComponentType<P> }>;
  props: P;
}

/** Help that comes when it is asked for: most documents are made without it. */
export function LazyHelp<P extends object>({ load, props }: LazyHelpProps<P>) {
  const [Help, setHelp] = useState<ComponentType<P> | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isHere = true;
    loadChunk(load).then(
      (module) => isHere && setHelp(() => module.default),
      (error: Error) => isHere && setFailed(error.message),
    );
    return () => {
      isHere = false;
    };
  }, [load, tries]);
  const again = () => {
    setFailed(null);
    setTries(tries + 1);
  };
  if (Help) return <Help {...props} />;
  if (failed === null) return <Skeleton shape="lines" label="Loading help" />;
  return <Notice kind="warn" title={failed} actions={<Button onClick={again}>Try again</Button>} />;
}
