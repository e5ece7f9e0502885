import { type ComponentType, useEffect, useState } from 'react';
import { loadChunk } from '#platform/web/chunks.ts';
import type { SessionNews } from '../rules/machine.ts';
import { offerSignIn, requestSignIn } from '#platform/web/session.ts';

interface Props {
  /** False where the session lives still, for a while. */
  isOver: boolean;
  onDone(isBack: boolean): void;
}
type Asked = Props & { Dialog: ComponentType<Props> };
type News = ComponentType<{ news: SessionNews; read(): void }>;
type Ending = ComponentType<{ endsAt: string; signIn(): void }>;

interface HostProps {
  endsAt: string | null;
  news: SessionNews | null;
  readNews(): void;
}

/** Renders nothing until somebody's session ended in the middle of something; several who ask share one dialog. */
export function SignInHost({ endsAt, news, readNews }: HostProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [Ending, setEnding] = useState<Ending | null>(null);
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
  const [News, setNews] = useState<News | null>(null);
  const hasNews = news !== null;
  useEffect(() => {
    if (hasNews)
      void loadChunk(() => import('./session-news.tsx')).then(
        (module) => setNews(() => module.SessionNews),
        // The header says it, too.
        () => {},
      );
  }, [hasNews]);
  const isNear = endsAt !== null;
  useEffect(() => {
    if (isNear)
      void loadChunk(() => import('./session-ending.tsx')).then(
        ({ SessionEnding }) => setEnding(() => SessionEnding),
        // Then it is told by the dialog, when the session has ended.
        () => {},
      );
  }, [isNear]);
  return (
    <>
      {endsAt !== null && Ending && <Ending endsAt={endsAt} signIn={() => void requestSignIn(false)} />}
      {news !== null && News && !asked && <News news={news} read={readNews} />}
      {asked && <asked.Dialog isOver={asked.isOver} onDone={asked.onDone} />}
    </>
  );
}
