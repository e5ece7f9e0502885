import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Stack } from '#ui/page.tsx';
import { toast } from '#ui/toast.tsx';
import type { SequenceView } from '../../rules/contract.ts';
import { removeSequence } from '../calls.ts';
import { peopleWords, problemWords } from '../say.ts';

interface DeleteSequenceProps {
  /** Null: nothing is asked. */
  sequence: SequenceView | null;
  onClose(): void;
  onGone(id: string): void;
}

export function DeleteSequence({ sequence, onClose, onGone }: DeleteSequenceProps) {
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const underWay = sequence?.numbers.underWay ?? 0;
  async function remove({ id, name }: SequenceView): Promise<void> {
    setBusy(true);
    setFailed(null);
    try {
      await removeSequence(id);
      toast.success(`“${name}” deleted.`);
      onGone(id);
      onClose();
    } catch (thrown) {
      setFailed(problemWords(thrown));
    }
    setBusy(false);
  }
  return (
    <Dialog
      open={sequence !== null}
      onClose={onClose}
      title={`Delete “${sequence?.name ?? ''}”?`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="danger"
            busy={isBusy && 'Deleting'}
            onClick={() => sequence && void remove(sequence)}
          >
            Delete
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        <p>
          {underWay > 0
            ? `${peopleWords(underWay)} ${underWay === 1 ? 'is' : 'are'} in it right now. It ends for them, and they get nothing more of it.`
            : 'Nobody is in it right now.'}{' '}
          Its steps and versions are deleted permanently. People and what they got stay.
        </p>
        {failed && <Notice kind="danger">{failed}</Notice>}
      </Stack>
    </Dialog>
  );
}
