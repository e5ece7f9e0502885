import { useState } from 'react';
import { api } from '#platform/web/api.ts';
import { ButtonLink } from '#ui/button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Page } from '#ui/page.tsx';
import { accountApi } from '../../rules/account-api.ts';
import { passwordLimits } from '../../rules/addresses.ts';
import { accountWords } from '../../rules/words.ts';
import { FormError, PasswordField, Submit } from '../forms/fields.tsx';
import { useMailToken } from '../forms/mail-token.ts';
import { useForm } from '../forms/use-form.ts';

export default function ResetPasswordPage() {
  const token = useMailToken();
  const [done, setDone] = useState<string | null>(null);
  const form = useForm(
    (contract) => contract.NewPasswordForm,
    async ({ password }) => {
      const { message } = await api<{ message: string }>(accountApi.resetPassword, {
        method: 'POST',
        body: { token, password },
      });
      setDone(message);
    },
  );
  if (token === null) {
    return (
      <Page kind="form" title="Choose a new password">
        <ErrorState
          title="This link is incomplete"
          safe={accountWords.resetExpired}
          actions={
            <ButtonLink variant="primary" href="/forgot-password">
              Request a new link
            </ButtonLink>
          }
        />
      </Page>
    );
  }
  return (
    <Page
      kind="form"
      title="Choose a new password"
      lead="This signs out every device that’s signed in to your account."
    >
      {done ? (
        <Notice
          kind="ok"
          actions={
            <ButtonLink variant="primary" href="/signin">
              Sign In
            </ButtonLink>
          }
        >
          {done}
        </Notice>
      ) : (
        <form {...form.form} className="flex flex-col gap-16">
          <PasswordField
            label="New password"
            autoComplete="new-password"
            hint={`At least ${passwordLimits.min} characters. A few words in a row are easy to remember.`}
            error={form.fields.password}
          />
          <FormError form={form} />
          <Submit form={form} busyWords="Saving">
            Set password
          </Submit>
        </form>
      )}
    </Page>
  );
}

export const head = () => ({
  title: 'Choose a new password',
  description: 'Set a new password for your account.',
});
