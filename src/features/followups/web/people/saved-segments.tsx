import { useState } from 'react';
import { Problem } from '#base/problem.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { Row } from '#ui/page.tsx';
import { toast } from '#ui/toast.tsx';
import type { SavedSegment, Segment } from '../../rules/contract.ts';
import { removeSegment, saveSegment } from '../calls.ts';
import { newSegmentId } from '../paths.ts';
import { problemWords } from '../say.ts';
import { everyone, isSameSegment } from './segment.ts';

interface SavedSegmentsProps {
  segments: readonly SavedSegment[];
  /** What is looked at. */
  segment: Segment;
  show(segment: Segment): void;
  refresh(): void;
}

/** Conditions that were saved under a name, one press each; what is looked at can be saved beside them. */
export function SavedSegments({ segments, segment, show, refresh }: SavedSegmentsProps) {
  const [naming, setNaming] = useState<SavedSegment | null>(null);
  const chosen = segments.find((each) => isSameSegment(each.segment, segment));
  const isAll = isSameSegment(segment, everyone);
  if (segments.length === 0 && isAll) return null;

  async function keep(one: SavedSegment, words: string): Promise<void> {
    try {
      await saveSegment(one);
      toast.success(words);
      refresh();
    } catch (thrown) {
      toast.error(problemWords(thrown));
    }
  }
  async function remove(one: SavedSegment): Promise<void> {
    try {
      await removeSegment(one.id);
      toast.success(`Segment “${one.name}” deleted. The people in it stay.`, {
        action: { label: 'Undo', onAct: () => void keep(one, `Segment “${one.name}” is back.`) },
      });
      refresh();
    } catch (thrown) {
      toast.error(problemWords(thrown));
    }
  }
  return (
    <div role="group" aria-label="Saved segments">
      <Row gap={8}>
        {segments.map((each) => (
          <Button
            key={each.id}
            size="tool"
            aria-pressed={each.id === chosen?.id}
            onClick={() => show(each.id === chosen?.id ? everyone : each.segment)}
          >
            {each.name}
          </Button>
        ))}
        {chosen ? (
          <>
            <Button size="tool" variant="quiet" onClick={() => setNaming(chosen)}>
              Rename segment
            </Button>
            <Button size="tool" variant="quiet" onClick={() => void remove(chosen)}>
              Delete segment
            </Button>
          </>
        ) : (
          !isAll && (
            <Button
              size="tool"
              variant="quiet"
              onClick={() => setNaming({ id: newSegmentId(), name: '', segment })}
            >
              Save as a segment
            </Button>
          )
        )}
      </Row>
      {naming && (
        <NameDialog
          one={naming}
          isNew={!segments.some(({ id }) => id === naming.id)}
          onClose={() => setNaming(null)}
          onSaved={refresh}
        />
      )}
    </div>
  );
}

interface NameDialogProps {
  one: SavedSegment;
  isNew: boolean;
  onClose(): void;
  onSaved(): void;
}

function NameDialog({ one, isNew, onClose, onSaved }: NameDialogProps) {
  const [name, setName] = useState(one.name);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  async function save(): Promise<void> {
    setBusy(true);
    setFault(null);
    setFailed(null);
    try {
      await saveSegment({ ...one, name: name.trim() });
      toast.success(
        isNew ? `Segment “${name.trim()}” saved. It stands above the list.` : `Renamed to “${name.trim()}”.`,
      );
      onSaved();
      return onClose();
    } catch (thrown) {
      const at = thrown instanceof Problem ? thrown.details.fields?.['name'] : undefined;
      if (at) setFault(at);
      else setFailed(problemWords(thrown));
    }
    return setBusy(false);
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={isNew ? 'Save as a segment' : 'Rename segment'}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={isBusy && 'Saving'} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field
          label="Name"
          compact
          {...(fault && { error: fault })}
          hint="Who fits is looked up anew whenever you use it."
        >
          <TextInput
            maxLength={60}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        </Field>
      </form>
      {failed && <Notice kind="danger">{failed}</Notice>}
    </Dialog>
  );
}
