import { useState } from 'react';
import { countOf } from '#base/count.ts';
import { useNavigate } from '#platform/web/router.tsx';
import { Notice, Skeleton } from '#ui/feedback.tsx';
import { Page, Stack } from '#ui/page.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { toast } from '#ui/toast.tsx';
import { useFirstWrong } from '#ui/first-wrong.ts';
import type { OverviewAnswer, SequenceBody } from '../../rules/contract.ts';
import { lostWords, splitsLost } from '../../rules/split.ts';
import { changeWords } from '../../rules/words.ts';
import type { Draft } from '../draft.ts';
import { DeleteSequence } from '../list/delete-sequence.tsx';
import { Missing } from '../missing.tsx';
import { followUpsPath } from '../paths.ts';
import { openName, unwrittenIn } from '../unwritten.ts';
import { Conflict, Discarded, NoRoom } from './conflict.tsx';
import { type Faults, faultsOf } from './faults.ts';
import { Numbers } from './numbers.tsx';
import { SaveDialog } from './save-dialog.tsx';
import { SequenceHead } from './sequence-head.tsx';
import { SettingsForm } from './settings-form.tsx';
import { Simulation } from './simulation.tsx';
import { StartDialog } from './start-dialog.tsx';
import { StepsPart } from './steps-part.tsx';
import { movesOf, type Sequence } from './use-sequence.ts';
import { useSteps } from './use-steps.ts';
import { Versions } from './versions.tsx';

interface SequenceEditorProps {
  id: string;
  sequence: Sequence;
  now: Draft;
  overview: OverviewAnswer | null;
}

/** A save that waits for a yes. */
interface Wish {
  turnOn: boolean;
  over: boolean;
}

type Tab = 'steps' | 'simulation' | 'settings' | 'numbers' | 'versions';

