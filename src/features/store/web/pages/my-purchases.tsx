import { useEffect } from 'react';
import { waitingWords } from '#features/accounts/rules/offline-words.ts';
import { signInPath } from '#features/accounts/rules/return-path.ts';
import { useNavigate } from '#platform/web/router.tsx';
import { useViewer } from '#platform/web/viewer.ts';
import { Page } from '#ui/page.tsx';
import { Purchases } from '../orders/purchases.tsx';

export const head = () => ({
  title: 'My purchases',
  description: 'What you bought, with its files, keys and invoices.',
});

export default function MyPurchases() {
  const { ready, user } = useViewer();
  const navigate = useNavigate();
  const isStranger = ready && !user;
  useEffect(() => {
    if (isStranger) navigate(signInPath('/my-purchases'), { replace: true });
  }, [isStranger, navigate]);
  return (
    <Page kind="list" title="My purchases" lead="Your files, keys, updates and invoices.">
      {user ? <Purchases /> : <p role="status">{waitingWords.verify}</p>}
    </Page>
  );
}
