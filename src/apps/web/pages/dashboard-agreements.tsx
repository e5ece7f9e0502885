import { waitingWords } from '#features/accounts/rules/offline-words.ts';
import { MemberGate } from '#features/accounts/web/gate.tsx';
import { AgreementsScreen } from '#features/agreements/web/list/agreements-screen.tsx';
import { AgreementScreen } from '#features/agreements/web/one/agreement-screen.tsx';
import { DocView } from '#features/documents/web/doc-view.tsx';
import { usePart } from '#platform/web/use-part.ts';
import { Skeleton } from '#ui/feedback.tsx';
import { Page } from '#ui/page.tsx';
import { Place, Workspace } from '../workspace/workspace.tsx';

export const head = (_data: unknown, { id }: { id?: string }) => ({
  title: id === 'new' ? 'Send to sign' : 'Agreements',
  description: 'Documents you sent to be signed.',
});

const here = '/dashboard/agreements';
const sending = () => import('../agreements/send-agreement.tsx');
const after = () => import('../agreements/after-signing.tsx');

/** All agreements of a member, the one that the address names, or one that is about to be sent. */
export default function AgreementsPage({ params: { id } }: { params: { id?: string } }) {
  const send = usePart(id === 'new', sending);
  const next = usePart(id !== undefined && id !== 'new', after);
  if (id === 'new')
    return (
      <MemberGate preparing={waitingWords.dashboard}>
        {send ? (
          <send.default />
        ) : (
          <Page kind="form" title="Send to sign">
            <Skeleton shape="form" rows={5} label="Loading the document" />
          </Page>
        )}
      </MemberGate>
    );
  if (id !== undefined)
    return (
      <Workspace here={here}>
        <MemberGate preparing={waitingWords.dashboard}>
          <AgreementScreen key={id} id={id} doc={DocView} after={next?.default} />
        </MemberGate>
      </Workspace>
    );
  return (
    <Place
      here={here}
      title="Agreements"
      lead="Documents you sent to be signed, and what each of them waits for."
    >
      <AgreementsScreen />
    </Place>
  );
}
