import { Button, ButtonLink } from '#ui/button.tsx';
import type { AgreementComment, AgreementDetail } from '../../rules/contract.ts';
import { agreementsApi, changePath } from '../../rules/member-addresses.ts';
import type { Act } from './act.ts';

interface SettleProps {
  detail: AgreementDetail;
  comment: AgreementComment;
  act: Act;
  told(doing: Promise<void>): void;
}

/** What its sender can do about a comment: a proposal is taken or not, a comment is done with. */
export function settleActs({ detail, comment, act, told }: SettleProps) {
  const { id, words, label, outcome, person, standing } = comment;
  // Nobody accepts other words in place of ones that they weren't proposed for.
  const isThere = standing.is === 'same' || standing.is === 'inside';
  const { agreement, template } = detail;
  if (outcome !== null || person === null) return null;
  const settle = (as: 'taken' | 'refused' | 'done', said: string) =>
    told(act(agreementsApi.settle(agreement.id, id), { outcome: as }, said));
  if (words === null)
    return (
      <Button size="tool" onClick={() => settle('done', 'Marked as resolved.')}>
        Resolve
      </Button>
    );
  return (
    <>
      {label === null
        ? isThere && (
            <Button
              size="tool"
              variant="primary"
              onClick={() => settle('taken', 'Accepted. Everyone gets the new version to sign.')}
            >
              Accept
            </Button>
          )
        : template && (
            <ButtonLink size="tool" variant="primary" href={changePath(template, agreement.id)}>
              Change the answer
            </ButtonLink>
          )}
      <Button size="tool" onClick={() => settle('refused', 'Declined. The text stays as it is.')}>
        Decline
      </Button>
    </>
  );
}
