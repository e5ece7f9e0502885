import { useEffect, useState } from 'react';
import { requestSignIn } from '#platform/web/session.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import { toast } from '#ui/toast.tsx';
import { newsWords } from '../rules/session-news.ts';
import type { SessionNews as News } from '../rules/machine.ts';
import { useAuth } from './auth-context.ts';
import { forgetAccounts, goneFrom } from './gone-accounts.ts';

/** What happened to the session without this person's doing: said where they are, with the way back. */
export function SessionNews({ news, read }: { news: News; read(): void }) {
  const { user, signOut } = useAuth();
  const [gone, setGone] = useState<string[]>([]);
  const isOver = news === 'ended';
  const uid = user?.uid;
  useEffect(() => {
    if (!isOver) return;
    // Where it may be another account that is gone, the form says so. Without an answer it is said as before.
    goneFrom(uid).then(
      (found) => setGone(found.isEach ? found.gone : []),
      () => {},
    );
  }, [isOver, uid]);
  const isGone = isOver && gone.length > 0;
  const { title, text, action } = newsWords[isGone ? 'gone' : news];
  const remove = async () => {
    await forgetAccounts(gone);
    // What is typed on the page of such an account goes with it.
    if (uid !== undefined && gone.includes(uid)) return signOut({ isGone: true });
    toast.plain('Removed from this browser.');
    read();
  };
  // Offline is left by a new start only: signing out of it leads to the form.
  const again = () => (isGone ? void remove() : isOver ? void requestSignIn() : void signOut());
  return (
    <div className="fixed bottom-16 left-16 z-40 mr-16 max-w-form rounded-8 shadow-float print:hidden">
      <Notice
        kind="warn"
        title={title}
        actions={
          <>
            <Button variant="primary" onClick={again}>
              {action}
            </Button>
            <Button variant="quiet" onClick={read}>
              {isOver ? 'Not now' : 'Continue offline'}
            </Button>
          </>
        }
      >
        {text}
      </Notice>
    </div>
  );
}
