import type { Problem } from '#base/problem.ts';
import { countOf } from '#base/count.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/feedback.tsx';
import { agreementsPath } from '../../rules/addresses.ts';
import { namesOf } from '../../rules/words.ts';
import type { SendDraft } from './send-draft.ts';

export function Failed({ problem: { code, message }, isKept }: { problem: Problem; isKept: boolean }) {
  const safe = isKept ? 'What you filled in is saved on this device.' : '';
  if (code === 'unavailable')
    return (
      <Notice kind="danger" title="Not sent yet">
        {message} {safe} Choose Send again: it never goes out twice.
      </Notice>
    );
  if (code === 'conflict')
    return (
      <Notice
        kind="warn"
        title="Already sent"
        actions={<ButtonLink href={agreementsPath}>Open agreements</ButtonLink>}
      >
        {message} {safe}
      </Notice>
    );
  if (code === 'forbidden')
    return (
      <Notice
        kind="danger"
        title="Not sent"
        actions={<ButtonLink href="/dashboard/account">Open account</ButtonLink>}
      >
        {message} {safe}
      </Notice>
    );
  return (
    <Notice kind="danger" title="Not sent">
      {message} {safe}
    </Notice>
  );
}

const asked = ({ people, inOrder }: SendDraft): string[] => {
  const acting = people.filter(({ role }) => role !== 'copy').map(({ name }) => name.trim());
  return inOrder ? acting.slice(0, 1) : acting;
};

export const whoIsFirst = (draft: SendDraft): string => {
  const names = asked(draft).filter(Boolean);
  if (names.length === 0) return '';
  const rest = draft.inOrder && draft.people.length > 1 ? ' first, then the others in turn' : '';
  return `Emails ${namesOf(names)}${rest}.`;
};

export const saidTo = (draft: SendDraft): string => {
  const rest = draft.inOrder && draft.people.filter(({ role }) => role !== 'copy').length > 1;
  return `Sent to ${namesOf(asked(draft))}.${rest ? ' The others follow in turn.' : ''}`;
};

interface BlanksDialogProps {
  open: boolean;
  onClose(): void;
  blanks: number;
  editHref: string;
  /** A link that anybody can sign by. */
  isLink: boolean;
  send(): void;
}

/** What is left open goes out only after a plain yes. */
export const BlanksDialog = ({ open, onClose, blanks, editHref, isLink, send }: BlanksDialogProps) => (
  <Dialog
    open={open}
    onClose={onClose}
    title={`${countOf(blanks, 'blank')} left`}
    actions={
      <>
        <ButtonLink variant="primary" href={editHref}>
          {blanks === 1 ? 'Fill it in' : 'Fill them in'}
        </ButtonLink>
        <Button onClick={send}>{isLink ? 'Create the link as it is' : 'Yes, send it as it is'}</Button>
      </>
    }
  >
    <p>Whoever signs can fill them in on their page. What they leave empty stays blank in the signed file.</p>
  </Dialog>
);
