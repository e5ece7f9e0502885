import type { RefObject } from 'react';
import { Field, TextInput } from '#ui/field.tsx';
import { Stack } from '#ui/page.tsx';
import type { OverviewAnswer, SequenceBody } from '../../rules/contract.ts';
import { ConditionList } from '../condition-list.tsx';
import type { Faults } from './faults.ts';
import type { StepActs } from './step-acts.ts';
import { StepList } from './step-list.tsx';
import { TriggerForm } from './trigger-form.tsx';

interface StepsPartProps {
  body: SequenceBody;
  faults: Faults;
  overview: OverviewAnswer | null;
  acts: StepActs;
  box: RefObject<HTMLDivElement | null>;
  /** What the last act did, for those who don’t see it. */
  said: string;
  change(part: Partial<SequenceBody>): void;
}

/** What starts it, and what happens then. */
export function StepsPart({ body, faults, overview, acts, box, said, change }: StepsPartProps) {
  const own = faults[''] ?? {};
  const onlyFaults = Object.fromEntries(
    Object.entries(own).flatMap(([field, words]) =>
      field.startsWith('only.') ? [[field.slice(5), words]] : [],
    ),
  );
  return (
    <Stack gap={32}>
      <Stack className="max-w-measure">
        <Field label="Name" compact error={own['name']}>
          <TextInput
            value={body.name}
            maxLength={80}
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          />
        </Field>
        <TriggerForm
          trigger={body.trigger}
          faults={own}
          overview={overview}
          set={(trigger) => change({ trigger })}
        />
        <ConditionList
          label="Who it is for"
          none="For everybody to whom this happens."
          conditions={body.only ?? []}
          faults={onlyFaults}
          tags={overview?.tags ?? []}
          set={(only) => change({ only: only.length > 0 ? only : undefined })}
        />
      </Stack>
      <section aria-labelledby="steps">
        <h2 id="steps" className="mb-8 text-21">
          Steps
        </h2>
        {body.steps.length === 0 && (
          <p className={own['steps'] ? 'text-15 text-danger' : 'text-15 text-muted'}>
            {own['steps'] ??
              'Nothing happens yet. Add the first step: an email, or how long to wait before it.'}
          </p>
        )}
        {body.steps.length > 0 && own['steps'] && <p className="text-15 text-danger">{own['steps']}</p>}
        <div ref={box}>
          <StepList acts={acts} label="Steps" />
        </div>
        <p role="status" className="sr-only">
          {said}
        </p>
      </section>
    </Stack>
  );
}
