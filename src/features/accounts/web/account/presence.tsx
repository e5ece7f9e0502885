import { type ReactNode, useState } from 'react';
import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { withSession } from '#platform/web/session.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Link } from '#ui/link.tsx';
import { accountApi } from '../../rules/account-api.ts';
import { accountWords } from '../../rules/words.ts';
import { useAuth } from '../auth-context.ts';
import { useCodeWay } from '../forms/code-way.tsx';
import { ProviderButtons } from '../forms/federated.tsx';
import { PasskeyPresence } from '../forms/passkey.tsx';
import { FormError, PasswordField, RefusedEntry, Submit } from '../forms/fields.tsx';
import { useForm } from '../forms/use-form.ts';

export interface Presence {
  /** Does it, asking for the password first where it was not given lately; null when that was declined. */
  whenPresent<T>(act: () => Promise<T>): Promise<T | null>;
  dialog: ReactNode;
}

/** For what a stolen session must not reach. */
export function usePresence(): Presence {
  const [answer, setAnswer] = useState<((isHere: boolean) => void) | null>(null);
  return {
    async whenPresent(act) {
      try {
        return await withSession(act);
      } catch (error) {
        if (!wantsPassword(error)) throw error;
      }
      const isHere = await new Promise<boolean>((resolve) => setAnswer(() => resolve));
      setAnswer(null);
      return isHere ? withSession(act) : null;
    },
    dialog: answer && <PresenceDialog onDone={answer} />,
  };
}

/** Whether the ten minutes have begun; throws what `whenPresent` understands when not. */
export const assertPresence = () => api(accountApi.confirm, { method: 'POST', body: {} });

const wantsPassword = (error: unknown): boolean =>
  error instanceof Problem && error.details.fields?.['password'] === accountWords.needsFreshSession;

function PresenceDialog({ onDone }: { onDone: (isHere: boolean) => void }) {
  const { user } = useAuth();
  const form = useForm(
    (contract) => contract.ConfirmForm,
    async (body) => {
      await withSession(() => api(accountApi.confirm, { method: 'POST', body }));
      onDone(true);
    },
  );
  const code = useCodeWay(form, { email: user?.email, onDone: (isIn) => isIn && onDone(true) });
  return (
    <Dialog open onClose={() => onDone(false)} title="Confirm it’s you">
      {code.entry || (
        <form {...form.form} className="flex flex-col gap-16">
          <p>Enter your password. We won’t ask again for ten minutes.</p>
          {/* Tells a password manager whose password this is. */}
          <input
            type="text"
            name="username"
            autoComplete="username"
            value={user?.email ?? ''}
            readOnly
            hidden
          />
          <PasswordField
            autoComplete="current-password"
            hint={<Link href="/forgot-password">Forgot your password, or never had one?</Link>}
            error={form.fields.password}
          />
          <FormError form={form} />
          <Submit form={form} busyWords="Checking">
            Confirm
          </Submit>
          <RefusedEntry form={form} />
          <PasskeyPresence form={form} onDone={() => onDone(true)} />
          <ProviderButtons form={form} onDone={(isIn) => isIn && onDone(true)} />
          {code.button}
          <Button variant="quiet" onClick={() => onDone(false)}>
            Not now
          </Button>
        </form>
      )}
    </Dialog>
  );
}
