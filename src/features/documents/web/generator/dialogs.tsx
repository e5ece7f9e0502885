import type { ReactNode } from 'react';
import type { Finding } from '#features/documents/rules/answers/review.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Row } from '#ui/page.tsx';
import { Tag } from '#ui/text.tsx';

const kinds: Record<Finding['kind'], { words: string; tone: 'plain' | 'warn' | 'danger' }> = {
  missing: { words: 'Blank', tone: 'plain' },
  wrong: { words: 'Check', tone: 'danger' },
  conflict: { words: 'Conflict', tone: 'warn' },
  unknown: { words: 'Unknown', tone: 'plain' },
};

interface FindingListProps {
  findings: readonly Finding[];
  /** How the place of a finding is called. */
  labelOf: (field: string) => string;
  onPick: (field: string) => void;
}

/** What is open, each leading to where it is answered. */
export const FindingList = ({ findings, labelOf, onPick }: FindingListProps) => (
  <ul className="mt-8 flex list-none flex-col">
    {inOrder(findings).map(({ field, kind, words, at, source }) => (
      <li key={`${field} ${words}`} className="border-t border-hairline">
        <button
          type="button"
          className="flex min-h-touch w-full items-start justify-between gap-12 py-8 text-left hover:text-pen"
          onClick={() => onPick(at ?? field)}
        >
          <span className="min-w-0">
            {kind === 'missing' ? words : `${labelOf(field)}: ${words}`}
            {source !== undefined && <span className="block text-13 text-muted">{source}</span>}
          </span>
          <Tag tone={kinds[kind].tone}>{kinds[kind].words}</Tag>
        </button>
      </li>
    ))}
  </ul>
);

/** What is wrong is rarer than what is blank, and must not stand below the fold. */
const inOrder = (findings: readonly Finding[]): Finding[] =>
  findings.toSorted((a, b) => Number(a.kind === 'missing') - Number(b.kind === 'missing'));

interface GateProps extends Omit<FindingListProps, 'findings'> {
  /** null: nobody asked. */
  findings: Finding[] | null;
  /** What happens all the same. */
  anyway: 'Download anyway' | 'Print anyway';
  /** What else is to be known before it leaves. */
  children?: ReactNode;
  onClose: () => void;
  onAnyway: () => void;
}

/** What stands between these answers and a document that can be signed, before it leaves the hub. */
export function Gate({ labelOf, findings, anyway, children, onClose, onPick, onAnyway }: GateProps) {
  const [first] = inOrder(findings ?? []);
  return (
    <Dialog
      open={findings !== null}
      onClose={onClose}
      title={leftWords(findings ?? [])}
      actions={
        <>
          <Button variant="primary" onClick={() => first && onPick(first.at ?? first.field)}>
            {fillWords(findings ?? [])}
          </Button>
          <Button onClick={onAnyway}>{anyway}</Button>
        </>
      }
    >
      <p>
        {findings?.some(({ kind }) => kind !== 'conflict') && 'These places stay empty in the file. '}
        {findings?.some(({ kind }) => kind === 'conflict') && 'Contradictions stay as you wrote them.'}
      </p>
      <div className="mt-16">
        <FindingList findings={findings ?? []} labelOf={labelOf} onPick={onPick} />
      </div>
      {children}
    </Dialog>
  );
}

const isBlank = ({ kind }: Finding) => kind === 'missing';

/** What stands between these answers and a whole document, counted. */
export function leftWords(findings: readonly Finding[]): string {
  const blanks = findings.filter(isBlank).length;
  const others = findings.length - blanks;
  const thing = others === 1 ? '1 thing to check' : `${others} things to check`;
  const blank = blanks === 1 ? '1 blank left' : `${blanks} blanks left`;
  return others === 0 ? blank : blanks === 0 ? thing : `${blank}, ${thing}`;
}

export const fillWords = (findings: readonly Finding[]): string => {
  if (!findings.some(isBlank)) return findings.length === 1 ? 'Check it' : 'Check them';
  return findings.length === 1 ? 'Fill it in' : 'Fill them in';
};

/** Over a draft that was made to be read: what is open in it, and the way to the first of it. */
export function BlanksLeft({ findings, onPick }: Omit<FindingListProps, 'labelOf'>) {
  const [first] = inOrder(findings);
  if (!first) return null;
  return (
    <Row gap={12} className="mx-auto mb-16 max-w-measure items-center">
      <p>{leftWords(findings)}</p>
      <Button onClick={() => onPick(first.at ?? first.field)}>{fillWords(findings)}</Button>
    </Row>
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
