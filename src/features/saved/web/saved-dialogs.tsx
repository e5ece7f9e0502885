import { useEffect, useState } from 'react';
import { countOf } from '#base/count.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice, Skeleton } from '#ui/feedback.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import type { SavedHead, SavedTemplate } from '../rules/contract.ts';
import { say } from '../rules/words.ts';
import { versionsPath } from './versions/paths.ts';
import { usePaperPart } from './paper-part.ts';
import { openTemplate } from './templates.ts';

/** A template as its page. What could not be loaded says why, and what is shortened says so. */
export function PreviewDialog({
  owner,
  head,
  onClose,
}: {
  owner: string;
  head: SavedHead | null;
  onClose: () => void;
}) {
  return (
    <Dialog open={head !== null} onClose={onClose} title={head?.name ?? ''} wide>
      {head && <Preview key={head.id} owner={owner} head={head} />}
    </Dialog>
  );
}

function Preview({ owner, head }: { owner: string; head: SavedHead }) {
  const { Paper, Take, sendPath } = usePaperPart();
  const [template, setTemplate] = useState<SavedTemplate | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let isHere = true;
    openTemplate(owner, head.id).then(
      (opened) => {
        if (!isHere) return;
        setTemplate(opened?.template ?? null);
        setProblem(opened ? (opened.template.loadError ?? null) : say('contentUnreachable'));
      },
      (error: unknown) =>
        isHere && setProblem(error instanceof Error ? error.message : say('contentUnreachable')),
    );
    return () => {
      isHere = false;
    };
  }, [owner, head.id]);
  if (problem) return <Notice kind="warn">{problem}</Notice>;
  if (!template) return <Skeleton shape="paper" label="Loading the template" />;
  const answers = answersHref(template);
  return (
    <div className="flex flex-col gap-16">
      {template.storageNote && (
        <Notice kind="warn" still>
          {template.storageNote}
        </Notice>
      )}
      <div className="flex flex-wrap gap-12">
        {answers && (
          <ButtonLink size="tool" variant="primary" href={answers}>
            Edit the answers
          </ButtonLink>
        )}
        <ButtonLink
          size="tool"
          variant={answers ? 'secondary' : 'primary'}
          href={`/tools/document-editor?template=${encodeURIComponent(head.id)}`}
        >
          Edit the text
        </ButtonLink>
        <ButtonLink size="tool" href={versionsPath(head.id)}>
          Versions
        </ButtonLink>
        {sendPath && (
          <ButtonLink size="tool" href={sendPath(head.id)}>
            Send to sign
          </ButtonLink>
        )}
        <Take template={template} />
      </div>
      <Paper template={template} />
    </div>
  );
}

/** A document that was made from answers names itself among them. */
function answersHref({ id, formData }: SavedTemplate): string | null {
  const slug = formData['_document'];
  return typeof slug === 'string' && /^[a-z0-9-]{1,60}$/.test(slug)
    ? `/tools/classic-template-generator?document=${slug}&template=${encodeURIComponent(id)}`
    : null;
}

interface ForGoodDialogProps {
  /** null: nobody asked for it. */
  heads: SavedHead[] | null;
  onClose: () => void;
  onYes: (heads: SavedHead[]) => void;
}

/** Nothing brings these back. */
export function ForGoodDialog({ heads, onClose, onYes }: ForGoodDialogProps) {
  const [only] = heads ?? [];
  const what = heads?.length === 1 ? `“${only?.name}”` : countOf(heads?.length ?? 0, 'template');
  return (
    <Dialog
      open={heads !== null}
      onClose={onClose}
      title={`Permanently delete ${what}?`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" onClick={() => heads && onYes(heads)}>
            Delete permanently
          </Button>
        </>
      }
    >
      <p>This can’t be undone. It disappears from all your devices.</p>
    </Dialog>
  );
}

interface AskDialogProps {
  title: string;
  label: string;
  /** null: closed. */
  value: string | null;
  choices?: string[];
  onClose: () => void;
  /** Closes it when that is done: what cannot be kept stays typed. */
  onDone: (value: string) => Promise<void>;
}

/** Asks for one line. */
export function AskDialog({ title, label, value, choices = [], onClose, onDone }: AskDialogProps) {
  return (
    <Dialog open={value !== null} onClose={onClose} title={title}>
      {value !== null && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void onDone(String(new FormData(event.currentTarget).get('line') ?? '').trim());
          }}
        >
          <Field label={label}>
            <TextInput
              name="line"
              defaultValue={value}
              maxLength={120}
              autoComplete="off"
              list={choices.length > 0 ? 'saved-folders' : undefined}
            />
          </Field>
          <datalist id="saved-folders">
            {choices.map((choice) => (
              <option key={choice} value={choice} />
            ))}
          </datalist>
          <div className="ui-actions">
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary">
              Done
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