/** Everything about one sequence. */
export function SequenceEditor({ id, sequence, now, overview }: SequenceEditorProps) {
  const { detail, theirs, isBusy, error, edit, save, isChanged } = sequence;
  const { body } = now;
  const navigate = useNavigate();
  const [tab, setTab] = useState<Tab>('steps');
  const [faults, setFaults] = useState<Faults>({});
  const [unwritten, setUnwritten] = useState<ReturnType<typeof unwrittenIn>>([]);
  const [asked, setAsked] = useState<Wish | 'start' | 'delete' | null>(null);
  /** What was pressed last was “Turn on”. */
  const [isRefusedOn, setRefusedOn] = useState(false);
  const { place, refused } = useFirstWrong<HTMLDivElement>();
  // What is wrong is said after a press, and goes as it is put right.
  const current = Object.keys(faults).length === 0 ? faults : faultsOf(body, overview?.sender.name);
  const change = (part: Partial<SequenceBody>) => edit((all) => ({ ...all, ...part }));
  const { acts, said, box, openAll } = useSteps({
    steps: body.steps,
    faults: current,
    detail,
    overview,
    edit: (act) => edit((all) => ({ ...all, steps: act(all.steps) })),
    endSplit: (stepId, keep) => void sequence.endSplit(stepId, keep),
  });
  const marked = Object.values(current).flatMap((each) => Object.keys(each)).length;
  const lost = detail ? splitsLost(detail.sequence.steps, body.steps, detail.splits) : [];
  const underWay = detail?.sequence.numbers.underWay ?? 0;

  const send = async (wish: Wish): Promise<void> => {
    await save(wish.turnOn && !body.isOn ? `“${body.name}” is saved and on.` : 'Saved.', wish);
    setAsked(null);
  };
  function turn(): void {
    if (body.isOn) void sequence.turn(false);
    else if (isChanged || unwrittenIn(body.steps).length > 0) wantSave({ turnOn: true, over: false });
    else void sequence.turn(true);
  }
  function wantSave(wish: Wish): void {
    const isOn = wish.turnOn || body.isOn;
    const found = faultsOf(body, overview?.sender.name);
    setFaults(found);
    setUnwritten(isOn ? unwrittenIn(body.steps) : []);
    sequence.setError(null);
    setRefusedOn(isOn && !body.isOn);
    if (Object.keys(found).length > 0) {
      const isSetting = Object.keys(found).length === 1 && Object.keys(found[''] ?? {}).join() === 'holdOut';
      setTab(isSetting ? 'settings' : 'steps');
      openAll(Object.keys(found).filter(Boolean));
      return refused();
    }
    const open = isOn ? unwrittenIn(body.steps) : [];
    if (open.length > 0) {
      setTab('steps');
      return openAll(open.map((step) => step.id));
    }
    const isMoved = detail !== null && JSON.stringify(detail.sequence.steps) !== JSON.stringify(body.steps);
    if ((underWay > 0 && isMoved) || lost.length > 0) setAsked(wish);
    else void send(wish);
  }

  return (
    <Page
      kind="list"
      title={body.name || 'Untitled'}
      actions={
        <SequenceHead
          isOn={body.isOn}
          isSaved={detail !== null}
          isChanged={isChanged}
          isBusy={isBusy}
          save={() => wantSave({ turnOn: false, over: false })}
          turn={turn}
          discard={() => {
            if (detail) return sequence.discard();
            const before = now;
            sequence.drop();
            navigate(followUpsPath);
            toast.plain(`“${body.name || 'Untitled'}” discarded.`, {
              action: { label: 'Undo', onAct: () => sequence.keep(before) },
            });
          }}
          start={() => setAsked('start')}
          remove={() => setAsked('delete')}
        />
      }
    >
      <div ref={place}>
        <Stack gap={24}>
          {theirs && (
            <Conflict
              theirs={theirs}
              isBusy={isBusy}
              load={sequence.discard}
              saveOver={() => wantSave({ turnOn: false, over: true })}
            />
          )}
          {sequence.discarded && <Discarded putBack={sequence.putBack} />}
          {sequence.isFull && isChanged && <NoRoom />}
          {marked > 0 ? (
            <Notice kind="danger" title={isRefusedOn ? 'Not turned on' : 'Not saved'}>
              {countOf(marked, 'field needs', 'fields need')} another look:{' '}
              {marked === 1 ? 'it’s' : 'they’re'} marked below. What you typed is still here.
            </Notice>
          ) : (
            error && (
              <Notice kind="danger" title={isRefusedOn ? 'Not turned on' : 'Not saved'}>
                {error} What you typed is still here.
              </Notice>
            )
          )}
          {unwritten.length > 0 && unwrittenIn(body.steps).length > 0 && (
            <Notice kind="danger" title="Not turned on: something is still to be written">
              Replace the text in [brackets] in{' '}
              {unwrittenIn(body.steps)
                .map((step) => `“${openName(step)}”`)
                .join(' and ')}
              , then turn it on.
            </Notice>
          )}
          {overview && <Missing sender={overview.sender} />}
          <Tabs
            label="Sequence"
            value={tab}
            onChange={(next) => setTab(next as Tab)}
            tabs={[
              {
                id: 'steps',
                label: 'Steps',
                content: (
                  <StepsPart
                    body={body}
                    faults={current}
                    overview={overview}
                    acts={acts}
                    box={box}
                    said={said}
                    change={change}
                  />
                ),
              },
              {
                id: 'simulation',
                label: 'Simulation',
                content: overview ? (
                  <Simulation body={body} sender={overview.sender} />
                ) : (
                  <Skeleton rows={5} label="Loading your time zone" />
                ),
              },
              {
                id: 'settings',
                label: 'Settings',
                content: (
                  <SettingsForm
                    body={body}
                    faults={current[''] ?? {}}
                    sender={overview?.sender}
                    set={change}
                  />
                ),
              },
              { id: 'numbers', label: 'Numbers', content: <Numbers detail={detail} /> },
              {
                id: 'versions',
                label: 'Versions',
                content: (
                  <Versions
                    id={id}
                    detail={detail}
                    putBack={(old, version) => {
                      edit((all) => ({ ...old, isOn: all.isOn }));
                      setTab('steps');
                      toast.success(`Version ${version} is in the editor. Save it to use it.`, {
                        action: { label: 'Undo', onAct: () => edit(() => body) },
                      });
                    }}
                  />
                ),
              },
            ]}
          />
        </Stack>
      </div>
      <SaveDialog
        open={asked !== null && typeof asked === 'object'}
        title={underWay > 0 ? 'Save while people are in it?' : 'Save and end the test so far?'}
        words={[
          detail && underWay > 0 ? changeWords(movesOf(detail, body), underWay) : '',
          lostWords(lost, body.steps),
        ].join(' ')}
        isBusy={isBusy}
        onClose={() => setAsked(null)}
        save={() => asked !== null && typeof asked === 'object' && void send(asked)}
      />
      <StartDialog
        id={id}
        name={body.name}
        isOn={detail?.sequence.isOn ?? false}
        overview={overview}
        open={asked === 'start'}
        onClose={() => setAsked(null)}
        onStarted={sequence.retry}
      />
      <DeleteSequence
        sequence={asked === 'delete' ? (detail?.sequence ?? null) : null}
        onClose={() => setAsked(null)}
        onGone={() => {
          sequence.drop();
          navigate(followUpsPath);
        }}
      />
    </Page>
  );
}
