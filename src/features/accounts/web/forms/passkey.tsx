import { useEffect, useRef } from 'react';
import { api } from '#platform/web/api.ts';
import { loadChunk } from '#platform/web/chunks.ts';
import { useHub } from '#platform/web/hub.tsx';
import { Button } from '#ui/button.tsx';
import { accountApi } from '../../rules/account-api.ts';
import { signInPatienceMs } from '../../rules/addresses.ts';
import type { PasskeyUsed, SessionAnswer } from '../../rules/contract.ts';
import { useAuth } from '../auth-context.ts';
import { type AccountForm, useIsAlive } from './use-form.ts';

export const passkeys = () => loadChunk(() => import('../passkey.ts'));

/** Browsers hold a passkey to a name, so an address in numbers has none. */
const isPossibleHere = (): boolean =>
  'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(window.location.hostname);

export function useHasPasskeys(): boolean {
  const { runtime } = useHub();
  return useIsAlive() ? isPossibleHere() : (runtime.passkeys ?? false);
}

interface EntryProps {
  form: AccountForm;
  onDone?: (isIn: boolean) => void;
  /** Beside the address, too, where browsers fill in who signs in. */
  isOffered?: boolean;
}

/** A passkey instead of address, password and code. */
export function PasskeyEntry({ form, onDone, isOffered = false }: EntryProps) {
  const { signInBy } = useAuth();
  const has = useHasPasskeys();
  const enter = (ask: () => PasskeyUsed | Promise<PasskeyUsed>) =>
    form.attempt(async () => {
      const passkey = await ask();
      const isIn = await signInBy(async (attempt) => {
        const body = { passkey, attempt };
        const options = { method: 'POST', body, timeoutMs: signInPatienceMs } as const;
        return (await api<SessionAnswer>(accountApi.passkeySignIn, options)).user;
      });
      onDone?.(isIn);
    });
  const latest = useRef(enter);
  useEffect(() => {
    latest.current = enter;
  });
  const offers = has && isOffered;
  useEffect(() => {
    if (!offers) return;
    let isHere = true;
    void offer().then(
      (passkey) => isHere && passkey && latest.current(() => passkey),
      // The button is there, and says what is wrong.
      () => {},
    );
    return () => {
      isHere = false;
      void passkeys().then(
        ({ stopAsking }) => stopAsking(),
        () => {},
      );
    };
  }, [offers]);
  if (!has) return null;
  return <PasskeyButton form={form} onPress={() => enter(ask)} />;
}

async function offer(): Promise<PasskeyUsed | null> {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return null;
  return (await passkeys()).askForPasskey({ isOffer: true });
}

const ask = async () => (await passkeys()).askForPasskey();

/** The same where somebody is signed in and shows that it is them. */
export function PasskeyPresence({ form, onDone }: { form: AccountForm; onDone: () => void }) {
  const confirm = () =>
    form.attempt(async () => {
      await api(accountApi.confirmWithPasskey, { method: 'POST', body: await ask() });
      onDone();
    });
  return useHasPasskeys() ? <PasskeyButton form={form} onPress={confirm} /> : null;
}

const PasskeyButton = ({ form, onPress }: { form: AccountForm; onPress: () => void }) => (
  <Button onClick={onPress} disabled={form.busy}>
    Use a passkey
  </Button>
);
