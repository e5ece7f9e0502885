import { useEffect, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useAuth } from './auth-context.ts';
import { useCodeWay } from './forms/code-way.tsx';
import { ProviderButtons } from './forms/federated.tsx';
import { PasskeyEntry } from './forms/passkey.tsx';
import { useSecondStep } from './forms/second-step.ts';
import { CodeField, EmailField, EntryError, PasswordField, RefusedEntry, Submit } from './forms/fields.tsx';
import { useForm } from './forms/use-form.ts';

/** Over the page on which a session ended: the same person comes back, and everything typed below stays as it is. */
export function SignInDialog({ isOver, onDone }: { isOver: boolean; onDone: (isBack: boolean) => void }) {
  const { user, mode, signIn } = useAuth();
  const second = useSecondStep();
  const form = useForm(
    (contract) => contract.SignInBody,
    (body) => second.guard(async () => onDone(await signIn(body))),
  );
  const code = useCodeWay(form, { email: user?.email, onDone });
  const sheet = useRef<HTMLDivElement>(null);
  // The dialog gives the focus to its first field, which here is filled in.
  useEffect(() => sheet.current?.querySelector<HTMLElement>('input:not([readonly])')?.focus(), []);
  // Gone offline while it was open: there is nothing to come back to.
  useEffect(() => {
    if (mode === 'offline') onDone(false);
  }, [mode, onDone]);
  return (
    <Dialog open onClose={() => onDone(false)} title={isOver ? 'Sign in again to continue' : 'Sign in again'}>
      <p className="mb-16">
        {isOver
          ? 'Your session has ended. Nothing on this page is lost. If your account was deleted, copy what you need before you leave.'
          : 'You’re starting a new session. Nothing on this page is lost.'}
      </p>
      <div ref={sheet}>
        {code.entry || (
          <form {...form.form} className="flex flex-col gap-16">
            <EmailField
              autoComplete="username"
              error={form.fields.email}
              {...(user && { value: user.email })}
            />
            <PasswordField autoComplete="current-password" error={form.fields.password} />
            {second.isWanted && (
              <CodeField error={form.fields.code} hint="From your authenticator app, or a backup code." />
            )}
            <EntryError form={form} />
            <Submit form={form} busyWords="Signing in">
              Sign In
            </Submit>
            <RefusedEntry form={form} />
            <PasskeyEntry form={form} onDone={onDone} />
            <ProviderButtons form={form} onDone={onDone} />
            {code.button}
            <Button variant="quiet" onClick={() => onDone(false)}>
              Not now
            </Button>
          </form>
        )}
      </div>
    </Dialog>
  );
}
