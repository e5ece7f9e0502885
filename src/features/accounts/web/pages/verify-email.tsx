import { useEffect, useState } from 'react';
import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Notice, Skeleton } from '#ui/feedback.tsx';
import { Link } from '#ui/link.tsx';
import { Page } from '#ui/page.tsx';
import { accountApi } from '../../rules/account-api.ts';
import { accountWords } from '../../rules/words.ts';
import { useAuth } from '../auth-context.ts';
import { FormError, PasswordField, Submit } from '../forms/fields.tsx';
import { useMailToken } from '../forms/mail-token.ts';
import { useForm } from '../forms/use-form.ts';

type Outcome = { words: string } | { problem: Problem };

// A link works once, and an effect may run twice: one question for each token.
const asked = new Map<string, Promise<Outcome>>();

function verify(token: string): Promise<Outcome> {
  const known = asked.get(token);
  if (known) return known;
  const answer = api<{ message: string }>(accountApi.verifyEmail, { method: 'POST', body: { token } }).then(
    ({ message }): Outcome => ({ words: message }),
    (error: unknown): Outcome => ({ problem: error instanceof Problem ? error : new Problem('internal') }),
  );
  asked.set(token, answer);
  return answer;
}

export default function VerifyEmailPage() {
  const token = useMailToken();
  const { authReady, user, refresh } = useAuth();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (!token) return;
    void verify(token).then((next) => {
      setOutcome(next);
      if ('words' in next) void refresh();
    });
  }, [token, tries, refresh]);
  const again = () => {
    if (token) asked.delete(token);
    setOutcome(null);
    setTries(tries + 1);
  };
  const [home, homeWords] =
    authReady && user ? ['/dashboard', 'Go to the dashboard'] : ['/signin', 'Sign In'];
  const onward = (
    <ButtonLink variant="primary" href={home}>
      {homeWords}
    </ButtonLink>
  );
  return (
    <Page kind="form" title="Confirm your email address">
      {token === null ? (
        <ErrorState title="This link is incomplete" safe={accountWords.verifyExpired} actions={onward} />
      ) : !outcome ? (
        <Skeleton rows={2} label="Confirming your email address" />
      ) : 'words' in outcome ? (
        <Notice kind="ok" actions={onward}>
          {outcome.words}
        </Notice>
      ) : outcome.problem.details.fields?.['password'] !== undefined ? (
        <WithPassword
          token={token ?? ''}
          why={outcome.problem.message}
          done={(words) => {
            setOutcome({ words });
            void refresh();
          }}
        />
      ) : (
        <ErrorState
          title="Your email address isn’t confirmed yet"
          safe={outcome.problem.message}
          actions={
            <>
              {onward}
              {outcome.problem.code === 'unavailable' && <Button onClick={again}>Try again</Button>}
            </>
          }
        />
      )}
    </Page>
  );
}

/** Opened where nobody is signed in to that account, such as in a mail program's own window. */
function WithPassword({ token, why, done }: { token: string; why: string; done: (words: string) => void }) {
  const form = useForm(
    (contract) => contract.ConfirmForm,
    async ({ password }) => {
      const { message } = await api<{ message: string }>(accountApi.verifyEmail, {
        method: 'POST',
        body: { token, password },
      });
      done(message);
    },
  );
  return (
    <form {...form.form} className="flex flex-col gap-16">
      <p>{why}</p>
      <PasswordField autoComplete="current-password" error={form.fields.password} />
      <FormError form={form} />
      <Submit form={form} busyWords="Confirming">
        Confirm email
      </Submit>
      <p className="mt-16 text-15">
        Never created an account here? Then someone else used your email address.{' '}
        <Link href="/forgot-password">Set your own password</Link>. What they put into it will be deleted.
      </p>
    </form>
  );
}

export const head = () => ({
  title: 'Confirm your email address',
  description: 'Confirm the email address of your account.',
});
