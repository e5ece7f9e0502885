import { type ComponentType, useEffect, useState } from 'react';
import { loadChunk } from '#platform/web/chunks.ts';
import { offerSignIn } from '#platform/web/session.ts';

interface Props {
  onDone(isBack: boolean): void;
}
type Asked = Props & { Dialog: ComponentType<Props> };

/** Renders nothing until somebody's session ended in the middle of something; several who ask share one dialog. */
export function SignInHost() {
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(() => {
    let pending: Promise<boolean> | null = null;
    return offerSignIn(() => {
      pending ??= loadChunk(() => import('./sign-in-dialog.tsx'))
        .then(({ SignInDialog: Dialog }) => new Promise<boolean>((onDone) => setAsked({ Dialog, onDone })))
        .finally(() => {
          pending = null;
          setAsked(null);
        });
      return pending;
    });
  }, []);
  return asked && <asked.Dialog onDone={asked.onDone} />;
}
