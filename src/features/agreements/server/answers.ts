import { assemble } from '#features/documents/rules/assembly/assemble.ts';
import type { ShownAnswers } from '../rules/comment-contract.ts';
import { shownAnswersOf } from '../rules/shown-answers.ts';
import type { Agreement } from './ledger.ts';
import type { MakeOf } from './sending.ts';

/** Nothing where the text was written by hand, or its document is no longer there. */
export function answersOf(
  madeOf: MakeOf,
  { slug, answers }: Pick<Agreement, 'slug' | 'answers'>,
): ShownAnswers['answers'] {
  const made = slug && answers ? madeOf(slug, answers) : null;
  if (!made) return [];
  try {
    return shownAnswersOf(made.template, assemble(made.template, made.answers, made.how));
  } catch {
    // Its questions are others now than when it was sent.
    return [];
  }
}
