import { useState } from 'react';
import { Problem } from '#base/problem.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { useFirstWrong } from '#ui/first-wrong.ts';
import { Stack } from '#ui/page.tsx';
import { toast } from '#ui/toast.tsx';
import { addPerson } from '../calls.ts';
import { TagField } from '../editor/tag-field.tsx';
import { problemWords } from '../say.ts';
import { useDrafts } from '../use-drafts.ts';
import { ProofField } from './proof-field.tsx';

interface AddDialogProps {
  open: boolean;
  tags: readonly string[];
  onClose(): void;
  onAdded(id: string): void;
}

const empty = { email: '', name: '', tag: '', proof: '' };
type Typed = typeof empty;

/** What this or an earlier release kept of it. */
function soundTyped(given: unknown): Typed | null {
  if (typeof given !== 'object' || given === null) return null;
  const bag = given as Record<string, unknown>;
  const isSound = Object.keys(empty).every((name) => typeof bag[name] === 'string');
  return isSound ? (bag as Typed) : null;
}
const draftId = 'new';

/** Somebody whom a member adds by hand. */
export function AddDialog({ open, tags, onClose, onAdded }: AddDialogProps) {
  const drafts = useDrafts('followups-people', soundTyped);
  const typed = drafts.all[draftId] ?? empty;
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [failed, setFailed] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { place, refused } = useFirstWrong<HTMLDivElement>();
  const set = (change: Partial<Typed>) => drafts.put(draftId, { ...typed, ...change });

  async function add(): Promise<void> {
    setBusy(true);
    setFaults({});
    setFailed(null);
    const { email, name, tag, proof } = typed;
    try {
      const { id } = await addPerson({
        email: email.trim(),
        name,
        proof,
        tags: tag.trim() === '' ? [] : [tag.trim()],
        fields: {},
        timeZone: '',
      });
      drafts.drop(draftId);
      toast.success(
        proof.trim() === ''
          ? `${email.trim()} added. They aren’t emailed until they agree.`
          : `${email.trim()} added.`,
      );
      onClose();
      onAdded(id);
    } catch (thrown) {
      const fields = thrown instanceof Problem ? (thrown.details.fields ?? {}) : {};
      setFaults(fields);
      if (Object.keys(fields).length === 0) setFailed(problemWords(thrown));
      else refused();
    }
    setBusy(false);
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Add a person"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={isBusy && 'Adding'} onClick={() => void add()}>
            Add a person
          </Button>
        </>
      }
    >
      <div ref={place}>
        <Stack>
          <Field label="Email" compact error={faults['email']}>
            <TextInput
              type="email"
              autoComplete="off"
              value={typed.email}
              onChange={({ currentTarget }) => set({ email: currentTarget.value })}
            />
          </Field>
          <Field label="Name" optional compact error={faults['name']}>
            <TextInput
              autoComplete="off"
              maxLength={120}
              value={typed.name}
              onChange={({ currentTarget }) => set({ name: currentTarget.value })}
            />
          </Field>
          <TagField
            label="Tag (optional)"
            tags={tags}
            value={typed.tag}
            error={faults['tags']}
            set={(tag) => set({ tag })}
          />
          <ProofField
            label="Where and when did they agree to email?"
            value={typed.proof}
            error={faults['proof']}
            set={(proof) => set({ proof })}
          />
          {failed && <Notice kind="danger">{failed}</Notice>}
        </Stack>
      </div>
    </Dialog>
  );
}
