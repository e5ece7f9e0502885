import { sizeWords } from '#base/size-words.ts';
import { useRef, useState } from 'react';
import { useViewer } from '#platform/web/viewer.ts';
import { Button } from '#ui/button.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { giftAccept, readGift } from '../../rules/gift.ts';
import { mayKeepGift, takeGift } from './gift-file.ts';
import type { Work } from './state.ts';

interface Props {
  work: Work;
  label: string;
  hint: string | undefined;
  value: string;
  onChange(value: string): void;
}

/** The file that a form promises. It lies in the account alone: offline, and for guests, there is none to add it to. */
export function GiftField({ work, label, hint, value, onChange }: Props) {
  // Asked again when somebody signs in, or comes back.
  const { user } = useViewer();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const gift = readGift(value);
  const mayAdd = mayKeepGift(work.owner);
  const take = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    try {
      await work.editing.waitFor(takeGift(file).then(onChange));
    } catch (error) {
      work.say(error instanceof Error ? error.message : 'Couldn’t upload this file. Try again in a moment.');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack gap={8}>
      <span className="ui-label">{label}</span>
      {gift ? (
        <p className="min-w-0 break-words">
          {gift.name} <span className="text-13 text-muted">{sizeWords(gift.bytes)}</span>
        </p>
      ) : (
        mayAdd && <p className="text-13 text-muted">{hint}</p>
      )}
      {!mayAdd && (
        <p className="text-13 text-muted">
          {user && !user.isOffline
            ? 'You can add a file when you’re back online.'
            : 'You can add a file once you’re signed in.'}
        </p>
      )}
      {(mayAdd || gift) && (
        <Row gap={8}>
          {mayAdd && (
            <Button busy={busy && 'Uploading'} onClick={() => input.current?.click()}>
              {gift ? 'Replace file' : 'Choose a file'}
            </Button>
          )}
          {gift && (
            <Button variant="quiet" onClick={() => onChange('')}>
              Remove
            </Button>
          )}
        </Row>
      )}
      <input
        ref={input}
        type="file"
        accept={giftAccept}
        hidden
        aria-label={label}
        onChange={({ target }) => {
          void take(target.files?.[0]);
          target.value = '';
        }}
      />
    </Stack>
  );
}
