import { type ComponentType, useEffect, useState } from 'react';
import { loadChunk } from '#platform/web/chunks.ts';
import type { SessionNews } from '../rules/machine.ts';
import { offerSignIn } from '#platform/web/session.ts';
import { usePart } from '#platform/web/use-part.ts';

interface Props {
  /** False where the session lives still, for a while. */
  isOver: boolean;
  onDone(isBack: boolean): void;
}
type Asked = Props & { Dialog: ComponentType<Props> };

const noticesPart = () => import('./session-notices.tsx');

interface HostProps {
  endsAt: string | null;
  news: SessionNews | null;
  readNews(): void;
}

/** Renders nothing until somebody's session ended in the middle of something; several who ask share one dialog. */
export function SignInHost({ endsAt, news, readNews }: HostProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(() => {
    let pending: Promise<boolean> | null = null;
    return offerSignIn((isOver) => {
      pending ??= loadChunk(() => import('./sign-in-dialog.tsx'))
        .then(
          ({ SignInDialog: Dialog }) =>
            new Promise<boolean>((onDone) => setAsked({ Dialog, isOver, onDone })),
        )
        .finally(() => {
          pending = null;
          setAsked(null);
        });
      return pending;
    });
  }, []);
  // Where these do not come, the header and the dialog say it, too.
  const told = usePart(news !== null || endsAt !== null, noticesPart);
  return (
    <>
      {told && <told.SessionNotices endsAt={endsAt} news={asked ? null : news} read={readNews} />}
      {asked && <asked.Dialog isOver={asked.isOver} onDone={asked.onDone} />}
    </>
  );
}
