import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { api } from '#platform/web/api.ts';
import { withSession } from '#platform/web/session.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { Row } from '#ui/page.tsx';
import { accountApi } from '../../rules/addresses.ts';
import type { AuthUser } from '../../rules/user.ts';
import { useAuth } from '../auth-context.ts';
import { FormError, PasswordField } from '../forms/fields.tsx';
import { useForm } from '../forms/use-form.ts';
import { Section } from './section.tsx';

export function Leave({ user }: { user: AuthUser }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Section title="Your data" about="Everything that is kept for this account, in one zip of plain files.">
        <div>
          <ButtonLink icon={Download} href={accountApi.exportAccount} download>
            Download Everything
          </ButtonLink>
        </div>
      </Section>
      <Section
        title="Delete the account"
        about="Your documents, funnels and settings go with it. Invoices stay as long as the law wants them."
      >
        <div>
          <Button variant="danger" onClick={() => setAsked(true)}>
            Delete Account
          </Button>
        </div>
        <Dialog open={isAsked} onClose={() => setAsked(false)} title="Delete this account for good?">
          <DeleteForm user={user} cancel={() => setAsked(false)} />
        </Dialog>
      </Section>
    </>
  );
}

function DeleteForm({ user, cancel }: { user: AuthUser; cancel: () => void }) {
  const { signOut } = useAuth();
  const [typed, setTyped] = useState('');
  const isSure = typed.trim().toLowerCase() === user.email.toLowerCase();
  const form = useForm(
    (contract) => contract.LeaveForm,
    async ({ password }) => {
      if (!isSure) return;
      await withSession(() =>
        api(accountApi.deleteAccount, { method: 'POST', body: password === '' ? {} : { password } }),
      );
      await signOut();
    },
  );
  return (
    <form {...form.form} className="flex flex-col gap-8">
      <p>Nobody can bring it back. Download your data first if you may want it.</p>
      <Field label={`Type ${user.email}`} hint="So that this is no slip.">
        <TextInput
          name="confirmation"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <PasswordField
        autoComplete="current-password"
        hint="Leave it empty if you never had one and have just signed in."
        error={form.fields.password}
      />
      <FormError form={form} />
      <Row>
        <Button variant="quiet" onClick={cancel}>
          Keep the Account
        </Button>
        <Button variant="danger" type="submit" disabled={!isSure} busy={form.busy && 'Deleting'}>
          Delete for Good
        </Button>
      </Row>
    </form>
  );
}
