import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { RadioGroup } from '#ui/choice.tsx';
import { Dialog } from '#ui/dialog.tsx';
import type { SequenceBody } from '../../rules/contract.ts';
import { newStepId } from '../paths.ts';
import { type Starter, starters } from '../starters.ts';

interface NewSequenceProps {
  open: boolean;
  onClose(): void;
  create(body: SequenceBody): void;
}

/** What a new sequence begins with. It is on nobody’s way until it is saved and turned on. */
export function NewSequence({ open, onClose, create }: NewSequenceProps) {
  const [id, setId] = useState<Starter['id']>('welcome');
  const chosen = starters.find((starter) => starter.id === id);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="New sequence"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={() => chosen && create(chosen.body(newStepId))}>
            Continue
          </Button>
        </>
      }
    >
      <RadioGroup
        label="Start from"
        value={id}
        onChange={setId}
        options={starters.map(({ id: value, name, words }) => ({ value, label: name, hint: words }))}
      />
    </Dialog>
  );
}
