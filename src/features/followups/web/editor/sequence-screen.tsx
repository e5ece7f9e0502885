import { Button, ButtonLink } from '#ui/button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Notice, Skeleton } from '#ui/feedback.tsx';
import { Page, Stack } from '#ui/page.tsx';
import { useNavigate } from '#platform/web/router.tsx';
import { useViewer } from '#platform/web/viewer.ts';
import { followupsApi } from '../../rules/addresses.ts';
import type { OverviewAnswer } from '../../rules/contract.ts';
import { soundDraft } from '../draft.ts';
import { followUpsPath, newSequenceId, sequencePath } from '../paths.ts';
import { useAnswer } from '#platform/web/use-answer.ts';
import { useDrafts } from '../use-drafts.ts';
import { SequenceEditor } from './sequence-editor.tsx';
import { useSequence } from './use-sequence.ts';

/** One sequence, by the address: what the server has, and what was typed here since. */
export function SequenceScreen({ id }: { id: string }) {
  const { user } = useViewer();
  const sequence = useSequence(id);
  const overview = useAnswer<OverviewAnswer>(user?.isOffline ? null : followupsApi.overview);
  const { now, detail, problem, retry, isGone } = sequence;
  const back = <ButtonLink href={followUpsPath}>All follow-ups</ButtonLink>;
  if (user?.isOffline)
    return (
      <Page kind="list" title="Follow-up">
        <Notice title="Follow-ups need an account" still>
          You’re working offline. Sign in with an account to write to your people.
        </Notice>
      </Page>
    );
  if (isGone && now) return <Gone id={id} name={now.body.name} />;
  if (now && (detail || now.version === 0))
    return <SequenceEditor id={id} sequence={sequence} now={now} overview={overview.value} />;
  if (problem)
    return (
      <Page kind="list" title="Follow-up">
        <ErrorState
          title={isGone ? 'We can’t find this sequence' : 'Couldn’t load this sequence'}
          safe={isGone ? undefined : 'Nothing has changed. What is on keeps going.'}
          actions={
            <>
              {!isGone && <Button onClick={retry}>Try again</Button>}
              {back}
            </>
          }
        >
          {isGone ? 'It may have been deleted.' : problem.message}
        </ErrorState>
      </Page>
    );
  return (
    <Page kind="list" title="Follow-up">
      <Skeleton rows={6} label="Loading the sequence" />
    </Page>
  );
}

/** Deleted elsewhere, with changes on this device that weren’t saved. */
function Gone({ id, name }: { id: string; name: string }) {
  const drafts = useDrafts('followups', soundDraft);
  const navigate = useNavigate();
  const keep = () => {
    const draft = drafts.now()[id];
    const next = newSequenceId();
    if (draft) drafts.put(next, { version: 0, body: { ...draft.body, isOn: false } });
    drafts.drop(id);
    navigate(sequencePath(next), { replace: true });
  };
  return (
    <Page kind="list" title={name || 'Follow-up'}>
      <Stack>
        <Notice
          kind="warn"
          still
          title="This sequence was deleted on another device"
          actions={
            <>
              <Button size="tool" onClick={keep}>
                Keep as a new sequence
              </Button>
              <Button
                size="tool"
                variant="quiet"
                onClick={() => {
                  drafts.drop(id);
                  navigate(followUpsPath, { replace: true });
                }}
              >
                Discard
              </Button>
            </>
          }
        >
          Your unsaved changes to it are still here.
        </Notice>
      </Stack>
    </Page>
  );
}
