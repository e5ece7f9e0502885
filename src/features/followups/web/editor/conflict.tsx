import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import type { SequenceView } from '../../rules/contract.ts';
import { useDates } from '../say.ts';

interface ConflictProps {
  theirs: SequenceView;
  isBusy: boolean;
  load(): void;
  saveOver(): void;
}

/** Changed elsewhere since typing began here. Nothing is taken over before its owner says which one. */
export function Conflict({ theirs, isBusy, load, saveOver }: ConflictProps) {
  const { moment } = useDates();
  return (
    <Notice
      kind="warn"
      title="This sequence was changed elsewhere"
      actions={
        <>
          <Button size="tool" onClick={load}>
            Load the other version
          </Button>
          <Button size="tool" busy={isBusy} onClick={saveOver}>
            Save mine over it
          </Button>
        </>
      }
    >
      The other version, “{theirs.name}”, was saved on {moment(theirs.updatedAt)}. What you typed is still
      here and isn’t saved. If you save yours over it, theirs stays under Versions.
    </Notice>
  );
}
