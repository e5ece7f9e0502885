import { useState } from 'react';
import { useHub } from '#platform/web/hub.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';

/** The last days of a session: told before it ends, so that nobody is sent away in the middle of something. */
export function SessionEnding({ endsAt, signIn }: { endsAt: string; signIn(): void }) {
  const { site } = useHub();
  const [isLater, setLater] = useState(false);
  if (isLater) return null;
  const when = new Intl.DateTimeFormat(site.language, { dateStyle: 'long', timeStyle: 'short' }).format(
    new Date(endsAt),
  );
  return (
    <div className="fixed bottom-16 left-16 z-40 mr-16 max-w-form rounded-8 shadow-float print:hidden">
      <Notice
        title="Sign in again soon"
        actions={
          <>
            <Button variant="primary" onClick={signIn}>
              Sign in now
            </Button>
            <Button variant="quiet" onClick={() => setLater(true)}>
              Later
            </Button>
          </>
        }
      >
        Your session ends soon. From {when}, we’ll ask for your password. Nothing you type is lost.
      </Notice>
    </div>
  );
}
