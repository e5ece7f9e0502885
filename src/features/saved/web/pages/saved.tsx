import { useEffect } from 'react';
import { waitingWords } from '#features/accounts/rules/offline-words.ts';
import { signInPath } from '#features/accounts/rules/return-path.ts';
import { useNavigate } from '#platform/web/router.tsx';
import { useViewer } from '#platform/web/viewer.ts';
import { Page } from '#ui/page.tsx';
import SavedScreen from '../saved-screen.tsx';

export default function SavedPage() {
  const { ready, user } = useViewer();
  const navigate = useNavigate();
  const isStranger = ready && !user;
  useEffect(() => {
    if (isStranger) navigate(signInPath('/dashboard/templates'), { replace: true });
  }, [isStranger, navigate]);
  return (
    <Page
      kind="list"
      title="Saved templates"
      lead="Here on every device, live, and kept when there is no network."
    >
      {user ? <SavedScreen /> : <p role="status">{waitingWords.verify}</p>}
    </Page>
  );
}

export const head = () => ({
  title: 'Saved templates',
  description: 'Your saved templates, on every device.',
});
