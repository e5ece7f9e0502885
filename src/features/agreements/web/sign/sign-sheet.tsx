import { type FormEvent, useState } from 'react';
import { api } from '#platform/web/api.ts';
import { usePart } from '#platform/web/use-part.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/choice.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field, Note, TextInput } from '#ui/field.tsx';
import { Link } from '#ui/link.tsx';
import { Stack } from '#ui/page.tsx';
import { Segments } from '#ui/segments.tsx';
import { most, signingApi } from '../../rules/addresses.ts';
import { drawingPath, isDrawn } from '../../rules/drawing.ts';
import { CodeStep, useCode } from './code-step.tsx';
import { SignaturePad } from './signature-pad.tsx';
import type { SignSheetProps } from './sign-props.ts';
import { problemOf } from './use-signing.ts';

const fillPart = () => import('./fill-step.tsx');
const morePart = () => import('./more-to-sign.tsx');

/** From "Review and sign" to the signature: the code where one is needed, then name, signature and consent. */
export function SignSheet(props: SignSheetProps) {
  const { open, onClose, view, token } = props;
  const code = useCode(() =>
    api<{ sentTo: string; waitSeconds: number }>(signingApi.code, { method: 'POST', body: { t: token } }),
  );
  const [isConfirmed, setConfirmed] = useState(false);
  const [isFilled, setFilled] = useState(false);
  const hasBlanks = view.you.role === 'signs' && view.blanks.length > 0 && !isFilled;
  const fill = usePart(hasBlanks, fillPart);
  const isCodeStep = view.needsCode && !isConfirmed;
  const isSigning = view.you.role === 'signs';
  const act = isSigning ? 'Sign' : 'Approve';
  const title = hasBlanks
    ? 'Fill in what is open'
    : isCodeStep
      ? 'Step 1 of 2: confirm your email address'
      : `${view.needsCode ? 'Step 2 of 2: ' : ''}${view.needsCode ? act.toLowerCase() : act}`;
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      {hasBlanks ? (
        fill && <fill.FillStep {...props} onDone={() => setFilled(true)} />
      ) : isCodeStep ? (
        <CodeStep code={code} email={view.you.email} onDone={() => setConfirmed(true)} />
      ) : (
        <LastStep
          {...props}
          code={view.needsCode ? code.typed : undefined}
          onWrongCode={(words) => {
            code.refuse(words);
            setConfirmed(false);
          }}
        />
      )}
    </Dialog>
  );
}

type Faults = Partial<Record<'name' | 'initials' | 'signature' | 'consent' | 'all', string>>;

