import type { Section } from './sections.ts';
import { allFields, type Template } from './template.ts';
import { type Answers, isRecord } from './values.ts';

/** What is being written right now, and for what. */
export interface Coming {
  label: string;
  words: string;
}

interface Written {
  answers: Answers;
  sections: readonly Section[];
}

/** The words that one look at a growing draft has more than the last; null when they are the same. */
export function comingWords(template: Template, before: Written, now: Written): Coming | null {
  const section = now.sections.at(-1);
  const known = before.sections[now.sections.length - 1];
  if (section && (section.text !== known?.text || section.heading !== known.heading))
    return { label: section.heading || 'A clause of its own', words: section.text };
  const grown = allFields(template).findLast(
    ({ name }) => wordsOf(now.answers[name]) !== wordsOf(before.answers[name]),
  );
  return grown ? { label: grown.label, words: wordsOf(now.answers[grown.name]) } : null;
}

const wordsOf = (raw: unknown): string => {
  if (typeof raw === 'string') return raw;
  if (Array.isArray(raw)) return raw.map(wordsOf).filter(Boolean).join('; ');
  return isRecord(raw) ? Object.values(raw).map(wordsOf).filter(Boolean).join(', ') : '';
};
