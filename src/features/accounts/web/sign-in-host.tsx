import { type ComponentType, useEffect, useState } from 'react';
import { loadChunk } from '#platform/web/chunks.ts';
import { offerSignIn, requestSignIn } from '#platform/web/session.ts';

interface Props {
  /** False where the session lives still, for a while. */
  isOver: boolean;
  onDone(isBack: boolean): void;
}
type Asked = Props & { Dialog: ComponentType<Props> };
type Ending = ComponentType<{ endsAt: string; signIn(): void }>;

/** Renders nothing until somebody's session ended in the middle of something; several who ask share one dialog. */
export function SignInHost({ endsAt }: { endsAt: string | null }) {
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
      {asked && <asked.Dialog isOver={asked.isOver} onDone={asked.onDone} />}
    </>
  );
}
