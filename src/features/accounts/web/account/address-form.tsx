import { useState } from 'react';
import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { withSession } from '#platform/web/session.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Row } from '#ui/page.tsx';
import { Tag } from '#ui/text.tsx';
import { toast } from '#ui/toast.tsx';
import { accountApi } from '../../rules/account-api.ts';
import type { AuthUser } from '../../rules/user.ts';
import { EmailField, FormError, PasswordField, Submit } from '../forms/fields.tsx';
import { useForm } from '../forms/use-form.ts';
import { Section } from './section.tsx';

type Told = { message: string };

export function AddressForm({ user }: { user: AuthUser }) {
  const [isChanging, setChanging] = useState(false);
  const [sent, setSent] = useState<string | null>(null);
  return (
    <Section title="Email address" about="For signing in, receipts and files.">
      <Row>
        <span className="text-17">{user.email}</span>
        {user.emailVerified ? <Tag tone="ok">Confirmed</Tag> : <Tag tone="warn">Not confirmed</Tag>}
      </Row>
      {!user.emailVerified && <Resend />}
      {sent && <Notice kind="ok">{sent}</Notice>}
      {isChanging ? (
        <ChangeForm
          cancel={() => setChanging(false)}
          done={(words) => {
            setSent(words);
            setChanging(false);
          }}
        />
      ) : (
        <div>
          <Button onClick={() => setChanging(true)}>Change Email</Button>
        </div>
      )}
    </Section>
  );
}

function Resend() {
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      const { message } = await withSession(() =>
        api<Told>(accountApi.resendVerification, { method: 'POST', body: {} }),
      );
      toast.success(message);
    } catch (error) {
      toast.error((error instanceof Problem ? error : new Problem('internal')).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Notice
      kind="warn"
      still
      actions={
        <Button busy={busy && 'Sending'} onClick={() => void send()}>
          Resend email
        </Button>
      }
    >
      Open the link we emailed you to confirm that this address is yours.
    </Notice>
  );
}

function ChangeForm({ cancel, done }: { cancel: () => void; done: (words: string) => void }) {
  const form = useForm(
    (contract) => contract.ChangeEmailBody,
    async (body) => {
      const { message } = await withSession(() =>
        api<Told>(accountApi.changeEmail, { method: 'POST', body }),
      );
      done(message);
    },
  );
  return (
    <form {...form.form} className="flex flex-col gap-8">
      <EmailField label="New email address" autoComplete="email" error={form.fields.email} />
      <PasswordField
        autoComplete="current-password"
        hint="To confirm it’s you."
        error={form.fields.password}
      />
      <FormError form={form} />
      <Row>
        <Submit form={form} busyWords="Sending">
          Send link
        </Submit>
        <Button variant="quiet" onClick={cancel}>
          Cancel
        </Button>
      </Row>
    </form>
  );
}
