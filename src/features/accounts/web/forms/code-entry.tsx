import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { countOf } from '#base/count.ts';
import { Problem } from '#base/problem.ts';
import { randomText } from '#base/random-text.ts';
import { api } from '#platform/web/api.ts';
import { loadChunk } from '#platform/web/chunks.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field } from '#ui/field.tsx';
import { OneTimeCode, useCountdown } from '#ui/one-time-code.tsx';
import { accountApi } from '../../rules/account-api.ts';
import { signInPatienceMs } from '../../rules/addresses.ts';
import type { AskCodeBody, CodeAsked, CodeForm, CodeSignInAnswer } from '../../rules/contract.ts';
import { accountWords } from '../../rules/words.ts';
import { useAuth } from '../auth-context.ts';
import { askedCode, entryDraft, type Typed } from './draft.ts';
import { CodeField, EmailField, EntryError, NameField, RefusedEntry, Submit } from './fields.tsx';
import { useForm } from './use-form.ts';

/** A code is on its way: to whom, and until the next one can be sent. */
export interface CodeSent {
  email: string;
  browser: string;
  waitSeconds: number;
}

async function askFor(email: string): Promise<CodeSent> {
  const before = askedCode.read(Date.now());
  // The same secret as before: where its answer got lost, the code that was sent is good, and no second one goes out.
  const asked =
    before?.email === email ? before : { email, browser: randomText(40), at: Date.now(), isSent: false };
  askedCode.keep(asked);
  const { browser } = asked;
  const body: AskCodeBody = { email, browser };
  const { waitSeconds } = await api<CodeAsked>(accountApi.askCode, { method: 'POST', body });
  askedCode.keep({ email, browser, at: Date.now(), isSent: true });
  return { email, browser, waitSeconds };
}

/** Null where what was typed is no address yet. */
export async function askIfAddress(typed: string): Promise<CodeSent | null> {
  const { Email } = await loadChunk(() => import('../../rules/contract.ts'));
  const { success, data } = Email.safeParse(typed);
  return success ? askFor(data) : null;
}

export function sentBefore(): CodeSent | null {
  const asked = askedCode.read(Date.now());
  return asked && { email: asked.email, browser: asked.browser, waitSeconds: 0 };
}

interface EntryProps {
  first: CodeSent | null;
  typed: Typed;
  /** The address is a member's, over whose page this stands. */
  isFixed: boolean;
  leave: () => void;
  leaveWords?: string | undefined;
  onDone?: ((isIn: boolean) => void) | undefined;
}

/** Signing in by a code: the address, where it is not there yet, then the code. */
export function CodeEntry({ first, typed, leaveWords = 'Sign in another way', ...rest }: EntryProps) {
  const [sent, setSent] = useState(first);
  const props = { ...rest, leaveWords, setSent };
  return sent ? (
    <CodeStep key={sent.browser} sent={sent} name={typed.displayName} {...props} />
  ) : (
    <AddressStep typed={typed.email} {...props} />
  );
}

type StepProps = Pick<EntryProps, 'isFixed' | 'leave' | 'onDone'> & {
  leaveWords: string;
  setSent: (sent: CodeSent | null) => void;
};

function AddressStep({ typed, setSent, leave, leaveWords }: StepProps & { typed: string | undefined }) {
  const form = useForm(
    (contract) => contract.CodeAddressForm,
    async ({ email }) => setSent(await askFor(email)),
    { draft: entryDraft },
  );
  const box = useFocus('input');
  return (
    <div ref={box}>
      <form {...form.form} className="flex flex-col gap-16">
        <EmailField
          autoComplete="username"
          hint="We’ll email you a six-digit code. You don’t need a password."
          error={form.fields.email}
          defaultValue={typed}
        />
        <EntryError form={form} />
        <Submit form={form} busyWords="Sending">
          Email me a code
        </Submit>
        <RefusedEntry form={form} />
        <Button variant="quiet" onClick={leave}>
          {leaveWords}
        </Button>
      </form>
    </div>
  );
}

type Missing = NonNullable<CodeSignInAnswer['missing']>;

/** The code is right, and something else isn't there yet: no error, and nobody is in. */
class Unfinished extends Problem {
  readonly missing: Missing;
  constructor(missing: Missing) {
    super('conflict', missingWords[missing], { fields: { [missing]: missingWords[missing] } });
    this.missing = missing;
  }
}

const missingWords = {
  displayName: accountWords.nameMissing,
  second: accountWords.codeMissing,
  anew: accountWords.entryAnew,
};

