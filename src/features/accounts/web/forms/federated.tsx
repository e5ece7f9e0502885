import { useEffect, useState } from 'react';
import { api } from '#platform/web/api.ts';
import { useHub } from '#platform/web/hub.tsx';
import { Button } from '#ui/button.tsx';
import { accountApi } from '../../rules/account-api.ts';
import type { SignInWays } from '../../rules/contract.ts';
import { useAuth } from '../auth-context.ts';
import type { AccountForm } from './use-form.ts';

/** A button for each provider that the hub has. */
export function ProviderButtons({ form, onDone }: { form: AccountForm; onDone?: (isIn: boolean) => void }) {
  const { signInWithPopup } = useAuth();
  const [providers, setProviders] = useState<SignInWays['providers']>(useHub().runtime.providers ?? []);
  useEffect(() => {
    // A page that was kept may name what the hub no longer has.
    const leaving = new AbortController();
    api<SignInWays>(accountApi.ways, { signal: leaving.signal }).then(
      (ways) => setProviders(ways.providers),
      // Without an answer there is the password.
      () => leaving.signal.aborted || setProviders([]),
    );
    return () => leaving.abort();
  }, []);
  if (providers.length === 0) return null;
  // The window opens inside the click; only its end is waited for.
  const open = (provider: string) => {
    const done = signInWithPopup(provider);
    form.attempt(() => done.then(onDone));
  };
  return (
    <div className="flex flex-col gap-8">
      {providers.map(({ id, name }) => (
        <Button key={id} onClick={() => open(id)} disabled={form.busy}>
          Continue with {name}
        </Button>
      ))}
      {providers.some(({ isTest }) => isTest) && (
        <p className="text-13 text-muted">A test provider on this machine. No real account is used.</p>
      )}
    </div>
  );
}
