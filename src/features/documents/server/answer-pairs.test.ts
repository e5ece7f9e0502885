import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { gather } from '#features/documents/rules/answers/evaluate.ts';
import type { Answers } from '#features/documents/rules/answers/values.ts';
import { pathsOf } from '#features/documents/rules/template/condition-words.ts';
import type { Template } from '#features/documents/rules/template/template.ts';
import { lawsOf, pairsOf, sensible, silence, written } from '#testing/answer-pairs.ts';
import { type Slot, someDay, whereAsked } from '#testing/answer-values.ts';
import { documentLibrary } from '#testing/document-library.ts';
import { randomOf } from '#testing/random.ts';

const all = [...documentLibrary().values()].map(pairsOf);

const preface = `Every question of every document with the answers that can make a difference, and below it the pairs with other
questions that a check names, under which laws. All other pairs are silent. The silent ones were read line by line on
2026-11-23 (write them with SILENCE=file): when a line here changes, read what has become silent before you keep it.
`;

test('the pairs of answers that are named are those that were read', async () => {
  const to = process.env['SILENCE'];
  if (to !== undefined) writeFileSync(to, all.map(silence).join('\n\n'));
  await expect(`${preface}\n${all.map(written).join('\n\n')}\n`).toMatchFileSnapshot(
    '../../../../testing/answer-pairs.txt',
  );
});

const broken = (template: Template, answers: Answers): number[] => {
  const facts = gather(template, answers, someDay);
  return template.checks.flatMap(({ holds }, at) => (facts.breaks(holds) ? [at] : []));
};

const shows = ({ field }: Slot, other: Slot): boolean =>
  field.show !== null && pathsOf(field.show).some((path) => path.split('.')[0] === other.field.name);

test('no check is overlooked: a pair that is not listed contradicts nothing by itself', () => {
  const random = randomOf(20_261_123);
  const draw = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  let tried = 0;
  while (tried < 1500) {
    const { template, slots, pairs } = draw(all);
    const [a, b] = [draw(slots), draw(slots)];
    if (a.field === b.field || shows(a, b) || shows(b, a)) continue;
    if (pairs.some((pair) => (pair.a === a && pair.b === b) || (pair.a === b && pair.b === a))) continue;
    const base = sensible(template, draw(lawsOf(template)));
    const given = [a, b].map((slot) => ({ slot, choice: draw(slot.choices) }));
    const both = whereAsked(template, base, given);
    if (!both) continue;
    tried += 1;
    const without = ({ field: { name } }: Slot) => broken(template, { ...both, [name]: base[name] });
    const alone = [...without(a), ...without(b)];
    expect([
      template.slug,
      a.path,
      b.path,
      broken(template, both).filter((check) => !alone.includes(check)),
    ]).toEqual([template.slug, a.path, b.path, []]);
  }
});
