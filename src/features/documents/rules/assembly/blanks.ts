import { gather } from '../answers/evaluate.ts';
import type { Answers, Party } from '../answers/values.ts';
import { allFields, type Field, type Template } from '../template/template.ts';
import { assemble } from './assemble.ts';

/** A place that somebody has yet to fill in: `place` leads to its question, `label` is what the paper calls it. */
export interface Blank {
  field: string;
  place: string;
  label: string;
}

/** A sum, or a cell reckoned from its row: it fills itself once the answers behind it are there. */
export function fillsItself(template: Template, place: string): boolean {
  const [name, ...rest] = place.split('.');
  if (template.computed.some((sum) => sum.name === name)) return true;
  const kind = allFields(template).find((field) => field.name === name)?.kind;
  return (
    kind?.type === 'list' && kind.columns.some((column) => column.name === rest.at(-1) && column.formula)
  );
}

/**
 * What is still to be filled in, in the order of the questions: every screen counts these, and no other way. The paper
 * decides, and what must be answered and stands nowhere in it as yet comes besides.
 */
export function blanksOf(
  template: Template,
  answers: Answers,
  date: string,
  marked: readonly { field: string; label: string }[] = assemble(template, answers, { date }).blanks,
): Blank[] {
  const facts = gather(template, answers, date);
  return allFields(template).flatMap((field): Blank[] => {
    const { name } = field;
    // What is asked and cannot be read is to be put right, and is no blank.
    if (!facts.asked(field) || facts.wrong.has(name)) return [];
    const onPaper = marked
      .filter(({ field: at }) => at === name || at.startsWith(`${name}.`))
      .filter(({ field: at }) => !fillsItself(template, at))
      .map(({ field: at, label }) => ({ field: name, place: at, label }));
    const besides = unmarked(field, facts.value(name) as Party | undefined).filter(
      ({ place }) => !onPaper.some((blank) => blank.place === place || blank.place.startsWith(`${place}.`)),
    );
    return [...onPaper, ...besides];
  });
}

function unmarked({ name, required, blank, kind }: Field, value: Party | undefined): Blank[] {
  if (!required) return [];
  if (kind.type !== 'party') return value === undefined ? [{ field: name, place: name, label: blank }] : [];
  return [
    ...(value?.name ? [] : [{ field: name, place: `${name}.name`, label: blank }]),
    ...(value?.address ? [] : [{ field: name, place: `${name}.address`, label: `address of ${blank}` }]),
  ];
}
