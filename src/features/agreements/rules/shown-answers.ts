import type { Doc } from '#features/documents/rules/assembly/doc.ts';
import { allFields, type Template } from '#features/documents/rules/template/template.ts';
import { valuesOf } from './places.ts';
import type { ShownAnswers } from './comment-contract.ts';

const plainName = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();

/**
 * The answers that stand in a text, each as it stands there. What its sender answered and the text doesn't show is
 * nobody else's business; what is worked out of other answers can't be answered.
 */
export function shownAnswersOf(template: Template, made: Pick<Doc, 'blocks'>): ShownAnswers['answers'] {
  const labels = new Map(allFields(template).map(({ name, label }) => [name, label]));
  return [...valuesOf(made)].flatMap(([field, text]) => {
    const [root = '', ...rest] = field.split('.');
    const label = labels.get(root);
    return label === undefined || text.trim() === ''
      ? []
      : [{ field, label: [label, ...rest.map(plainName)].join(': '), text }];
  });
}

/** Whether a changed answer is what was asked for: a question, or a part of one. */
export const isAnswerTo = (field: string, changed: string): boolean =>
  field === changed || field.startsWith(`${changed}.`) || changed.startsWith(`${field}.`);
