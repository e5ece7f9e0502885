import { useEffect } from 'react';
import { waitingWords } from '#features/accounts/rules/offline-words.ts';
import { signInPath } from '#features/accounts/rules/return-path.ts';
import { useLocation, useNavigate } from '#platform/web/router.tsx';
import { useViewer } from '#platform/web/viewer.ts';
import { Notice } from '#ui/feedback.tsx';
import { Page } from '#ui/page.tsx';
import { CompareContext, type ComparePart } from './compare-part.ts';
import VersionsScreen from './versions-screen.tsx';

/** `part` compares documents. */
export function VersionsPage({ id, part }: { id: string; part: ComparePart }) {
  const { ready, user } = useViewer();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isStranger = ready && !user;
  useEffect(() => {
    if (isStranger) navigate(signInPath(pathname + search), { replace: true });
  }, [isStranger, navigate, pathname, search]);
  return (
    <Page kind="list" title="Versions" lead="Compare any two versions, or restore one. Nothing is lost.">
      {!user ? (
        <p role="status">{waitingWords.verify}</p>
      ) : user.isOffline ? (
        <Notice kind="info" still>
          Versions are kept in your account. Sign in when you’re online to see them.
        </Notice>
      ) : (
        <CompareContext value={part}>
          <VersionsScreen key={`${user.uid} ${id}`} id={id} />
        </CompareContext>
      )}
    </Page>
  );
}
