import type { Finding } from '#features/documents/rules/answers/review.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Tag } from '#ui/text.tsx';

const kinds: Record<Finding['kind'], { words: string; tone: 'plain' | 'warn' | 'danger' }> = {
  missing: { words: 'Missing', tone: 'plain' },
  wrong: { words: 'Check', tone: 'danger' },
  conflict: { words: 'Conflict', tone: 'warn' },
  unknown: { words: 'Unknown', tone: 'plain' },
};

interface GateProps {
  /** How the place of a finding is called. */
  labelOf: (field: string) => string;
  /** null: nobody asked. */
  findings: Finding[] | null;
  onClose: () => void;
  onPick: (field: string) => void;
  onAnyway: () => void;
}

/** What stands between these answers and a document that can be signed, before it leaves the hub. */
export function Gate({ labelOf, findings, onClose, onPick, onAnyway }: GateProps) {
  const count = findings?.length ?? 0;
  // What is wrong is rarer than what is blank, and must not stand below the fold.
  const sorted = findings?.toSorted((a, b) => Number(a.kind === 'missing') - Number(b.kind === 'missing'));
  return (
    <Dialog
      open={findings !== null}
      onClose={onClose}
      title={count === 1 ? 'One thing needs attention' : `${count} things need attention`}
      actions={
        <>
          <Button onClick={onClose}>Keep editing</Button>
          <Button variant="primary" onClick={onAnyway}>
            Export anyway
          </Button>
        </>
      }
    >
      <p>
        {findings?.some(({ kind }) => kind !== 'conflict') &&
          'Missing or unreadable answers stay blank in the copy. '}
        {findings?.some(({ kind }) => kind === 'conflict') && 'Contradictions stay as you wrote them.'}
      </p>
      <ul className="mt-16 flex list-none flex-col">
        {sorted?.map(({ field, kind, words, at, source }) => (
          <li key={`${field} ${words}`} className="border-t border-hairline">
            <button
              type="button"
              className="flex min-h-touch w-full items-start justify-between gap-12 py-8 text-left hover:text-pen"
              onClick={() => onPick(at ?? field)}
            >
              <span>
                {kind === 'missing' ? words : `${labelOf(field)}: ${words}`}
                {source !== undefined && <span className="block text-13 text-muted">{source}</span>}
              </span>
              <Tag tone={kinds[kind].tone}>{kinds[kind].words}</Tag>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

export function StartOver({
  open,
  onClose,
  onYes,
}: {
  open: boolean;
  onClose: () => void;
  onYes: () => void;
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Start over?"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" onClick={onYes}>
            Delete answers
          </Button>
        </>
      }
    >
      <p>This deletes your answers from this device. Saved documents aren’t affected.</p>
    </Dialog>
  );
}
