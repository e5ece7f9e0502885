import { type FormEvent, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { OneTimeCode, useCountdown } from '#ui/one-time-code.tsx';
import { Stack } from '#ui/page.tsx';
import { problemOf } from './use-signing.ts';

interface Code {
  typed: string;
  type(text: string): void;
  sentTo: string | null;
  /** Until another one can be sent. */
  waitSeconds: number;
  isBusy: boolean;
  error: string | null;
  send(): Promise<void>;
  refuse(words: string): void;
}

/** A code by email, and what became of it: it outlives a step back and forth. */
export function useCode(request: () => Promise<{ sentTo: string; waitSeconds: number }>): Code {
  const [typed, setTyped] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [waitSeconds, setWait] = useCountdown();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  return {
    typed,
    type(text) {
      setError(null);
      setTyped(text);
    },
    sentTo,
    waitSeconds,
    isBusy,
    error,
    async send() {
      setBusy(true);
      setError(null);
      try {
        const answer = await request();
        setSentTo(answer.sentTo);
        setWait(answer.waitSeconds);
        setTyped('');
      } catch (thrown) {
        const { message, details } = problemOf(thrown);
        setError(message);
        setWait(details.retryAfterSeconds ?? 0);
      }
      setBusy(false);
    },
    refuse(words) {
      setError(words);
      setTyped('');
    },
  };
}

/** Proves that whoever signs reads the mail of the address that was asked. */
export function CodeStep({ code, email, onDone }: { code: Code; email: string; onDone(): void }) {
  const [error, setError] = useState<string | null>(null);
  if (code.sentTo === null)
    return (
      <Stack gap={16}>
        <p>
          We email a six-digit code to <strong className="[overflow-wrap:anywhere]">{email}</strong>. It shows
          that the person signing is the one who was asked.
        </p>
        {code.error && <p role="alert">{code.error}</p>}
        <div className="ui-actions">
          <Button variant="primary" busy={code.isBusy && 'Sending'} onClick={() => void code.send()}>
            Email me a code
          </Button>
        </div>
      </Stack>
    );
  const next = (event: FormEvent) => {
    event.preventDefault();
    if (code.typed.length === 6) onDone();
    else setError('The code has six digits.');
  };
  return (
    <form noValidate onSubmit={next}>
      <Stack gap={16}>
        <p role="status">
          Sent to <strong className="[overflow-wrap:anywhere]">{code.sentTo}</strong>. It can take a minute;
          look in the spam folder, too.
        </p>
        <Field label="Code from the email" error={code.error ?? error}>
          <OneTimeCode
            value={code.typed}
            onType={(digits) => {
              setError(null);
              code.type(digits);
            }}
          />
        </Field>
        <div className="ui-actions">
          <Button
            disabled={code.waitSeconds > 0}
            busy={code.isBusy && 'Sending'}
            onClick={() => void code.send()}
          >
            {code.waitSeconds > 0 ? `New code in ${code.waitSeconds} s` : 'Email a new code'}
          </Button>
          <Button type="submit" variant="primary">
            Continue
          </Button>
        </div>
      </Stack>
    </form>
  );
}
