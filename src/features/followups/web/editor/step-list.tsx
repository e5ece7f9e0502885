import { mostDepth, type Step } from '../../rules/steps.ts';
import { AddStep } from './add-step.tsx';
import { depthAt, type ListPlace, listOf, root } from './edits.ts';
import type { StepActs } from './step-acts.ts';
import { StepRow } from './step-row.tsx';

interface StepListProps {
  acts: StepActs;
  list?: ListPlace;
  /** What the list is, for those who hear it. */
  label: string;
}

/** The steps of one list as sentences, with what stands in a choice below it. */
export function StepList({ acts, list = root, label }: StepListProps) {
  const steps = listOf(acts.steps, list) ?? [];
  const isDeep = depthAt(acts.steps, list) >= mostDepth;
  const add = (index: number) => (kind: Step['kind']) => acts.add({ ...list, index }, kind);
  const place = `${list.branch ?? 'all'} ${list.arm}`;
  return (
    <div data-list={place}>
      {steps.length > 0 && (
        <ol aria-label={label} className="border-b border-hairline">
          {steps.map((step, index) => (
            <StepRow key={step.id} step={step} acts={acts} isDeep={isDeep} addBefore={add(index)}>
              {step.kind === 'branch' && (
                <div className="flex flex-col gap-16 pb-16 pl-12 md:pl-32">
                  <div>
                    <p className="mb-4 text-13 font-medium text-muted">Then</p>
                    <StepList acts={acts} list={{ branch: step.id, arm: 'yes' }} label="Then" />
                  </div>
                  <div>
                    <p className="mb-4 text-13 font-medium text-muted">Otherwise</p>
                    <StepList acts={acts} list={{ branch: step.id, arm: 'no' }} label="Otherwise" />
                  </div>
                </div>
              )}
            </StepRow>
          ))}
        </ol>
      )}
      <div className="mt-8">
        <AddStep
          label={
            list === root
              ? 'Add a step'
              : list.arm === 'yes'
                ? 'Add a step to “then”'
                : 'Add a step to “otherwise”'
          }
          isDeep={isDeep}
          add={add(steps.length)}
        />
      </div>
    </div>
  );
}
