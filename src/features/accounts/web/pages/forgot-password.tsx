import { useState } from 'react';
import { api } from '#platform/web/api.ts';
import { useSearchParams } from '#platform/web/router.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Link } from '#ui/link.tsx';
import { Page } from '#ui/page.tsx';
import { accountApi } from '../../rules/account-api.ts';
import { safeReturnPath } from '../../rules/return-path.ts';
import { EmailField, FormError, Submit } from '../forms/fields.tsx';
import { entryDraft } from '../forms/draft.ts';
import { useForm } from '../forms/use-form.ts';

export default function ForgotPasswordPage() {
  const [search] = useSearchParams();
  const [sent, setSent] = useState<{ email: string; message: string } | null>(null);
  const form = useForm(
    (contract) => contract.ForgotPasswordBody,
    async ({ email }) => {
      const body = { email };
      const { message } = await api<{ message: string }>(accountApi.forgotPassword, { method: 'POST', body });
      setSent({ email, message });
    },
    {
      draft: entryDraft,
    },
  );
  const wanted = search.get('next');
  const back = wanted === null ? '/signin' : `/signin?next=${encodeURIComponent(safeReturnPath(wanted))}`;
  return (
    <Page
      kind="form"
      title="Forgot your password?"
      lead="Enter your email address. We’ll email you a link to reset your password."
    >
      {sent ? (
        <Notice
          kind="ok"
          title={`Sent to ${sent.email}`}
          actions={<Button onClick={() => setSent(null)}>Use another email</Button>}
        >
          {sent.message}
        </Notice>
      ) : (
        <form {...form.form} className="flex flex-col gap-16">
          <EmailField autoComplete="username" error={form.fields.email} />
          <FormError form={form} />
          <Submit form={form} busyWords="Sending">
            Send link
          </Submit>
        </form>
      )}
      <p className="mt-32 text-15">
        <Link href={back}>Back to sign in</Link>
      </p>
    </Page>
  );
}

export const head = () => ({
  title: 'Forgot your password?',
  description: 'Reset your password by email.',
});
