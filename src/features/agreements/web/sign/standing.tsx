import { ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import Download from '#ui/icons/download.ts';
import { Sheet, Stamp } from '#ui/stationery.tsx';
import type { SigningView } from '../../rules/contract.ts';
import { afterSigning } from '../../rules/words.ts';
import { useDates } from '../dates.ts';

/** Why nothing can be done here now, and what there is instead. */
export function Standing({ view, file }: { view: SigningView; file: string }) {
  const { day } = useDates();
  const { you, agreement, people, why } = view;
  const hasActed = you.state === 'signed' || you.state === 'approved';
  const isWhole = agreement.state === 'signed';
  const isSealed = isWhole && agreement.isSealed;
  const download = (
    <ButtonLink href={file} download="" icon={Download} variant={isSealed ? 'primary' : 'secondary'}>
      {isSealed ? 'Download the signed PDF' : 'Download the PDF'}
    </ButtonLink>
  );
  if (hasActed && (isWhole || agreement.state === 'out'))
    return (
      <Sheet className="flex flex-wrap items-center justify-between gap-16" role="status">
        <div className="min-w-0">
          <h2 className="text-21">{you.state === 'signed' ? 'You signed this.' : 'You approved this.'}</h2>
          <p className="mt-4 text-muted">
            {isSealed ? 'Everyone has signed. A copy was emailed to each of you.' : afterSigning(people)}
          </p>
          <div className="ui-actions mt-16">{download}</div>
        </div>
        <Stamp date={you.at ? day(you.at) : undefined}>
          {you.state === 'signed' ? 'Signed' : 'Approved'}
        </Stamp>
      </Sheet>
    );
  const kind = agreement.state === 'out' || isWhole ? 'info' : 'warn';
  return (
    <Notice kind={kind} title={why || 'There is nothing for you to do here'} actions={download}>
      {agreement.state === 'expired' && 'Nothing you did here is lost.'}
      {agreement.state === 'declined' && you.reason && `Your reason: “${you.reason}”`}
    </Notice>
  );
}
