import Download from '#ui/icons/download.ts';
import { type MouseEvent, useState } from 'react';
import { Problem } from '#base/problem.ts';
import { countOf } from '#base/count.ts';
import { api } from '#platform/web/api.ts';
import { loadChunk } from '#platform/web/chunks.ts';
import { withSession } from '#platform/web/session.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { Row } from '#ui/page.tsx';
import { accountApi } from '../../rules/account-api.ts';
import type { AuthUser } from '../../rules/user.ts';
import { useAuth } from '../auth-context.ts';
import { FormError, PasswordField } from '../forms/fields.tsx';
import { useForm } from '../forms/use-form.ts';
import { assertPresence, usePresence } from './presence.tsx';
import { Section } from './section.tsx';

export function Leave({ user }: { user: AuthUser }) {
  const [isAsked, setAsked] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { whenPresent, dialog } = usePresence();
  // The browser itself would save a refusal as a file.
  const take = (event: MouseEvent) => {
    event.preventDefault();
    setProblem(null);
    whenPresent(assertPresence).then(
      (isHere) => isHere && window.location.assign(accountApi.exportAccount),
      (error: unknown) => setProblem((error instanceof Problem ? error : new Problem('internal')).message),
    );
  };
  return (
    <>
      <Section title="Your data" about="Everything in your account, as a zip of plain files.">
        <div>
          <ButtonLink icon={Download} href={accountApi.exportAccount} download onClick={take}>
            Download everything
          </ButtonLink>
        </div>
        {problem && <Notice kind="danger">{problem}</Notice>}
        {dialog}
      </Section>
      <SharedDevice />
      <Section
        title="Delete account"
        about="Your documents, funnels and settings go with it. We keep invoices as long as the law requires."
      >
        <div>
          <Button variant="danger" onClick={() => setAsked(true)}>
            Delete account
          </Button>
        </div>
        <Dialog open={isAsked} onClose={() => setAsked(false)} title="Permanently delete this account?">
          <DeleteForm user={user} cancel={() => setAsked(false)} />
        </Dialog>
      </Section>
    </>
  );
}

/** Logging out leaves what no account has got, for its owner to find again. On a device that others use it may have to go. */
function SharedDevice() {
  const { signOut } = useAuth();
  const [unsent, setUnsent] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const look = async () => {
    const { countUnsent } = await loadChunk(() => import('#platform/web/device.ts'));
    setUnsent(await countUnsent());
  };
  const leave = async () => {
    setBusy(true);
    await signOut({ clear: true });
  };
  return (
    <Section
      title="Shared device"
      about="Logging out leaves drafts on this device that aren’t in your account yet. This removes everything."
    >
      <div>
        <Button onClick={() => void look()}>Log out and clear This Device</Button>
      </div>
      <Dialog
        open={unsent !== null}
        onClose={() => setUnsent(null)}
        title="Clear this device?"
        actions={
          <>
            <Button variant="quiet" onClick={() => setUnsent(null)}>
              Cancel
            </Button>
            <Button variant="danger" busy={busy && 'Clearing'} onClick={() => void leave()}>
              Log out and clear
            </Button>
          </>
        }
      >
        <p>
          This removes everything this site stores in this browser, whoever made it: the cart, drafts and
          offline copies. Your account isn’t affected.
        </p>
        {unsent !== null && unsent > 0 && (
          <Notice kind="warn" still>
            {countOf(unsent, 'change')} on this device {unsent === 1 ? 'has' : 'have'} not been saved to an
            account and will be lost.
          </Notice>
        )}
      </Dialog>
    </Section>
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
      await signOut({ isGone: true });
    },
  );
  return (
    <form {...form.form} className="flex flex-col gap-8">
      <p>This can’t be undone. Download your data first if you might need it.</p>
      <Field label={`Type ${user.email}`} hint="To confirm that you mean it.">
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
        hint="Leave empty if you have no password and just signed in."
        error={form.fields.password}
      />
      <FormError form={form} />
      <Row>
        <Button variant="quiet" onClick={cancel}>
          Cancel
        </Button>
        <Button variant="danger" type="submit" disabled={!isSure} busy={form.busy && 'Deleting'}>
          Delete permanently
        </Button>
      </Row>
    </form>
  );
}
