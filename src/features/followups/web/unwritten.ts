import type { MailStep, MailWords, Step } from '../rules/steps.ts';
import { isUnwritten, stepWords } from '../rules/words.ts';

/** The emails in which something is still to be written; nothing is turned on while there are any. */
export const unwrittenIn = (steps: readonly Step[]): MailStep[] =>
  steps.flatMap((step) => {
    if (step.kind === 'branch') return unwrittenIn([...step.yes, ...step.no]);
    return step.kind === 'mail' && (isOpen(step) || (step.other !== undefined && isOpen(step.other)))
      ? [step]
      : [];
  });

const isOpen = ({ subject, body, button }: MailWords): boolean =>
  [subject, body, button].some((text) => isUnwritten(text));

/** How a step is named before it is filled in. */
export function stepName(step: Step): string {
  if (step.kind === 'mail' && step.subject.trim() === '') return 'Email without a subject yet';
  if (step.kind === 'tag' && step.tag.trim() === '') return step.add ? 'Add a tag' : 'Remove a tag';
  if (step.kind === 'wait' && !(step.hours >= 1)) return 'Wait';
  return stepWords(step);
}
