import { type ReactNode, useEffect } from 'react';
import { waitingWords } from '#features/accounts/rules/offline-words.ts';
import { signInPath } from '#features/accounts/rules/return-path.ts';
import { useLocation, useNavigate } from '#platform/web/router.tsx';
import { useViewer } from '#platform/web/viewer.ts';
import { Page } from '#ui/page.tsx';
import { PaperContext, type PaperPart } from './paper-part.ts';
import SavedScreen from './saved-screen.tsx';

export { readAhead as prepare } from './use-saved-templates.ts';

/** `use` is how much of the plan is used, from whoever knows plans; `paper` how documents are drawn. */
export function SavedPage({ use, paper }: { use: ReactNode; paper: PaperPart }) {
  const { ready, user } = useViewer();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isStranger = ready && !user;
  useEffect(() => {
    if (isStranger) navigate(signInPath(pathname + search), { replace: true });
  }, [isStranger, navigate, pathname, search]);
  return (
    <Page kind="list" title="Saved templates" lead="On all your devices, even offline.">
      {user ? (
        <PaperContext value={paper}>
          {use}
          <SavedScreen />
        </PaperContext>
      ) : (
        <p role="status">{waitingWords.verify}</p>
      )}
    </Page>
  );
}
