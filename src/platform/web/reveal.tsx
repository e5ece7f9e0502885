import { type ReactNode, Suspense, useEffect, useState } from 'react';

interface RevealProps {
  /** Resolves when the children can be rendered. */
  ready: () => Promise<unknown>;
  fallback: ReactNode;
  children: ReactNode;
}

/**
 * A Suspense boundary that shows its content as soon as it is ready. By default, React keeps a fallback on screen
 * for 300 ms, and again in every nested boundary; an update from outside the boundary doesn't wait for that.
 */
export function Reveal({ ready, fallback, children }: RevealProps) {
  const [, setArrivals] = useState(0);
  const waiting = (
    <Waiting ready={ready} reveal={() => setArrivals((count) => count + 1)}>
      {fallback}
    </Waiting>
  );
  return <Suspense fallback={waiting}>{children}</Suspense>;
}

interface WaitingProps {
  ready: () => Promise<unknown>;
  reveal: () => void;
  children: ReactNode;
}

/** Only rendered if there was something to wait for. */
function Waiting({ ready, reveal, children }: WaitingProps) {
  useEffect(() => {
    let isHere = true;
    const done = () => {
      if (isHere) reveal();
    };
    // A failure is thrown where the value is read.
    ready().then(done, done);
    return () => {
      isHere = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- once for each fallback
  }, []);
  return children;
}
