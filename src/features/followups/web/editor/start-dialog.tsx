import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Checkbox, RadioGroup } from '#ui/choice.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { Stack } from '#ui/page.tsx';
import { toast } from '#ui/toast.tsx';
import type { OverviewAnswer, PersonView, Segment } from '../../rules/contract.ts';
import { startFor, unstart } from '../calls.ts';
import type { Condition } from '../../rules/question.ts';
import { ConditionList } from '../condition-list.tsx';
import { conditionsIn, everyone, type People, peopleCall } from '../people/segment.ts';
import { SegmentFields } from '../people/segment-fields.tsx';
import { SegmentPicker } from '../people/segment-picker.tsx';
import { peopleWords, problemWords, standingWords } from '../say.ts';
import { useAnswer } from '#platform/web/use-answer.ts';
import { useSettled } from '#platform/web/use-settled.ts';

interface StartDialogProps {
  id: string;
  name: string;
  /** As it is saved: only what is on can be started. */
  isOn: boolean;
  overview: OverviewAnswer | null;
  open: boolean;
  onClose(): void;
  onStarted(): void;
}

/** The sequence for people whom its owner picks, one by one or by what they have in common. */
export function StartDialog({ id, name, isOn, overview, open, onClose, onStarted }: StartDialogProps) {
  const [by, setBy] = useState<'people' | 'segment'>('people');
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState<readonly PersonView[]>([]);
  const [segment, setSegment] = useState<Segment>({ ...everyone, consent: 'yes' });
  const [conditions, setConditions] = useState<readonly Condition[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const search = useSettled(typed.trim());
  const only = conditionsIn(useSettled(JSON.stringify(conditions)));
  const whole: Segment = { ...segment, ...(only.length > 0 && { only }) };
  const asked = by === 'people' ? { ...everyone, search } : whole;
  const { value, problem } = useAnswer<People>(open ? peopleCall(asked) : null);
  const count = by === 'people' ? picked.length : (value?.total ?? null);
  const shown = [
    ...picked,
    ...(value?.people ?? []).filter((person) => !picked.some((each) => each.id === person.id)).slice(0, 20),
  ];

  function pick({ only: own = [], ...rest }: Segment): void {
    setSegment(rest);
    setConditions(own);
  }

  async function start(): Promise<void> {
    setBusy(true);
    setFailed(null);
    try {
      const { started, skipped, cause } = await startFor(
        id,
        by === 'people' ? { people: picked.map((person) => person.id) } : { people: [], segment: whole },
      );
      toast.success(
        `“${name}” started for ${peopleWords(started)}.${skipped > 0 ? ` ${peopleWords(skipped)} left out: they are in it, or were, or it isn’t for them.` : ''}`,
        started > 0 ? { action: { label: 'Undo', onAct: () => void undo(cause) } } : {},
      );
      setPicked([]);
      onStarted();
      onClose();
    } catch (thrown) {
      setFailed(problemWords(thrown));
    }
    setBusy(false);
  }

  async function undo(cause: string): Promise<void> {
    try {
      const { undone, late } = await unstart(id, cause);
      toast.success(
        late === 0
          ? `“${name}” taken back for ${peopleWords(undone)}.`
          : `“${name}” taken back for ${peopleWords(undone)}, and stopped for ${late} who had an email already.`,
      );
      onStarted();
    } catch (thrown) {
      toast.error(problemWords(thrown));
    }
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      wide
      title="Start for people"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={isBusy && 'Starting'}
            disabled={!isOn || count === null || count === 0}
            onClick={() => void start()}
          >
            {count === null || count === 0 ? 'Start' : `Start for ${peopleWords(count)}`}
          </Button>
        </>
      }
    >
      <Stack>
        {!isOn && (
          <Notice kind="warn" still>
            This sequence is off. Turn it on first, then start it for people.
          </Notice>
        )}
        <RadioGroup
          label="Who"
          across
          value={by}
          onChange={setBy}
          options={[
            { value: 'people', label: 'People I pick' },
            { value: 'segment', label: 'Everyone who fits' },
          ]}
        />
        {by === 'people' ? (
          <>
            <Field label="Search people" hideLabel compact>
              <TextInput
                type="search"
                placeholder="Search names and email addresses"
                value={typed}
                onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              />
            </Field>
            <div
              role="group"
              aria-label="People"
              className="flex max-h-glance flex-col gap-8 overflow-y-auto p-4"
            >
              {shown.map((person) => (
                <Checkbox
                  key={person.id}
                  label={person.email}
                  hint={`${person.name}${person.name && ' · '}${standingWords[person.standing].words}`}
                  checked={picked.some((each) => each.id === person.id)}
                  onChange={({ currentTarget }) =>
                    setPicked((all) =>
                      currentTarget.checked ? [...all, person] : all.filter((each) => each.id !== person.id),
                    )
                  }
                />
              ))}
              {value && shown.length === 0 && <p className="text-muted">Nobody found.</p>}
            </div>
          </>
        ) : (
          <>
            {overview !== null && overview.segments.length > 0 && (
              <SegmentPicker segments={overview.segments} segment={whole} pick={pick} />
            )}
            <SegmentFields
              segment={segment}
              overview={overview}
              set={(change) => setSegment((now) => ({ ...now, ...change }))}
            />
            <ConditionList
              label="More conditions"
              conditions={conditions}
              tags={overview?.tags ?? []}
              set={setConditions}
            />
          </>
        )}
        <p role="status" className="text-15">
          {count === null ? 'Counting…' : `${peopleWords(count)} ${by === 'people' ? 'picked' : 'fit'}.`}
        </p>
        <p className="text-13 text-muted">
          Whoever is in it already, was and can’t come again, or isn’t whom it is for, is left out. Whoever
          hasn’t agreed to email gets none.
        </p>
        {(failed ?? problem) && <Notice kind="danger">{failed ?? problem?.message}</Notice>}
      </Stack>
    </Dialog>
  );
}
