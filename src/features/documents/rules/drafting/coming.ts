import type { Section } from '../template/sections.ts';
import { allFields, type Template } from '../template/template.ts';
import { isBlankAnswer } from '../answers/interview.ts';
import type { Answers } from '../answers/values.ts';

/** What a model is writing right now, and for what. */
export interface Open {
  /** The question that it answers; null: the last of the clauses it adds. */
  field: string | null;
  label: string;
  words: string;
}

export interface Coming {
  answers: Answers;
  sections: Section[];
  open: Open | null;
}

/** What may be kept of a draft that was cut: whole sentences of what was being written, else what was `found` before. */
export function wholeOf({ answers, sections, open }: Coming, found: Answers): Omit<Coming, 'open'> {
  if (!open) return { answers, sections };
  const words = /^[\s\S]*[.!?](?=\s|$)/.exec(open.words)?.[0] ?? '';
  if (open.field === null) {
    const last = sections.at(-1);
    const whole = last && words !== '' ? [{ ...last, text: words }] : [];
    return { answers, sections: [...sections.slice(0, -1), ...whole] };
  }
  if (answers[open.field] !== open.words) return { answers, sections };
  return { answers: { ...answers, [open.field]: words || (found[open.field] ?? '') }, sections };
}

/** What was said last wins; a blank erases nothing, and a side keeps the parts that are not said anew. */
export function merged(first: Answers, then: Answers): Record<string, unknown> {
  const made: Record<string, unknown> = { ...first };
  for (const [name, value] of Object.entries(then)) {
    if (isBlankAnswer(value)) continue;
    const known = made[name];
    made[name] = isParts(known) && isParts(value) ? { ...known, ...value } : value;
  }
  return made;
}

/** What was understood, less what somebody took out or put otherwise. */
export const without = (answers: Answers, dropped: readonly string[]): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([name]) => !dropped.includes(name)));

/** A share or a sum that was taken out is none, where the document would put its usual figure in its place. */
const struck = (template: Template, dropped: readonly string[]): Answers =>
  Object.fromEntries(
    allFields(template).flatMap(({ name, kind, fallback }) =>
      dropped.includes(name) &&
      (kind.type === 'money' || (kind.type === 'number' && kind.unit === '%')) &&
      kind.min <= 0 &&
      fallback !== null &&
      fallback !== '0'
        ? [[name, '0']]
        : [],
    ),
  );

/** What the draft is written from once facts were taken out: nobody finds money in their contract that they just struck. */
export const remaining = (template: Template, found: Answers, dropped: readonly string[]): Answers => ({
  ...without(found, dropped),
  ...struck(template, dropped),
});

/** What somebody made of the facts that were understood: merged into what is left of them, they are these facts. */
export function editsOf(found: Answers, facts: Answers): { answers: Answers; dropped: string[] } {
  const isLeft = (name: string) => JSON.stringify(found[name]) === JSON.stringify(facts[name]);
  const names = [...new Set([...Object.keys(found), ...Object.keys(facts)])].filter((name) => !isLeft(name));
  return {
    answers: Object.fromEntries(
      names.flatMap((name) => (isBlankAnswer(facts[name]) ? [] : [[name, facts[name]]])),
    ),
    dropped: names.filter((name) => found[name] !== undefined),
  };
}

/** Whether a draft holds anything that its writer did: what the person answered themselves they have without it. */
export const fillsAnything = (
  { answers, sections }: Pick<Coming, 'answers' | 'sections'>,
  given: Answers,
): boolean =>
  sections.length > 0 ||
  Object.entries(answers).some(
    ([name, value]) => !isBlankAnswer(value) && JSON.stringify(value) !== JSON.stringify(given[name]),
  );

/** Said with such a draft. */
export const filledNothing =
  'We couldn’t fill in anything from your request, so this draft isn’t counted. Answer the questions, or tell us who, what and how much.';

const isParts = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