function CodeStep({
  sent: { email, browser, waitSeconds },
  name,
  isFixed,
  leave,
  leaveWords,
  setSent,
  onDone,
}: StepProps & { sent: CodeSent; name: string | undefined }) {
  const { signInBy } = useAuth();
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState<Missing[]>([]);
  const [left, wait] = useCountdown(waitSeconds);
  const [sentTimes, setSentTimes] = useState(1);
  const [isSending, setSending] = useState(false);
  const form = useForm(
    (contract) => contract.CodeForm,
    (typed) => send(typed),
  );
  const box = useFocus('input');

  const isAnew = missing.includes('anew');

  async function send(typed: CodeForm, mayBeginAnew = false): Promise<void> {
    const body = {
      ...(name !== undefined && { displayName: name }),
      ...typed,
      email,
      browser,
      ...(mayBeginAnew && { anew: true }),
    };
    try {
      const isIn = await signInBy(async (attempt) => {
        const options = { method: 'POST', body: { ...body, attempt }, timeoutMs: signInPatienceMs } as const;
        const { user, missing: what } = await api<CodeSignInAnswer>(accountApi.codeSignIn, options);
        if (what !== undefined) throw new Unfinished(what);
        return user;
      });
      if (isIn) askedCode.drop();
      onDone?.(isIn);
    } catch (error) {
      if (!(error instanceof Unfinished)) throw error;
      const what = error.missing;
      if (what === 'anew' && isAnew) return;
      if (missing.includes(what)) throw error;
      // Over somebody's page, a new account would take the page away.
      if (what === 'anew' && isFixed) throw new Problem('conflict', accountWords.entryUnproven);
      flushSync(() => setMissing([...missing, what]));
      box.current?.querySelector<HTMLElement>(`input[name="${what}"]`)?.focus();
    }
  }

  const again = () => {
    setSending(true);
    form.attempt(async () => {
      try {
        wait((await askFor(email)).waitSeconds);
        setCode('');
        setSentTimes(sentTimes + 1);
        box.current?.querySelector<HTMLElement>('input')?.focus();
      } finally {
        setSending(false);
      }
    });
  };

  return (
    <div ref={box}>
      <form {...form.form} className="flex flex-col gap-16">
        <p role="status">
          {sentTimes > 1 ? 'We emailed a new code to ' : 'We emailed a six-digit code to '}
          <strong className="[overflow-wrap:anywhere]">{email}</strong>. It can take a minute. If it isn’t
          there, look in your spam folder.
        </p>
        <Field label="Code from the email" error={form.fields.code}>
          <OneTimeCode name="code" value={code} onType={setCode} required />
        </Field>
        {missing.includes('displayName') && (
          <>
            <p role="status">The code is right. Only your name is missing.</p>
            <NameField error={form.fields.displayName} defaultValue={name} />
          </>
        )}
        {missing.includes('second') && (
          <CodeField
            name="second"
            label="Code from your authenticator app"
            hint="Or a backup code."
            error={form.fields.second}
          />
        )}
        {isAnew && (
          <Notice kind="warn" title="Start with an empty account?">
            {accountWords.entryAnew}
          </Notice>
        )}
        <EntryError form={form} />
        {isAnew ? (
          // No key that is pressed twice empties an account.
          <Button
            variant="danger"
            busy={form.busy && !isSending && 'Signing in'}
            onClick={() => form.attempt(() => send({ code }, true))}
          >
            Start with an empty account
          </Button>
        ) : (
          <Submit form={{ ...form, busy: form.busy && !isSending }} busyWords="Signing in">
            Continue
          </Submit>
        )}
        <div className="flex flex-wrap items-center gap-x-12 gap-y-4">
          <Button disabled={left > 0 || form.busy} busy={isSending && 'Sending'} onClick={again}>
            Send a new code
          </Button>
          {left > 0 && <span className="text-13 text-muted">Possible in {countOf(left, 'second')}</span>}
        </div>
        <div className="ui-actions">
          {!isFixed && (
            <Button
              variant="quiet"
              disabled={form.busy}
              onClick={() => {
                askedCode.drop();
                setSent(null);
              }}
            >
              Use another address
            </Button>
          )}
          <Button variant="quiet" disabled={form.busy} onClick={leave}>
            {leaveWords}
          </Button>
        </div>
        <RefusedEntry form={form} />
      </form>
    </div>
  );
}

/** What comes in another form's place takes its focus, too. */
function useFocus(selector: string) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector<HTMLElement>(selector)?.focus(), [selector]);
  return box;
}
