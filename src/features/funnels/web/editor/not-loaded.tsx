import { type ReactNode, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { ErrorState } from '#ui/error-state.tsx';

/** What the account has and could not be asked for; it is asked again by itself, too. */
export function NotLoaded({
  title,
  ask,
  children,
}: {
  title: string;
  ask(): Promise<unknown>;
  children: ReactNode;
}) {
  const [busy, setBusy] = useState(false);
  const again = () => {
    setBusy(true);
    void ask().finally(() => setBusy(false));
  };
  return (
    <ErrorState
      title={title}
      safe={children}
      actions={
        <Button busy={busy} onClick={again}>
          Try again
        </Button>
      }
    >
      The server isn’t responding.
    </ErrorState>
  );
}
