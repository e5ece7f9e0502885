import type { BranchStep, Step } from '../../rules/steps.ts';

/** What is done to the steps of a sequence, by the id of a step. Nothing here makes or changes an id. */

/** A list of steps: the sequence's own, or one arm of a choice. */
export type Arm = 'yes' | 'no';
export interface ListPlace {
  /** The choice that it belongs to; null for the sequence itself. */
  branch: string | null;
  arm: Arm;
}
export interface StepPlace extends ListPlace {
  index: number;
}

export const root: ListPlace = { branch: null, arm: 'yes' };

/** Where a step is; null when it isn't there. */
export function placeOf(steps: readonly Step[], id: string, list: ListPlace = root): StepPlace | null {
  for (const [index, step] of steps.entries()) {
    if (step.id === id) return { ...list, index };
    if (step.kind !== 'branch') continue;
    const found =
      placeOf(step.yes, id, { branch: step.id, arm: 'yes' }) ??
      placeOf(step.no, id, { branch: step.id, arm: 'no' });
    if (found) return found;
  }
  return null;
}

/** The steps of a list; null when its choice isn't there. */
export function listOf(steps: readonly Step[], { branch, arm }: ListPlace): readonly Step[] | null {
  if (branch === null) return steps;
  const found = stepOf(steps, branch);
  return found?.kind === 'branch' ? found[arm] : null;
}

export function stepOf(steps: readonly Step[], id: string): Step | null {
  const place = placeOf(steps, id);
  return place ? (listOf(steps, place)?.[place.index] ?? null) : null;
}

/** With another content of one list. */
function withList(
  steps: readonly Step[],
  list: ListPlace,
  change: (list: readonly Step[]) => readonly Step[],
): Step[] {
  if (list.branch === null) return [...change(steps)];
  return steps.map((step) => {
    if (step.kind !== 'branch') return step;
    if (step.id === list.branch) return { ...step, [list.arm]: [...change(step[list.arm])] };
    return {
      ...step,
      yes: withList(step.yes, list, change),
      no: withList(step.no, list, change),
    };
  });
}

/** At its place, or as far to the end of that list as there is; at the end of all when that list is gone. */
export function insertStep(steps: readonly Step[], place: StepPlace, step: Step): Step[] {
  if (placeOf(steps, step.id)) return [...steps];
  const list = listOf(steps, place) ? place : root;
  const index = list === root && place.branch !== null ? steps.length : place.index;
  return withList(steps, list, (all) => [...all.slice(0, index), step, ...all.slice(index)]);
}

/** Without it, and without what stands in it. */
export function removeStep(steps: readonly Step[], id: string): Step[] {
  const place = placeOf(steps, id);
  return place ? withList(steps, place, (all) => all.filter((step) => step.id !== id)) : [...steps];
}

export function changeStep(steps: readonly Step[], step: Step): Step[] {
  const place = placeOf(steps, step.id);
  return place
    ? withList(steps, place, (all) => all.map((each) => (each.id === step.id ? step : each)))
    : [...steps];
}

export const depthOf = (step: Step): number =>
  step.kind === 'branch' ? 1 + Math.max(0, ...[...step.yes, ...step.no].map(depthOf)) : 0;

/** How many choices a list stands in. */
export function depthAt(steps: readonly Step[], { branch }: ListPlace): number {
  const place = branch === null ? null : placeOf(steps, branch);
  return place ? 1 + depthAt(steps, place) : 0;
}

/**
 * One place up or down, in the order in which they are read: from above a choice into its “yes”, from there into its
 * “no”, and out below it. Null where there is no way on. Down and up again is where it was.
 */
export function movedPlace(
  steps: readonly Step[],
  id: string,
  by: -1 | 1,
  mostDepth: number,
): StepPlace | null {
  const place = placeOf(steps, id);
  const step = stepOf(steps, id);
  const list = place && listOf(steps, place);
  if (!place || !step || !list) return null;
  const beside = list[place.index + by];
  const mayEnter = beside?.kind === 'branch' && depthAt(steps, place) + 1 + depthOf(step) <= mostDepth;
  if (mayEnter) return entry(beside, by);
  if (beside) return { ...place, index: place.index + by };
  if (place.branch === null) return null;
  const choice = stepOf(steps, place.branch);
  if (choice?.kind !== 'branch') return null;
  if (by === 1 && place.arm === 'yes') return { ...place, arm: 'no', index: 0 };
  if (by === -1 && place.arm === 'no') return { ...place, arm: 'yes', index: choice.yes.length };
  const outside = placeOf(steps, choice.id);
  return outside && { ...outside, index: outside.index + (by === 1 ? 1 : 0) };
}

const entry = ({ id, no }: BranchStep, by: -1 | 1): StepPlace =>
  by === 1 ? { branch: id, arm: 'yes', index: 0 } : { branch: id, arm: 'no', index: no.length };

export function moveStep(steps: readonly Step[], id: string, by: -1 | 1, mostDepth: number): Step[] {
  const to = movedPlace(steps, id, by, mostDepth);
  const step = stepOf(steps, id);
  return to && step ? insertStep(removeStep(steps, id), to, step) : [...steps];
}
