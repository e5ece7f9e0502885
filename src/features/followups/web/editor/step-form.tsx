import { weekdays } from '#base/weekdays.ts';
import { Checkbox, RadioGroup } from '#ui/choice.tsx';
import { Field, Select, TextInput } from '#ui/field.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { Link } from '#ui/link.tsx';
import type { Step } from '../../rules/steps.ts';
import { senderPath } from '../paths.ts';
import { QuestionForm } from './question-form.tsx';
import type { StepActs } from './step-acts.ts';
import { TagField } from './tag-field.tsx';
import { TextForm } from './text-form.tsx';
import { WaitForm } from './wait-form.tsx';
import { WordingsForm } from './wordings-form.tsx';

interface StepFormProps {
  step: Step;
  acts: StepActs;
  faults: Readonly<Record<string, string>>;
}

/** The form of one step, as its kind asks. */
export function StepForm({ step, acts, faults }: StepFormProps) {
  const { change, overview } = acts;
  switch (step.kind) {
    case 'mail':
      return <WordingsForm step={step} acts={acts} faults={faults} />;
    case 'text':
      return <TextForm step={step} fault={faults['text']} sender={overview?.sender} set={change} />;
    case 'wait':
      return <WaitForm step={step} fault={faults['hours']} set={change} />;
    case 'until':
      return (
        <Stack>
          <fieldset>
            <legend className="ui-label ui-legend">Days</legend>
            <Row gap={16}>
              {weekdays.map((name, day) => (
                <Checkbox
                  key={name}
                  label={name}
                  checked={step.days.includes(day)}
                  onChange={({ currentTarget }) =>
                    change({
                      ...step,
                      days: currentTarget.checked
                        ? [...step.days, day].sort((a, b) => a - b)
                        : step.days.filter((each) => each !== day),
                    })
                  }
                />
              ))}
            </Row>
            <p className="text-13 text-muted">No day chosen means any day.</p>
          </fieldset>
          <HourField hour={step.hour} set={(hour) => change({ ...step, hour })} />
        </Stack>
      );
    case 'date':
      return (
        <Row gap={16} className="items-start">
          <Field
            label="Date"
            compact
            error={faults['date']}
            hint="Once this day has passed, nobody waits here."
          >
            <TextInput
              type="date"
              value={step.date}
              onChange={({ currentTarget }) => change({ ...step, date: currentTarget.value })}
            />
          </Field>
          <HourField hour={step.hour} set={(hour) => change({ ...step, hour })} />
        </Row>
      );
    case 'tag':
      return (
        <Stack>
          <RadioGroup
            label="What happens"
            across
            value={step.add ? 'add' : 'remove'}
            onChange={(value) => change({ ...step, add: value === 'add' })}
            options={[
              { value: 'add', label: 'Add the tag' },
              { value: 'remove', label: 'Remove the tag' },
            ]}
          />
          <TagField
            tags={overview?.tags ?? []}
            value={step.tag}
            error={faults['tag']}
            set={(tag) => change({ ...step, tag })}
          />
        </Stack>
      );
    case 'branch':
      return (
        <QuestionForm
          question={step.when}
          faults={faults}
          tags={overview?.tags ?? []}
          set={(when) => change({ ...step, when })}
        />
      );
    case 'webhook':
      return (
        <p className="max-w-measure text-15 text-muted">
          {overview?.sender.webhook === false ? (
            <>
              No webhook is set up yet, so nothing is sent here.{' '}
              <Link href={senderPath}>Set one up in Cart recovery</Link>
            </>
          ) : (
            'Your webhook gets the person, the sequence and this step as JSON.'
          )}
        </p>
      );
    case 'end':
      return <p className="text-15 text-muted">Whoever comes here is through with this sequence.</p>;
  }
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);

function HourField({ hour, set }: { hour: number; set(hour: number): void }) {
  return (
    <Field label="Time" compact hint="In the reader’s time zone; yours if we don’t know it.">
      <Select value={hour} onChange={({ currentTarget }) => set(Number(currentTarget.value))}>
        {hours.map((each) => (
          <option key={each} value={each}>{`${String(each).padStart(2, '0')}:00`}</option>
        ))}
      </Select>
    </Field>
  );
}
