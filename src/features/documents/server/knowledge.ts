import type { Knowledge } from '#base/knowledge.ts';
import { cents, formatMoney } from '#base/money.ts';
import { allFields, type Template } from '#features/documents/rules/template.ts';
import type { Library } from './library.ts';

/** What each document is for and asks about, to be found by it. */
export function documentsKnowledge(library: Library): () => readonly Knowledge[] {
  const knowledge = [...library.values()].map(knowledgeOf);
  return () => knowledge;
}

const counted = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

const knowledgeOf = (template: Template): Knowledge => ({
  kind: 'document',
  path: `/documents/${template.slug}`,
  title: template.title,
  summary: template.description,
  facts: [
    counted(template.pages, 'page'),
    counted(template.minutes, 'minute'),
    template.price === 0 ? 'free' : formatMoney(cents(template.price)),
  ].join(', '),
  tags: `${template.short} ${template.category} template`,
  text: [
    ...template.steps.map(({ title }) => title),
    ...allFields(template).map(({ label }) => label),
    template.law,
  ].join('. '),
});
