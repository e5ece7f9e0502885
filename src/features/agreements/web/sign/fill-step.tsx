import { type FormEvent, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { Stack } from '#ui/page.tsx';
import { most, signingApi } from '../../rules/addresses.ts';
import { problemOf } from './use-signing.ts';
import type { SignSheetProps } from './sign-props.ts';

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** What the sender left to the other side: its name, its address. Filled in, it is a new version of the text. */
export function FillStep({ view, form, signing, onClose, onDone }: SignSheetProps & { onDone(): void }) {
  const { draft, set, done } = form;
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const open = view.blanks.slice(0, most.blanks);
  const given = Object.fromEntries(
    open
      .map(({ field }) => [field, (draft.answers[field] ?? '').trim()] as const)
      .filter(([, text]) => text !== ''),
  );
  const left = open.length - Object.keys(given).length;

  async function next(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    if (Object.keys(given).length === 0) return onDone();
    setBusy(true);
    setFailed(null);
    try {
      const now = await signing.act(signingApi.fill, {
        key: draft.key,
        version: signing.version,
        answers: given,
      });
      done(['name', 'kind', 'typed', 'strokes', 'reason', 'notes']);
      if (now.canAct) onDone();
      else onClose();
    } catch (thrown) {
      setFailed(`${problemOf(thrown).message} What you filled in is still here.`);
      setBusy(false);
    }
  }

  return (
    <form noValidate onSubmit={(event) => void next(event)}>
      <Stack gap={16}>
        <p>{view.sender.name} left this to you. It goes into the text that everyone signs.</p>
        {open.map(({ field, label }) => (
          <Field key={field} label={capital(label)} compact>
            <TextInput
              maxLength={most.answer}
              value={draft.answers[field] ?? ''}
              onChange={({ target }) => set({ answers: { ...draft.answers, [field]: target.value } })}
            />
          </Field>
        ))}
        {failed && <Notice kind="danger">{failed}</Notice>}
        <p className="text-13 text-muted" role="status">
          {left > 0 && 'What you leave empty stays blank in what is signed.'}
        </p>
        <div className="ui-actions">
          <Button onClick={onClose}>Back to the text</Button>
          <Button type="submit" variant="primary" busy={isBusy && 'Filling in'}>
            Continue
          </Button>
        </div>
      </Stack>
    </form>
  );
}