function LastStep({
  onClose,
  view,
  file,
  form: { draft, set, done },
  signing,
  unsent,
  code,
  onWrongCode,
}: SignSheetProps & { code: string | undefined; onWrongCode(words: string): void }) {
  const isSigning = view.you.role === 'signs';
  const version = view.versions.find((one) => one.version === signing.version);
  const [consent, setConsent] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const [isBusy, setBusy] = useState(false);
  const [keep, setKeep] = useState(false);
  const usual = view.saved ? 'saved' : 'drawn';
  const kind = draft.kind === 'saved' ? usual : (draft.kind ?? usual);
  const asksInitials = view.initials.length > 0;
  const more = usePart(kind === 'typed' || asksInitials || !view.needsCode, morePart);
  const sha = version?.sha256 ?? '';

  function wrong(): Faults {
    if (!isSigning) return {};
    const isBlank =
      kind === 'drawn' ? !isDrawn(draft.strokes) : kind === 'typed' && draft.typed.trim() === '';
    return {
      ...(draft.name.trim() === '' && { name: 'Enter your name.' }),
      ...(asksInitials && more?.initialsOf(draft) === '' && { initials: 'Enter your initials.' }),
      ...(isBlank && {
        signature: kind === 'drawn' ? 'Draw your signature, or type it.' : 'Type your name.',
      }),
      ...(!consent && { consent: 'Agree to sign electronically first.' }),
    };
  }

  async function send(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const found = wrong();
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    const shared = { key: draft.key, version: signing.version, ...(code && { code }) };
    const signature =
      kind === 'saved'
        ? view.saved
        : kind === 'drawn'
          ? { kind: 'drawn', drawing: draft.strokes.filter((stroke) => stroke.length > 0) }
          : { kind: 'typed', text: draft.typed.trim() };
    try {
      await (isSigning
        ? signing.act(signingApi.sign, {
            ...shared,
            sha256: sha,
            consent: true,
            name: draft.name.trim(),
            signature,
            ...(asksInitials && more && { initials: more.initialsOf(draft) }),
            ...(keep && kind !== 'saved' && { keep }),
          })
        : signing.act(signingApi.approve, shared));
      done();
      onClose();
      // After the dialog gave the focus back.
      setTimeout(() => document.querySelector<HTMLElement>('main h1')?.focus(), 60);
    } catch (thrown) {
      const { code: fault, details, message } = problemOf(thrown);
      const { code: wrongCode, ...fields } = details.fields ?? {};
      if (wrongCode !== undefined) onWrongCode(wrongCode);
      else if (fault === 'conflict' || fault === 'too_many') {
        // Another text than the one that was read, no longer open, or a code that has run out: nothing was signed.
        const now = await signing.reload().catch(() => null);
        const isSame = now?.canAct === true && now.versions.length === view.versions.length;
        if (now && !isSame) onClose();
        else if (now && code !== undefined) onWrongCode(message);
        else setFaults({ all: message });
      } else
        setFaults(
          fields['name'] || fields['initials'] || fields['signature']
            ? fields
            : { all: `${message} What you filled in is still here.` },
        );
    }
    setBusy(false);
  }

  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      <Stack gap={16}>
        {isSigning ? (
          <>
            <Field label="Your full name" error={faults.name} compact>
              <TextInput
                autoComplete="name"
                maxLength={most.name}
                value={draft.name}
                onChange={({ target }) => set({ name: target.value })}
              />
            </Field>
            {asksInitials && more && (
              <more.InitialsField places={view.initials} draft={draft} error={faults.initials} set={set} />
            )}
            <div>
              <div className="mb-8 flex flex-wrap items-center justify-between gap-8">
                <span className="ui-label">Signature</span>
                <Segments
                  label="How you sign"
                  value={kind}
                  onChange={(next) =>
                    set({ kind: next, ...(next === 'typed' && !draft.typed && { typed: draft.name }) })
                  }
                  options={[
                    ...(view.saved ? [{ value: 'saved' as const, label: 'Saved' }] : []),
                    { value: 'drawn', label: 'Draw' },
                    { value: 'typed', label: 'Type' },
                  ]}
                />
              </div>
              {kind === 'saved' && view.saved ? (
                more && (
                  <more.DrawnSignature
                    {...(view.saved.kind === 'typed'
                      ? { typed: view.saved.text }
                      : { path: drawingPath(view.saved.drawing) })}
                  />
                )
              ) : kind === 'drawn' ? (
                <SignaturePad
                  strokes={draft.strokes}
                  onChange={(strokes) => set({ strokes: [...strokes] })}
                  describedBy="agree-signature"
                />
              ) : (
                more && <more.TypedSignature value={draft.typed} set={set} />
              )}
              <Note id="agree-signature" error={faults.signature} />
            </div>
            {!view.needsCode && more && kind !== 'saved' && <more.KeepSignature isOn={keep} set={setKeep} />}
            <Checkbox
              label={view.legal.consent}
              checked={consent}
              aria-invalid={faults.consent ? true : undefined}
              onChange={({ target }) => setConsent(target.checked)}
            />
            {faults.consent && <Note id="agree-consent" error={faults.consent} />}
          </>
        ) : (
          <p>You approve version {signing.version} of this document. You don’t sign it.</p>
        )}
        <div className="text-13 text-muted">
          <p>
            {isSigning ? 'You sign exactly this file: ' : 'The file: '}
            <Link href={file} target="_blank">
              {view.agreement.title}.pdf
            </Link>
            {view.versions.length > 1 && `, version ${signing.version}`}
          </p>
          <p className="ui-mono break-all">SHA-256 {sha}</p>
          {isSigning && (
            <details className="mt-8">
              <summary className="flex min-h-touch items-center">What kind of signature is this?</summary>
              <p>{view.legal.kind}</p>
              {view.legal.warning && <p className="mt-8">{view.legal.warning}</p>}
            </details>
          )}
        </div>
        {unsent}
        {faults.all && <Notice kind="danger">{faults.all}</Notice>}
        <div className="ui-actions">
          <Button onClick={onClose}>Back to the text</Button>
          <Button type="submit" variant="primary" busy={isBusy && (isSigning ? 'Signing' : 'Approving')}>
            {isSigning ? 'Sign' : 'Approve'}
            {unsent && ' without it'}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
