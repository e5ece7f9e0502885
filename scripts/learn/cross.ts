import { type Template, allFields } from '#features/documents/rules/template/template.ts';
import { stated } from '#features/documents/rules/writer/facts.ts';
import { fill } from '#features/documents/rules/writer/fill.ts';
import { finderOf } from '../../testing/document-finder.ts';
import { isSame } from '../../bench/requests/score.ts';
import { readKinds } from '#features/documents/rules/writer/kind.ts';
import { learntAnswers } from '#features/documents/rules/writer/learnt/answers.ts';
import type { Weights } from '#features/documents/rules/writer/learnt/weights.ts';
import type { Labelled } from './lessons.ts';

/** How many documents, facts and answers are right: of what was asked, and of what was filled in where something was stated. */
export function crossed(
  requests: Labelled[],
  library: ReadonlyMap<string, Template>,
  weights: Weights,
  today: string,
): string {
  const count = { documents: 0, right: 0, facts: 0, placed: 0, byRules: 0, filled: 0, unasked: 0 };
  for (const { ask, is, or, facts } of requests) {
    const template = library.get(is);
    if (!template) continue;
    count.documents++;
    const picked = readKinds(ask, finderOf(library), weights).ranked[0]?.slug;
    if (picked === is || or?.includes(picked ?? '')) count.right++;
    const { found: ruled, rest } = fill(template, stated(ask, today));
    const answers = learntAnswers(template, rest, ruled, weights);
    for (const { name, kind } of allFields(template)) {
      const path = kind.type === 'party' ? [name, 'name'] : [name];
      const wanted = facts[path.join('.')]?.split(' || ');
      const at = (from: unknown) =>
        path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], from);
      const isRight = (from: unknown) => wanted?.some((one) => isSame(one, at(from))) === true;
      const isFilled = kind.type !== 'list' && kind.type !== 'address' && at(answers) !== undefined;
      if (!wanted) count.unasked += isFilled ? 1 : 0;
      else {
        count.facts++;
        if (isFilled) count.filled++;
        if (isRight(ruled)) count.byRules++;
        if (isRight(answers)) count.placed++;
      }
    }
  }
  const share = (part: number, whole: number) => `${((part / whole) * 100).toFixed(1)} %`;
  return [
    `documents ${share(count.right, count.documents)} of ${count.documents}`,
    `facts ${share(count.placed, count.facts)} of ${count.facts} (by rules alone ${share(count.byRules, count.facts)})`,
    `right of what was filled ${share(count.placed, count.filled)}`,
    `${count.unasked} filled that no label states`,
  ].join('; ');
}
