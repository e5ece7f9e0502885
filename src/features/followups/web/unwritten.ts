import { type MailWords, textsOf } from '#features/letters/rules/blocks.ts';
import { isUnwritten } from '#features/letters/rules/merge.ts';
import type { MailStep, Step, TextStep } from '../rules/steps.ts';
import { shortText, stepWords } from '../rules/words.ts';

/** The emails and text messages in which something is still to be written; nothing is turned on while there are any. */
export const unwrittenIn = (steps: readonly Step[]): (MailStep | TextStep)[] =>
  steps.flatMap((step) => {
    if (step.kind === 'branch') return unwrittenIn([...step.yes, ...step.no]);
    if (step.kind === 'text') return isUnwritten(step.text) ? [step] : [];
    return step.kind === 'mail' && (isOpen(step) || (step.other !== undefined && isOpen(step.other)))
      ? [step]
      : [];
  });

const isOpen = ({ subject, blocks }: MailWords): boolean =>
  [subject, ...blocks.flatMap(textsOf).map(([, text]) => text)].some(isUnwritten);

/** What it is called where something in it is still to be written. */
export const openName = (step: MailStep | TextStep): string =>
  step.kind === 'mail' ? step.subject : shortText(step.text);

/** How a step is named before it is filled in. */
export function stepName(step: Step): string {
  if (step.kind === 'mail' && step.subject.trim() === '') return 'Email without a subject yet';
  if (step.kind === 'text' && step.text.trim() === '') return 'Text message without words yet';
  if (step.kind === 'tag' && step.tag.trim() === '') return step.add ? 'Add a tag' : 'Remove a tag';
  if (step.kind === 'wait' && !(step.hours >= 1)) return 'Wait';
  return stepWords(step);
}
