import { pathsOf } from '../template/condition-words.ts';
import { allFields, type Template } from '../template/template.ts';
import { gather } from './evaluate.ts';
import { formatValue, inEnglish } from './format.ts';
import { isBlankAnswer } from './interview.ts';
import type { Answers } from './values.ts';

/** A usual answer that stands in the document because nobody gave one. */
export interface Assumed {
  field: string;
  label: string;
  /** As the document would write it. */
  words: string;
}

/** What the document takes for agreed, and nobody has said, in the order of the questions. */
export function assumedIn(template: Template, answers: Answers, date: string, locale = 'en-US'): Assumed[] {
  const facts = gather(template, answers, date);
  const chosen = facts.value('currency');
  const currency = typeof chosen === 'string' && /^[A-Z]{3}$/.test(chosen) ? chosen : 'USD';
  return allFields(template).flatMap((field) => {
    const { name, label, fallback } = field;
    const value = facts.value(name);
    const isGiven = Object.hasOwn(answers, name) && !isBlankAnswer(answers[name]);
    if (fallback === null || isGiven || value === undefined || !facts.asked(field)) return [];
    const words = formatValue(facts.kindOf(field), value, { locale: inEnglish(locale), currency });
    return [{ field: name, label, words: words.charAt(0).toUpperCase() + words.slice(1) }];
  });
}

/** Where the paper shows what was assumed: the terms themselves, and what is worked out of nothing else. */
export function assumedPlaces(template: Template, fields: readonly string[]): ReadonlySet<string> {
  const places = new Set(fields);
  for (const { name, formula } of template.computed) {
    const paths = pathsOf(formula).map((path) => path.split('.')[0] ?? '');
    if (paths.length > 0 && paths.every((path) => places.has(path))) places.add(name);
  }
  return places;
}

export const assumedWords = (count: number): string =>
  count === 1 ? '1 term we assumed' : `${count} terms we assumed`;
