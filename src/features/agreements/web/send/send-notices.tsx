import type { Problem } from '#base/problem.ts';
import { ButtonLink } from '#ui/button.tsx';
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
