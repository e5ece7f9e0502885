import { useEffect, useRef } from 'react';
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
      here and isn’t saved. If you save yours over it, theirs stays under Versions. It’s{' '}
      {theirs.isOn ? 'on' : 'off'} right now, and stays so.
    </Notice>
  );
}

/** Said where it happened, and with the focus on the way back, since a message that goes by itself is gone too soon. */
export function Discarded({ putBack }: { putBack(): void }) {
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  return (
    <Notice
      still
      title="Your changes are discarded"
      actions={
        <Button ref={back} size="tool" onClick={putBack}>
          Put them back
        </Button>
      }
    >
      They can be put back until you type something else or leave this page.
    </Notice>
  );
}

export function NoRoom() {
  return (
    <Notice kind="warn" still title="This browser has no room left">
      What you type here is lost when you leave the page. Save it before you go.
    </Notice>
  );
}
