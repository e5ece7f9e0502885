import { useState } from 'react';
import { EarlierNotice } from '#platform/web/earlier-notice.tsx';
import { FormerNotice } from '#platform/web/former-notice.tsx';
import { useNavigate } from '#platform/web/router.tsx';
import { useViewer } from '#platform/web/viewer.ts';
import { Button } from '#ui/button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { EmptyState, Notice, Skeleton } from '#ui/feedback.tsx';
import { Link } from '#ui/link.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { Sheet } from '#ui/stationery.tsx';
import { Table } from '#ui/table.tsx';
import { toast } from '#ui/toast.tsx';
import { followupsApi } from '../../rules/addresses.ts';
import type { OverviewAnswer, SequenceBody, SequenceView } from '../../rules/contract.ts';
import { turnSequence } from '../calls.ts';
import { bodyOf, soundDraft } from '../draft.ts';
import { Missing } from '../missing.tsx';
import { newSequenceId, peoplePath, sequencePath } from '../paths.ts';
import { peopleWords, problemWords } from '../say.ts';
import { openName, unwrittenIn } from '../unwritten.ts';
import { useAnswer } from '#platform/web/use-answer.ts';
import { useDrafts } from '../use-drafts.ts';
import { DeleteSequence } from './delete-sequence.tsx';
import { NewSequence } from './new-sequence.tsx';
import { sequenceColumns } from './sequence-columns.tsx';

/** Every sequence, with what starts it and what it has brought. */
export function FollowUpsScreen() {
  const { user } = useViewer();
  const { value, problem, retry, set } = useAnswer<OverviewAnswer>(
    user?.isOffline ? null : followupsApi.overview,
  );
  if (user?.isOffline)
    return (
      <Notice title="Follow-ups need an account" still>
        You’re working offline. Sign in with an account to write to your people.
      </Notice>
    );
  if (problem)
    return (
      <ErrorState
        title="Couldn’t load your follow-ups"
        safe="Nothing has changed. What is on keeps going."
        actions={<Button onClick={retry}>Try again</Button>}
      >
        {problem.message}
      </ErrorState>
    );
  if (!value) return <Skeleton shape="table" rows={5} label="Loading your follow-ups" />;
  return <Listed overview={value} set={set} refresh={retry} />;
}

interface ListedProps {
  overview: OverviewAnswer;
  set(overview: OverviewAnswer): void;
  refresh(): void;
}

function Listed({ overview, set, refresh }: ListedProps) {
  const { sequences, sender, people, funnels } = overview;
  const navigate = useNavigate();
  const drafts = useDrafts('followups', soundDraft);
  const [isNew, setNew] = useState(false);
  const [leaving, setLeaving] = useState<SequenceView | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  // Never saved, or deleted on another device since.
  const unsaved = Object.entries(drafts.all).filter(([id]) => !sequences.some((each) => each.id === id));

  const create = (body: SequenceBody) => {
    const id = newSequenceId();
    drafts.put(id, { version: 0, body });
    navigate(sequencePath(id));
  };
  async function turn(sequence: SequenceView, isOn: boolean, isUndo = false): Promise<void> {
    const { id, name, steps } = sequence;
    const [first] = isOn ? unwrittenIn(steps) : [];
    if (first)
      return toast.error(`“${name}” stays off: “${openName(first)}” still has text in [brackets].`, {
        action: { label: 'Open', onAct: () => navigate(sequencePath(id)) },
      });
    setBusy(id);
    try {
      const turned = await turnSequence(id, isOn);
      set({ ...overview, sequences: sequences.map((each) => (each.id === id ? turned : each)) });
      toast.success(
        isOn ? `“${name}” is on.` : `“${name}” is off. Everyone in it waits where they are.`,
        isUndo ? {} : { action: { label: 'Undo', onAct: () => void turn(turned, !isOn, true) } },
      );
    } catch (thrown) {
      toast.error(problemWords(thrown));
      refresh();
    }
    setBusy(null);
  }

  return (
    <Stack gap={24}>
      <EarlierNotice of="simpleRecord:followups" what="This sequence was" isWide />
      <FormerNotice of="simpleRecord:followups" what="this sequence" isWide />
      <Missing sender={sender} />
      {sequences.length + unsaved.length > 0 && (
        <Row className="justify-between">
          <p className="text-15 text-muted">
            <Link href={peoplePath}>{peopleWords(people)}</Link> on your list
          </p>
          <Button variant="primary" onClick={() => setNew(true)}>
            New sequence
          </Button>
        </Row>
      )}
      {unsaved.map(([id, { body, version }]) => (
        <Sheet key={id}>
          <Row className="justify-between">
            <p>
              <Link href={sequencePath(id)}>{body.name || 'Untitled'}</Link>{' '}
              <span className="text-muted">
                {version === 0
                  ? 'is on this device only: it isn’t saved yet.'
                  : 'was deleted on another device. Your unsaved changes to it are still here.'}
              </span>
            </p>
            <Button
              size="tool"
              variant="quiet"
              onClick={() => {
                const draft = drafts.all[id];
                drafts.drop(id);
                toast.plain(`“${body.name || 'Untitled'}” discarded.`, {
                  action: { label: 'Undo', onAct: () => draft && drafts.put(id, draft) },
                });
              }}
            >
              Discard
            </Button>
          </Row>
        </Sheet>
      ))}
      {sequences.length > 0 ? (
        <Table
          caption="Sequences"
          hideCaption
          rows={sequences}
          rowKey={({ id }) => id}
          columns={sequenceColumns({
            funnelName: (id) => funnels.find((funnel) => funnel.id === id)?.name ?? 'a funnel that is gone',
            isTyped: (id) => Object.hasOwn(drafts.all, id),
            busy,
            turn: (sequence) => void turn(sequence, !sequence.isOn),
            copy: (sequence) =>
              create({ ...bodyOf(sequence), name: `${sequence.name.slice(0, 73)} (copy)`, isOn: false }),
            remove: setLeaving,
          })}
        />
      ) : (
        unsaved.length === 0 && (
          <EmptyState
            title="No sequences yet"
            pencilled="Welcome: wait 1 day, email, wait 3 days, email"
            action={
              <Button variant="primary" onClick={() => setNew(true)}>
                New sequence
              </Button>
            }
          >
            A sequence writes to people step by step after something happens, such as a new lead or a
            purchase. You write the emails once, and each person gets them at their own time.
          </EmptyState>
        )
      )}
      <NewSequence open={isNew} onClose={() => setNew(false)} create={create} />
      <DeleteSequence
        sequence={leaving}
        onClose={() => setLeaving(null)}
        onGone={(id) => {
          drafts.drop(id);
          set({ ...overview, sequences: sequences.filter((each) => each.id !== id) });
        }}
      />
    </Stack>
  );
}
