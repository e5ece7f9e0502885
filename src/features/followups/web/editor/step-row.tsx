import type { ReactNode } from 'react';
import { IconButton } from '#ui/button.tsx';
import Down from '#ui/icons/arrow-down.ts';
import Up from '#ui/icons/arrow-up.ts';
import Trash from '#ui/icons/trash-2.ts';
import { Tag } from '#ui/text.tsx';
import { mostDepth, type Step } from '../../rules/steps.ts';
import { stepName, unwrittenIn } from '../unwritten.ts';
import { AddStep } from './add-step.tsx';
import { movedPlace } from './edits.ts';
import type { StepActs } from './step-acts.ts';
import { StepForm } from './step-form.tsx';

interface StepRowProps {
  step: Step;
  acts: StepActs;
  isDeep: boolean;
  addBefore(kind: Step['kind']): void;
  /** What stands in a choice. */
  children?: ReactNode;
}

/** A step as a sentence; pressed, its form opens below it. */
export function StepRow({ step, acts, isDeep, addBefore, children }: StepRowProps) {
  const { id } = step;
  const name = stepName(step);
  const isOpen = acts.isOpen(id);
  const waiting = acts.detail?.waiting[id] ?? 0;
  const numbers = acts.detail?.mails[id];
  const isEnd = step.kind === 'end';
  return (
    <li data-step={id} className="border-t border-hairline">
      <div className="flex flex-wrap items-center justify-between gap-x-12">
        <h3 className="min-w-0 grow basis-glance">
          <button
            type="button"
            data-act="open"
            aria-expanded={isEnd ? undefined : isOpen}
            className="flex w-full flex-wrap items-baseline gap-x-12 gap-y-4 py-12 text-left"
            onClick={() => acts.toggle(id)}
          >
            <span className="text-17 font-medium">{name}</span>
            {acts.faults[id] && <Tag tone="danger">Check this</Tag>}
            {step.kind === 'mail' && step.other && <Tag>A/B</Tag>}
            {(step.kind === 'mail' || step.kind === 'text') && unwrittenIn([step]).length > 0 && (
              <Tag tone="warn">Still to write</Tag>
            )}
            {waiting > 0 && <span className="text-13 text-muted">{waiting} waiting here</span>}
            {numbers && (
              <span className="text-13 text-muted">
                {numbers.sent} sent{step.kind === 'mail' && ` · ${numbers.clicked} clicked`}
                {numbers.notSent > 0 && ` · ${numbers.notSent} not sent`}
              </span>
            )}
          </button>
        </h3>
        <div className={`${isOpen ? 'flex' : 'hidden md:flex'} items-center max-md:pb-8`}>
          <IconButton
            icon={Up}
            label={`Move up: ${name}`}
            data-act="up"
            aria-disabled={movedPlace(acts.steps, id, -1, mostDepth) === null || undefined}
            onClick={() => acts.move(id, -1)}
          />
          <IconButton
            icon={Down}
            label={`Move down: ${name}`}
            data-act="down"
            aria-disabled={movedPlace(acts.steps, id, 1, mostDepth) === null || undefined}
            onClick={() => acts.move(id, 1)}
          />
          <AddStep name={`Add a step before: ${name}`} isDeep={isDeep} add={addBefore} />
          <IconButton icon={Trash} label={`Remove: ${name}`} onClick={() => acts.remove(id)} />
        </div>
      </div>
      {isOpen && (
        <div data-form className="pb-24">
          <StepForm step={step} acts={acts} faults={acts.faults[id] ?? {}} />
        </div>
      )}
      {children}
    </li>
  );
}
