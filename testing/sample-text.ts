import { assemble } from '#features/documents/rules/assembly/assemble.ts';
import { type Finding, review } from '#features/documents/rules/answers/review.ts';
import { sampleAnswers } from '#features/documents/rules/answers/sample-answers.ts';
import { toText } from '#features/documents/rules/formats/text.ts';
import type { Template } from '#features/documents/rules/template/template.ts';
import { documentLibrary } from './document-library.ts';

const library = documentLibrary();
const date = '2026-11-21';

const documentOf = (slug: string): Template => {
  const found = library.get(slug);
  if (!found) throw new Error(`There is no document "${slug}"`);
  return found;
};

/** The sample of a shipped document with these answers in place of its own, as one line of words. */
export function sampleText(slug: string, answers: object = {}): string {
  const template = documentOf(slug);
  const doc = assemble(template, { ...sampleAnswers(template), ...answers }, { date, locale: 'en-GB' });
  return toText(doc)
    .replace(/\u00a0/g, ' ')
    .replace(/\s+/g, ' ');
}

/** What the review says of that sample. */
export function sampleFindings(slug: string, answers: object = {}): Finding[] {
  const template = documentOf(slug);
  return review(template, { ...sampleAnswers(template), ...answers }, date);
}
