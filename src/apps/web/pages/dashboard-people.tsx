import { waitingWords } from '#features/accounts/rules/offline-words.ts';
import { MemberGate } from '#features/accounts/web/gate.tsx';
import { usePart } from '#platform/web/use-part.ts';
import { Skeleton } from '#ui/feedback.tsx';
import { Page } from '#ui/page.tsx';
import { Place, Workspace } from '../workspace/workspace.tsx';

export const head = () => ({
  title: 'People',
  description: 'Everyone you may write to, and how they agreed.',
});

const here = '/dashboard/people';
const list = () => import('#features/followups/web/people/people-screen.tsx');
const one = () => import('#features/followups/web/person/person-screen.tsx');

/** All people of a member, or the one that the address names. */
export default function PeoplePage({ params: { id } }: { params: { id?: string } }) {
  const listed = usePart(id === undefined, list);
  const shown = usePart(id !== undefined, one);
  if (id !== undefined)
    return (
      <Workspace here={here}>
        <MemberGate preparing={waitingWords.dashboard}>
          {shown ? (
            <shown.PersonScreen key={id} id={id} />
          ) : (
            <Page kind="list" title="Person">
              <Skeleton rows={6} label="Loading this person" />
            </Page>
          )}
        </MemberGate>
      </Workspace>
    );
  return (
    <Place here={here} title="People" lead="Everyone you know by email, and whether you may write to them.">
      {listed ? <listed.PeopleScreen /> : <Skeleton shape="table" rows={6} label="Loading your people" />}
    </Place>
  );
}
