import { requestSignIn } from '#platform/web/session.ts';
import type { SessionNews as News } from '../rules/machine.ts';
import { SessionEnding } from './session-ending.tsx';
import { SessionNews } from './session-news.tsx';

/** What became of the session, or soon will. */
export const SessionNotices = ({
  endsAt,
  news,
  read,
}: {
  endsAt: string | null;
  news: News | null;
  read(): void;
}) => (
  <>
    {endsAt !== null && <SessionEnding endsAt={endsAt} signIn={() => void requestSignIn(false)} />}
    {news !== null && <SessionNews news={news} read={read} />}
  </>
);
