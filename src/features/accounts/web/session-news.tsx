import { requestSignIn } from '#platform/web/session.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import { newsWords } from '../rules/session-news.ts';
import type { SessionNews as News } from '../rules/machine.ts';
import { useAuth } from './auth-context.ts';

/** What happened to the session without this person's doing: said where they are, with the way back. */
export function SessionNews({ news, read }: { news: News; read(): void }) {
  const { signOut } = useAuth();
  const { title, text, action } = newsWords[news];
  const isOver = news === 'ended';
  // Offline is left by a new start only: signing out of it leads to the form.
  const again = () => (isOver ? void requestSignIn() : void signOut());
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
