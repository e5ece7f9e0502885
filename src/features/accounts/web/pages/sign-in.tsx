import { useEffect, useSyncExternalStore } from 'react';
import { readStored } from '#platform/web/storage.ts';
import { useLocation, useNavigate, useSearchParams } from '#platform/web/router.tsx';
import { useWantedWords } from '#platform/web/wanted.ts';
import { Notice } from '#ui/feedback.tsx';
import { Page } from '#ui/page.tsx';
import { Link } from '#ui/link.tsx';
import { endedParam, entryWords, unheardWords } from '../../rules/entry-words.ts';
import { useAuth } from '../auth-context.ts';
import { useCodeWay } from '../forms/code-way.tsx';
import { ProviderButtons } from '../forms/federated.tsx';
import { PasskeyEntry } from '../forms/passkey.tsx';
import { useSecondStep } from '../forms/second-step.ts';
import { CodeField, EmailField, EntryError, PasswordField, RefusedEntry, Submit } from '../forms/fields.tsx';
import { GoneNotice } from '../forms/gone-notice.tsx';
import { entryDraft } from '../forms/draft.ts';
import { EntryAside } from '../forms/entry-aside.tsx';
import { useForm } from '../forms/use-form.ts';
import { useReturn } from '../forms/use-return.ts';

export default function SignInPage() {
  const { signIn } = useAuth();
  const { carry } = useReturn();
  const why = useWhy();
  const second = useSecondStep();
  const form = useForm(
    (contract) => contract.SignInBody,
    (body) => second.guard(() => signIn(body)),
    { draft: entryDraft },
  );
  const code = useCodeWay(form);
  return (
    <Page kind="form" title="Sign in" aside={<EntryAside />}>
      {why !== null && (
        <div className="mb-24">
          <Notice still title={why} />
        </div>
      )}
      <GoneNotice />
      {code.entry || (
        <>
          <form {...form.form} className="flex flex-col gap-16">
            <EmailField autoComplete="username webauthn" error={form.fields.email} />
            <PasswordField autoComplete="current-password" error={form.fields.password} />
            {second.isWanted && (
              <CodeField error={form.fields.code} hint="From your authenticator app, or a backup code." />
            )}
            <EntryError form={form} />
            <Submit form={form} busyWords="Signing in">
              Sign In
            </Submit>
            <RefusedEntry form={form} />
            <PasskeyEntry form={form} isOffered />
            <ProviderButtons form={form} />
            {code.button}
          </form>
          <p className="mt-32 flex flex-wrap gap-x-24 gap-y-8 text-15">
            <Link href={`/forgot-password${carry}`}>Forgot your password?</Link>
            <span>
              New here? <Link href={`/signup${carry}`}>Create an account</Link>
            </span>
          </p>
        </>
      )}
    </Page>
  );
}

const never = () => () => undefined;

/** Why they are here stands above the form, and in the address, so that a reload says it again. */
function useWhy(): string | null {
  const { state, readNews } = useAuth();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const next = search.get('next');
  const wanted = useWantedWords(next);
  const isNews = state().news === 'ended';
  const query = search.toString();
  useEffect(() => {
    if (!isNews) return;
    const said = new URLSearchParams(query);
    said.set(endedParam, '');
    void navigate(`${pathname}?${said}`, { replace: true });
    readNews();
  }, [isNews, query, pathname, navigate, readNews]);
  // What the server draws is the same for every address of this page.
  const isHere = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  if (isHere && readStored('hub.endSession') !== null) return unheardWords;
  if (!isHere) return null;
  return wanted ?? entryWords(next, isNews || search.has(endedParam));
}

export const head = () => ({
  title: 'Sign in',
  description: 'Sign in to your documents, purchases and plans.',
});
