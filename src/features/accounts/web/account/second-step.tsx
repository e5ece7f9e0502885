import { useEffect, useState } from 'react';
import { Problem } from '#base/problem.ts';
import { countOf } from '#base/count.ts';
import { api } from '#platform/web/api.ts';
import { withSession } from '#platform/web/session.ts';
import { Button } from '#ui/button.tsx';
import { Notice, Skeleton } from '#ui/feedback.tsx';
import { Row } from '#ui/page.tsx';
import { Qr } from '#ui/qr.tsx';
import { Tag } from '#ui/text.tsx';
import { toast } from '#ui/toast.tsx';
import { accountApi } from '../../rules/account-api.ts';
import type { RecoveryCodes, SecondStepBegun, SecondStepState } from '../../rules/contract.ts';
import { CodeField, FormError, Submit } from '../forms/fields.tsx';
import { useForm } from '../forms/use-form.ts';
import { usePresence } from './presence.tsx';
import { Section } from './section.tsx';

type Stage =
  | { at: 'looking' }
  | { at: 'unknown' }
  | { at: 'off' }
  | { at: 'begun'; begun: SecondStepBegun }
  | { at: 'codes'; codes: string[] }
  | { at: 'on'; codesLeft: number };

/** A code of an authenticator beside the password, for who wants it. */
export function SecondStep() {
  const [stage, setStage] = useState<Stage>({ at: 'looking' });
  const [busy, setBusy] = useState(false);
  const { whenPresent, dialog } = usePresence();
  useEffect(() => {
    let isHere = true;
    void look().then((found) => isHere && setStage(found));
    return () => {
      isHere = false;
    };
  }, []);

  const act = async (path: string, next: (answer: unknown) => Stage) => {
    setBusy(true);
    try {
      const answer = await whenPresent(() => api(path, { method: 'POST', body: {} }));
      if (answer !== null) setStage(next(answer));
    } catch (error) {
      toast.error((error instanceof Problem ? error : new Problem('internal')).message);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Section
      title="Two-factor authentication"
      about="Sign in with a code from your authenticator app as well as your password."
    >
      {stage.at === 'looking' && (
        <Skeleton shape="table" rows={1} label="Loading two-factor authentication" />
      )}
      {stage.at === 'unknown' && (
        <Row>
          <span>Couldn’t load this setting.</span>
          <Button onClick={() => void look().then(setStage)}>Try again</Button>
        </Row>
      )}
      {stage.at === 'off' && (
        <div>
          <Button
            busy={busy}
            onClick={() =>
              void act(accountApi.beginSecondStep, (begun) => ({
                at: 'begun',
                begun: begun as SecondStepBegun,
              }))
            }
          >
            Set Up Two-Factor Authentication
          </Button>
        </div>
      )}
      {stage.at === 'begun' && (
        <FirstCode
          begun={stage.begun}
          cancel={() => setStage({ at: 'off' })}
          done={(codes) => setStage({ at: 'codes', codes })}
        />
      )}
      {stage.at === 'codes' && (
        <SpareCodes codes={stage.codes} done={() => setStage({ at: 'on', codesLeft: stage.codes.length })} />
      )}
      {stage.at === 'on' && (
        <>
          <Row>
            <Tag tone="ok">On</Tag>
            <span>{countOf(stage.codesLeft, 'backup code')} left</span>
          </Row>
          {stage.codesLeft < 3 && (
            <Notice kind="warn" still>
              Turn it off and on again for new backup codes. Without them and your device, only support can
              let you in.
            </Notice>
          )}
          <div>
            <Button busy={busy} onClick={() => void act(accountApi.removeSecondStep, () => ({ at: 'off' }))}>
              Turn off
            </Button>
          </div>
        </>
      )}
      {dialog}
    </Section>
  );
}

const look = (): Promise<Stage> =>
  withSession(() => api<SecondStepState>(accountApi.secondStep)).then(
    ({ isOn, codesLeft }) => (isOn ? { at: 'on', codesLeft } : { at: 'off' }),
    () => ({ at: 'unknown' }),
  );

interface FirstCodeProps {
  begun: SecondStepBegun;
  cancel: () => void;
  done: (codes: string[]) => void;
}

function FirstCode({ begun, cancel, done }: FirstCodeProps) {
  const form = useForm(
    (contract) => contract.CodeBody,
    async (body) => {
      const { codes } = await withSession(() =>
        api<RecoveryCodes>(accountApi.confirmSecondStep, { method: 'POST', body }),
      );
      done(codes);
    },
  );
  return (
    <form {...form.form} className="flex flex-col gap-16">
      <p>Scan this with your authenticator app, or type the key. Then enter the six-digit code.</p>
      <div className="flex flex-wrap items-center gap-24">
        <Qr text={begun.uri} label="QR code of the key" />
        <div className="flex flex-col gap-8">
          <span className="text-13 text-muted">Key</span>
          <code className="max-w-form font-mono text-15 break-all">
            {begun.secret.match(/.{4}/g)?.join(' ')}
          </code>
          <a className="text-15 underline" href={begun.uri}>
            Open in an app on this device
          </a>
        </div>
      </div>
      <CodeField error={form.fields.code} hint="It changes every 30 seconds." />
      <FormError form={form} />
      <Row>
        <Submit form={form} busyWords="Checking">
          Turn on
        </Submit>
        <Button variant="quiet" onClick={cancel}>
          Cancel
        </Button>
      </Row>
    </form>
  );
}

function SpareCodes({ codes, done }: { codes: string[]; done: () => void }) {
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => toast.success('Copied.'),
      () => toast.error('Your browser blocked copying. Select the codes and copy them yourself.'),
    );
  return (
    <>
      <Notice kind="ok" title="Two-factor authentication is on">
        Store these backup codes somewhere safe. Each works once if you lose your device. You won’t see them
        again.
      </Notice>
      <ul className="grid gap-8 font-mono text-15">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Row>
        <Button variant="primary" onClick={done}>
          I’ve saved them
        </Button>
        <Button onClick={() => void copy()}>Copy</Button>
      </Row>
    </>
  );
}
