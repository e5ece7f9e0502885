import { type ReactNode, Suspense, useEffect, useState } from 'react';

interface RevealProps {
  /** Resolves when the children can be drawn. */
  ready: () => Promise<unknown>;
  fallback: ReactNode;
  children: ReactNode;
}

/**
 * A Suspense boundary that shows what it waited for at once. Left to itself, React keeps a fallback on the screen for
 * 300 ms, and that again in every boundary within; an update from outside the boundary does not wait for that.
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

/** Is there only where there was something to wait for. */
function Waiting({ ready, reveal, children }: WaitingProps) {
  useEffect(() => {
    let isHere = true;
    const done = () => {
      if (isHere) reveal();
    };
    // What failed is thrown where it is read.
    ready().then(done, done);
    return () => {
      isHere = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- once for each fallback
  }, []);
  return children;
}
