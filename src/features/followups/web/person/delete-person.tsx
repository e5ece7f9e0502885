import { useState } from 'react';
import { countOf } from '#base/count.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Stack } from '#ui/page.tsx';
import { toast } from '#ui/toast.tsx';
import type { PersonDetail } from '../../rules/contract.ts';
import { removePerson } from '../calls.ts';
import { problemWords } from '../say.ts';

interface DeletePersonProps {
  open: boolean;
  detail: PersonDetail;
  onClose(): void;
  onGone(): void;
}

export function DeletePerson({ open, detail, onClose, onGone }: DeletePersonProps) {
  const { person, runs, messages } = detail;
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const waiting = runs.filter(({ state }) => state === 'waiting').length;
  async function remove(): Promise<void> {
    setBusy(true);
    setFailed(null);
    try {
      await removePerson(person.id);
      toast.success(`${person.email} deleted.`);
      onGone();
    } catch (thrown) {
      setFailed(problemWords(thrown));
      setBusy(false);
    }
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Delete ${person.name || person.email}?`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={isBusy && 'Deleting'} onClick={() => void remove()}>
            Delete permanently
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        <p>
          Their name, email address, phone number, tags, fields and history are deleted, with the text of{' '}
          {countOf(messages.length, 'email')}.
          {waiting > 0 && ` ${countOf(waiting, 'sequence stops', 'sequences stop')} for them.`} This can’t be
          undone.
        </p>
        <p className="text-muted">Their orders and signed documents stay: you need them for your books.</p>
        {failed && <Notice kind="danger">{failed}</Notice>}
      </Stack>
    </Dialog>
  );
}
