import { useEffect, useState } from 'react';
import type { Doc } from '#features/documents/rules/assembly/doc.ts';
import { compareDocs } from '#features/documents/rules/compare/compare.ts';
import { changesOf, type ListedChange } from '#features/documents/rules/compare/list-changes.ts';
import { api } from '#platform/web/api.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice, Skeleton } from '#ui/feedback.tsx';
import type { VersionText } from '../../rules/revise-contract.ts';
import { problemWords } from '../dates.ts';
import { Changes } from './changes.tsx';

interface CompareDialogProps {
  /** The older version; null: closed. */
  from: number | null;
  to: number;
  onClose(): void;
  /** Where the text of a version is. */
  pathOf(version: number): string;
}

/** What is different between two versions of an agreement. */
export function CompareDialog({ from, to, onClose, pathOf }: CompareDialogProps) {
  return (
    <Dialog
      open={from !== null}
      onClose={onClose}
      wide
      title={from === null ? '' : `From version ${from} to version ${to}`}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {from !== null && <Compared key={`${from} ${to}`} older={pathOf(from)} newer={pathOf(to)} />}
    </Dialog>
  );
}

const docAt = async (path: string): Promise<Doc> => {
  const { doc } = await api<VersionText>(path);
  return { slug: '', version: '', notice: '', blanks: [], ...doc };
};

function Compared({ older, newer }: Record<'older' | 'newer', string>) {
  const [changes, setChanges] = useState<ListedChange[] | null>(null);
  const [failed, setFailed] = useState('');
  useEffect(() => {
    let isHere = true;
    Promise.all([docAt(older), docAt(newer)]).then(
      ([before, after]) => isHere && setChanges(changesOf(compareDocs(before, after))),
      (thrown: unknown) => isHere && setFailed(problemWords(thrown)),
    );
    return () => {
      isHere = false;
    };
  }, [older, newer]);
  if (failed) return <Notice kind="danger">{failed}</Notice>;
  if (!changes) return <Skeleton rows={4} label="Comparing the versions" />;
  return changes.length > 0 ? <Changes changes={changes} /> : <p>The words are the same.</p>;
}
