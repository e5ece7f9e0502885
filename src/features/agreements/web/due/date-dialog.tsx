import { type FormEvent, useId, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { Stack } from '#ui/page.tsx';
import { mostDueWords } from '../../rules/due.ts';
import { problemWords } from '../dates.ts';

export interface TypedDate {
  day: string;
  words: string;
}

interface DateDialogProps {
  open: boolean;
  isNew: boolean;
  first: TypedDate;
  /** Every letter, so that closing it loses nothing. */
  keep(typed: TypedDate): void;
  onClose(): void;
  save(typed: TypedDate): Promise<void>;
}

export function DateDialog({ open, isNew, first, keep, onClose, save }: DateDialogProps) {
  const form = useId();
  const [faults, setFaults] = useState<Partial<TypedDate>>({});
  const [failed, setFailed] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { day, words } = first;
  const set = (part: Partial<TypedDate>) => {
    setFaults({});
    keep({ day, words, ...part });
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const found = {
      ...(words.trim() === '' && { words: 'Enter what is due.' }),
      ...(day === '' && { day: 'Enter a date.' }),
    };
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    setFailed(null);
    void save({ day, words: words.trim() })
      .catch((thrown: unknown) => setFailed(problemWords(thrown)))
      .finally(() => setBusy(false));
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={isNew ? 'Add a date' : 'Change this date'}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form} busy={isBusy && 'Saving'}>
            Save
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        <Stack gap={8}>
          <Field label="What is due" error={faults.words}>
            <TextInput
              value={words}
              maxLength={mostDueWords}
              onChange={({ target }) => set({ words: target.value })}
            />
          </Field>
          <Field label="Date" hint="Only you see it. The signed document stays as it is." error={faults.day}>
            <TextInput
              type="date"
              min="1900-01-01"
              max="2199-12-31"
              value={day}
              onChange={({ target }) => set({ day: target.value })}
            />
          </Field>
          {failed && <Notice kind="danger">{failed}</Notice>}
        </Stack>
      </form>
    </Dialog>
  );
}
