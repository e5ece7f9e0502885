import { api } from '#platform/web/api.ts';
import { withSession } from '#platform/web/session.ts';
import { toast } from '#ui/toast.tsx';
import { accountApi } from '../../rules/account-api.ts';
import type { AuthUser } from '../../rules/user.ts';
import { useAuth } from '../auth-context.ts';
import { nameDraft } from '../forms/draft.ts';
import { FormError, NameField, Submit } from '../forms/fields.tsx';
import { useForm } from '../forms/use-form.ts';
import { Section } from './section.tsx';

export function ProfileForm({ user }: { user: AuthUser }) {
  const { refresh } = useAuth();
  const form = useForm(
    (contract) => contract.PatchProfileBody,
    async (body) => {
      await withSession(() => api(accountApi.profile, { method: 'PATCH', body }));
      nameDraft.drop();
      await refresh();
      toast.success('Name saved.');
    },
    { draft: nameDraft },
  );
  return (
    <Section title="Name" about="Shown in your menu and as the author of your documents.">
      <form {...form.form} className="flex flex-col items-start gap-8">
        <div className="w-full">
          <NameField error={form.fields.displayName} defaultValue={user.displayName} />
        </div>
        <FormError form={form} />
        <Submit form={form} busyWords="Saving">
          Save name
        </Submit>
      </form>
    </Section>
  );
}
