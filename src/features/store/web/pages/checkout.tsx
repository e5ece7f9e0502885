import { useEffect } from 'react';
import { waitingWords } from '#features/accounts/rules/offline-words.ts';
import { signInPath } from '#features/accounts/rules/return-path.ts';
import { useLocation, useNavigate } from '#platform/web/router.tsx';
import { useViewer } from '#platform/web/viewer.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Page } from '#ui/page.tsx';
import { Checkout } from '../checkout/checkout.tsx';

export const head = () => ({ title: 'Checkout', description: 'Pay for the items in your cart.' });

export default function MemberCheckout() {
  const { ready, user } = useViewer();
  const navigate = useNavigate();
  const { search } = useLocation();
  const isStranger = ready && !user;
  useEffect(() => {
    if (isStranger) navigate(signInPath(`/checkout${search}`), { replace: true });
  }, [isStranger, navigate, search]);
  if (user?.isOffline)
    return (
      <Page kind="form" title="Checkout">
        <Notice
          kind="warn"
          title="You need a connection and an account to pay here"
          actions={<ButtonLink href="/checkout/guest">Check out as a guest</ButtonLink>}
        >
          You’re working offline. Your cart is saved.
        </Notice>
      </Page>
    );
  if (user) return <Checkout asGuest={false} />;
  return (
    <Page kind="form" title="Checkout">
      <p role="status">{waitingWords.verify}</p>
    </Page>
  );
}
