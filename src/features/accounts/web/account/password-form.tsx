import { useState } from 'react';
import { api } from '#platform/web/api.ts';
import { withSession } from '#platform/web/session.ts';
import { Button } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { Row } from '#ui/page.tsx';
import { toast } from '#ui/toast.tsx';
import { accountApi } from '../../rules/account-api.ts';
import { passwordLimits } from '../../rules/addresses.ts';
import type { AuthUser } from '../../rules/user.ts';
import { FormError, PasswordField, Submit } from '../forms/fields.tsx';
import { useForm } from '../forms/use-form.ts';
import { Section } from './section.tsx';

export function PasswordForm({ user }: { user: AuthUser }) {
  const [isChanging, setChanging] = useState(false);
  const form = useForm(
    (contract) => contract.ChangePasswordBody,
    async (body) => {
      await withSession(() => api(accountApi.changePassword, { method: 'POST', body }));
      setChanging(false);
      toast.success('Password changed. All other devices were signed out.');
    },
  );
  return (
    <Section title="Password" about="Changing it signs you out on all other devices.">
      {isChanging ? (
        <form {...form.form} className="flex flex-col gap-8">
          {/* Tells a password manager whose password changes. */}
          <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
          <PasswordField
            label="Current password"
            name="currentPassword"
            autoComplete="current-password"
            hint={<Link href="/forgot-password">Forgot your password, or never had one?</Link>}
            error={form.fields.currentPassword}
          />
          <PasswordField
            label="New password"
            name="newPassword"
            autoComplete="new-password"
            hint={`At least ${passwordLimits.min} characters.`}
            error={form.fields.newPassword}
          />
          <FormError form={form} />
          <Row>
            <Submit form={form} busyWords="Changing">
              Change password
            </Submit>
            <Button variant="quiet" onClick={() => setChanging(false)}>
              Cancel
            </Button>
          </Row>
        </form>
      ) : (
        <div>
          <Button onClick={() => setChanging(true)}>Change password</Button>
        </div>
      )}
    </Section>
  );
}
