import type { EndSplitBody, OverviewAnswer, SequenceDetail } from '../../rules/contract.ts';
import type { Step } from '../../rules/steps.ts';
import type { StepPlace } from './edits.ts';
import type { Faults } from './faults.ts';

/** What every step of the list is given: what can be done to it, and what is known of it. */
export interface StepActs {
  steps: readonly Step[];
  faults: Faults;
  detail: SequenceDetail | null;
  overview: OverviewAnswer | null;
  isOpen(id: string): boolean;
  toggle(id: string): void;
  add(place: StepPlace, kind: Step['kind']): void;
  change(step: Step): void;
  move(id: string, by: -1 | 1): void;
  remove(id: string): void;
  /** Ends the test of an email’s wordings at once, or takes that back. */
  endSplit(stepId: string, keep: EndSplitBody['keep']): void;
}
