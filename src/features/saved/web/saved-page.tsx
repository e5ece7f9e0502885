import { type ReactNode, useEffect } from 'react';
import { waitingWords } from '#features/accounts/rules/offline-words.ts';
import { signInPath } from '#features/accounts/rules/return-path.ts';
import { useNavigate } from '#platform/web/router.tsx';
import { useViewer } from '#platform/web/viewer.ts';
import { Page } from '#ui/page.tsx';
import SavedScreen from './saved-screen.tsx';

export { readAhead as prepare } from './use-saved-templates.ts';

/** `use` is how much of the plan is used, from whoever knows plans. */
export function SavedPage({ use }: { use: ReactNode }) {
  const { ready, user } = useViewer();
  const navigate = useNavigate();
  const isStranger = ready && !user;
  useEffect(() => {
    if (isStranger) navigate(signInPath('/dashboard/templates'), { replace: true });
  }, [isStranger, navigate]);
  return (
    <Page kind="list" title="Saved templates" lead="On all your devices, even offline.">
      {user ? (
        <>
          {use}
          <SavedScreen />
        </>
      ) : (
        <p role="status">{waitingWords.verify}</p>
      )}
    </Page>
  );
}
