import { useEffect, useState } from 'react';
import { api } from '#platform/web/api.ts';
import { useHub } from '#platform/web/hub.tsx';
import { Button } from '#ui/button.tsx';
import { accountApi } from '../../rules/addresses.ts';
import type { SignInWays } from '../../rules/contract.ts';
import { useAuth } from '../auth-context.ts';
import type { AccountForm } from './use-form.ts';

/** The provider's button, where the hub has one. */
export function FederatedButton({ form, onDone }: { form: AccountForm; onDone?: (isIn: boolean) => void }) {
  const { signInWithPopup } = useAuth();
  const [way, setWay] = useState<SignInWays['federated']>(useHub().runtime.federated ?? null);
  useEffect(() => {
    // A page that was kept may name what the hub no longer has.
    const leaving = new AbortController();
    api<SignInWays>(accountApi.ways, { signal: leaving.signal }).then(
      ({ federated }) => setWay(federated),
      // Without an answer there is the password.
      () => leaving.signal.aborted || setWay(null),
    );
    return () => leaving.abort();
  }, []);
  if (!way) return null;
  // The window opens inside the click; only its end is waited for.
  const open = () => {
    const done = signInWithPopup();
    form.attempt(() => done.then(onDone));
  };
  return (
    <div className="flex flex-col gap-8">
      <Button onClick={open} disabled={form.busy}>
        Continue with {way.name}
      </Button>
      {way.isTest && (
        <p className="text-13 text-muted">A test provider on this machine. No outside account is used.</p>
      )}
    </div>
  );
}
