import { useEffect } from 'react';
import { useViewer } from '#platform/web/viewer.ts';
import { takeWanted, want } from '#platform/web/wanted.ts';

const addressOf = (id: string): string => `/tools/funnel-builder?id=${id}`;

/** A guest who publishes signs in first, and finds the same question again. */
export const wantToPublish = (id: string): void =>
  want(
    { act: 'publish', at: addressOf(id), words: 'Sign in or create an account to publish your funnel.' },
    Date.now(),
  );

/** Asks it of whoever wanted to and is somebody now. Nothing goes public without their answer. */
export function useWantedPublish(id: string, ask: () => void): void {
  const { ready, user } = useViewer();
  const isSomebody = ready && user !== null;
  useEffect(() => {
    if (isSomebody && takeWanted('publish', addressOf(id), Date.now())) ask();
    // oxlint-disable-next-line react/exhaustive-deps -- asked once, of who has come
  }, [isSomebody, id]);
}
