import { type RefObject, useEffect, useRef, useState } from 'react';
import { toast } from '#ui/toast.tsx';
import type { OverviewAnswer, SequenceDetail } from '../../rules/contract.ts';
import { allSteps, mostDepth, mostSteps, type Step } from '../../rules/steps.ts';
import { newStepId } from '../paths.ts';
import { stepName } from '../unwritten.ts';
import {
  changeStep,
  insertStep,
  listOf,
  moveStep,
  movedPlace,
  placeOf,
  removeStep,
  stepOf,
  type StepPlace,
} from './edits.ts';
import type { Faults } from './faults.ts';
import { newStep } from './new-step.ts';
import type { StepActs } from './step-acts.ts';

interface Given {
  steps: readonly Step[];
  faults: Faults;
  detail: SequenceDetail | null;
  overview: OverviewAnswer | null;
  /** Changes the steps as they are by then. */
  edit(change: (steps: readonly Step[]) => Step[]): void;
  endSplit: StepActs['endSplit'];
}

const firstField = 'input, textarea, select';

/** What is done to steps: each act says what it did, and the focus goes where the next one is likely. */
export function useSteps(given: Given): {
  acts: StepActs;
  said: string;
  box: RefObject<HTMLDivElement | null>;
  openAll(ids: readonly string[]): void;
} {
  const { steps, edit } = given;
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [said, setSaid] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const wanted = useRef<{ id: string; part: 'form' | 'open' | 'up' | 'down' } | null>(null);
  useEffect(() => {
    const at = wanted.current;
    if (!at) return;
    const row = box.current?.querySelector(`[data-step="${CSS.escape(at.id)}"]`);
    const form = at.part === 'form' ? row?.querySelector(':scope > [data-form]') : null;
    const target =
      form?.querySelector<HTMLElement>(firstField) ??
      row?.querySelector<HTMLElement>(`[data-act="${at.part === 'form' ? 'open' : at.part}"]`);
    if (!target) return;
    wanted.current = null;
    target.focus();
  });

  const acts: StepActs = {
    ...given,
    isOpen: (id) => open.has(id),
    toggle: (id) =>
      setOpen((all) =>
        all.has(id) ? new Set([...all].filter((each) => each !== id)) : new Set([...all, id]),
      ),
    change: (step) => edit((all) => changeStep(all, step)),
    add(place, kind) {
      if (allSteps(steps).length >= mostSteps)
        return toast.warning(`A sequence can have up to ${mostSteps} steps.`);
      const step = newStep(kind, newStepId(), new Date().toISOString().slice(0, 10));
      edit((all) => insertStep(all, place, step));
      setOpen((all) => new Set([...all, step.id]));
      wanted.current = { id: step.id, part: 'form' };
      setSaid(`Added: ${stepName(step)}.`);
    },
    move(id, by) {
      const to = movedPlace(steps, id, by, mostDepth);
      if (!to) return setSaid(by === -1 ? 'It’s the first step already.' : 'It’s the last step already.');
      edit((all) => moveStep(all, id, by, mostDepth));
      wanted.current = { id, part: by === -1 ? 'up' : 'down' };
      setSaid(`Moved ${by === -1 ? 'up' : 'down'}${whereWords(steps, to)}.`);
    },
    remove(id) {
      const place = placeOf(steps, id);
      const step = stepOf(steps, id);
      if (!place || !step) return;
      edit((all) => removeStep(all, id));
      const list = listOf(steps, place) ?? [];
      const beside = list[place.index + 1] ?? list[place.index - 1];
      focusAfterRemoval(box, beside?.id ?? place.branch, place, (next) => (wanted.current = next));
      const inside = step.kind === 'branch' ? allSteps([...step.yes, ...step.no]).length : 0;
      toast.plain(`Removed: ${stepName(step)}${inside > 0 ? `, with the ${inside} in it` : ''}.`, {
        action: {
          label: 'Undo',
          onAct: () => {
            edit((all) => insertStep(all, place, step));
            wanted.current = { id, part: 'open' };
            setSaid(`Back again: ${stepName(step)}.`);
          },
        },
      });
    },
  };
  return {
    acts,
    said,
    box,
    openAll: (ids) => setOpen((all) => new Set([...all, ...ids])),
  };
}

/** To the step beside it; where there is none, to what adds one. */
function focusAfterRemoval(
  box: RefObject<HTMLDivElement | null>,
  id: string | null,
  place: StepPlace,
  want: (next: { id: string; part: 'open' }) => void,
): void {
  if (id !== null) return want({ id, part: 'open' });
  const list = `${place.branch ?? 'all'} ${place.arm}`;
  requestAnimationFrame(() =>
    box.current?.querySelector<HTMLElement>(`[data-list="${CSS.escape(list)}"] button`)?.focus(),
  );
}

function whereWords(steps: readonly Step[], { branch, arm }: StepPlace): string {
  const choice = branch === null ? null : stepOf(steps, branch);
  return choice ? `, to “${arm === 'yes' ? 'then' : 'otherwise'}” of “${stepName(choice)}”` : '';
}
