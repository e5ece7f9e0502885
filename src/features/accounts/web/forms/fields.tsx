import CloudOff from '#ui/icons/cloud-off.ts';
import Eye from '#ui/icons/eye.ts';
import EyeOff from '#ui/icons/eye-off.ts';
import { type ReactNode, useState } from 'react';
import { Button, IconButton } from '#ui/button.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { Notice } from '#ui/feedback.tsx';
import { useAuth } from '../auth-context.ts';
import { type AccountForm, useIsAlive } from './use-form.ts';

interface EmailFieldProps {
  error: string | undefined;
  label?: string;
  hint?: ReactNode;
  /** `username` where a manager should offer the accounts it knows; with `webauthn` its passkeys, too. */
  autoComplete: 'username' | 'username webauthn' | 'email' | 'off';
  /** Fixed: whose session is to come back. */
  value?: string;
  defaultValue?: string | undefined;
}

export function EmailField({
  error,
  label = 'Email',
  hint,
  autoComplete,
  value,
  defaultValue,
}: EmailFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      <TextInput
        type="email"
        name="email"
        inputMode="email"
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={defaultValue}
        {...(value !== undefined && { value, readOnly: true })}
      />
    </Field>
  );
}

interface PasswordFieldProps {
  error: string | undefined;
  label?: string;
  hint?: ReactNode;
  name?: string;
  autoComplete: 'current-password' | 'new-password';
}

export function PasswordField({
  error,
  label = 'Password',
  hint,
  name = 'password',
  autoComplete,
}: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
      <PasswordRow isShown={isShown} toggle={() => setShown(!isShown)}>
        <TextInput
          type={isShown ? 'text' : 'password'}
          name={name}
          autoComplete={autoComplete}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
        />
      </PasswordRow>
    </Field>
  );
}

/** Six digits of an authenticator, which browsers fill in where they can; a spare code fits as well. */
export function CodeField({
  error,
  hint,
  label = 'Code',
  name = 'code',
}: {
  error: string | undefined;
  hint?: ReactNode;
  label?: string;
  name?: string;
}) {
  return (
    <Field label={label} hint={hint} error={error}>
      <TextInput
        name={name}
        autoComplete="one-time-code"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={64}
        required
      />
    </Field>
  );
}

function PasswordRow({
  isShown,
  toggle,
  children,
}: {
  isShown: boolean;
  toggle: () => void;
  children: ReactNode;
}) {
  return (
    <div className="flex gap-4">
      {children}
      <IconButton
        icon={isShown ? EyeOff : Eye}
        label={isShown ? 'Hide characters' : 'Show characters'}
        aria-pressed={isShown}
        onClick={toggle}
      />
    </div>
  );
}

export function NameField({
  error,
  defaultValue,
}: {
  error: string | undefined;
  defaultValue?: string | undefined;
}) {
  return (
    <Field label="Name" hint="What should we call you?" error={error}>
      <TextInput name="displayName" autoComplete="name" required defaultValue={defaultValue} />
    </Field>
  );
}

/** The form's one button. A picture of a form cannot be sent, so it waits for its script without looking disabled. */
export function Submit({
  form,
  children,
  busyWords,
}: {
  form: AccountForm;
  children: ReactNode;
  busyWords: string;
}) {
  const isAlive = useIsAlive();
  return (
    <Button
      variant="primary"
      type="submit"
      busy={form.busy && busyWords}
      {...(!isAlive && { disabled: true, 'aria-busy': true })}
    >
      {children}
    </Button>
  );
}

/** What went wrong with no field to blame. */
export const FormError = ({ form }: { form: AccountForm }) =>
  form.error && <Notice kind="danger">{form.error.message}</Notice>;

/** The same where one comes in, with the way to go on without the hub. */
export function EntryError({ form }: { form: AccountForm }) {
  const { backendError, user } = useAuth();
  const words = form.error?.message ?? (user ? null : backendError);
  if (!words) return null;
  return (
    <Notice kind={form.error ? 'danger' : 'warn'} actions={<GoOffline />}>
      {words}
    </Notice>
  );
}

/** After a refusal that stands beside a field. Below the form's button: nothing may slip under a second press of it. */
export function RefusedEntry({ form }: { form: AccountForm }) {
  return form.isRefused && !form.error && <GoOffline />;
}

function GoOffline() {
  const { canGoOffline, goOffline, user, isEnded } = useAuth();
  if (isEnded || user?.isOffline) return null;
  return (
    // The header has room for the same button from 1024 px on.
    <Button icon={CloudOff} onClick={goOffline} className={canGoOffline ? 'lg:hidden' : undefined}>
      Go Offline
    </Button>
  );
}
