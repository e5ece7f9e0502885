import { useWantedWords } from '#platform/web/wanted.ts';
import { Notice } from '#ui/feedback.tsx';
import { Page } from '#ui/page.tsx';
import { Link } from '#ui/link.tsx';
import { passwordLimits } from '../../rules/addresses.ts';
import { useAuth } from '../auth-context.ts';
import { useCodeWay } from '../forms/code-way.tsx';
import { ProviderButtons } from '../forms/federated.tsx';
import { EmailField, EntryError, NameField, PasswordField, RefusedEntry, Submit } from '../forms/fields.tsx';
import { entryDraft } from '../forms/draft.ts';
import { EntryAside } from '../forms/entry-aside.tsx';
import { useForm } from '../forms/use-form.ts';
import { useReturn } from '../forms/use-return.ts';

export default function SignUpPage() {
  const { signUp } = useAuth();
  const { next, carry } = useReturn();
  const wanted = useWantedWords(next);
  const form = useForm(
    (contract) => contract.SignUpBody,
    ({ displayName, email, password }) => signUp({ displayName, email, password }),
    { draft: entryDraft },
  );
  const code = useCodeWay(form, { leaveWords: 'Sign up another way' });
  return (
    <Page
      kind="form"
      title="Create your account"
      lead="Free. No card needed. Your documents on every device."
      aside={<EntryAside />}
    >
      {wanted !== null && (
        <div className="mb-24">
          <Notice still title={wanted} />
        </div>
      )}
      {code.entry || (
        <>
          <form {...form.form} className="flex flex-col gap-16">
            <NameField error={form.fields.displayName} />
            <EmailField
              autoComplete="username"
              hint="We’ll send one email to confirm it."
              error={form.fields.email}
            />
            <PasswordField
              autoComplete="new-password"
              hint={`At least ${passwordLimits.min} characters. A few words in a row are easy to remember.`}
              error={form.fields.password}
            />
            <EntryError form={form} />
            <Submit form={form} busyWords="Creating your account">
              Create account
            </Submit>
            <RefusedEntry form={form} />
            <ProviderButtons form={form} />
            {code.button}
          </form>
          <p className="mt-32 text-15">
            Already have an account? <Link href={`/signin${carry}`}>Sign in</Link>
          </p>
        </>
      )}
    </Page>
  );
}

export const head = () => ({
  title: 'Create your account',
  description: 'Your documents, purchases and funnels on every device.',
});
