import { waitingWords } from '#features/accounts/rules/offline-words.ts';
import { MemberGate } from '#features/accounts/web/gate.tsx';
import { usePart } from '#platform/web/use-part.ts';
import { Skeleton } from '#ui/feedback.tsx';
import { Page } from '#ui/page.tsx';
import { Place, Workspace } from '../workspace/workspace.tsx';

export const head = () => ({
  title: 'Follow-ups',
  description: 'Emails that follow by themselves, step by step, after something happens.',
});

const here = '/dashboard/follow-ups';
const list = () => import('#features/followups/web/list/followups-screen.tsx');
const editor = () => import('#features/followups/web/editor/sequence-screen.tsx');

/** All sequences of a member, or the one that the address names. */
export default function FollowUpsPage({ params: { id } }: { params: { id?: string } }) {
  const listed = usePart(id === undefined, list);
  const edited = usePart(id !== undefined, editor);
  if (id !== undefined)
    return (
      <Workspace here={here}>
        <MemberGate preparing={waitingWords.dashboard}>
          {edited ? (
            <edited.SequenceScreen key={id} id={id} />
          ) : (
            <Page kind="list" title="Follow-up">
              <Skeleton rows={6} label="Loading the sequence" />
            </Page>
          )}
        </MemberGate>
      </Workspace>
    );
  return (
    <Place
      here={here}
      title="Follow-ups"
      lead="Emails that go out by themselves, step by step, after something happens."
    >
      {listed ? (
        <listed.FollowUpsScreen />
      ) : (
        <Skeleton shape="table" rows={5} label="Loading your follow-ups" />
      )}
    </Place>
  );
}
