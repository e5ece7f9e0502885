import { countOf } from '#base/count.ts';
import type { Knowledge } from '#base/knowledge.ts';
import { cents, formatMoney } from '#base/money.ts';
import { allFields, type Template } from '#features/documents/rules/template.ts';
import type { Library } from './library.ts';

/** What each document is for and asks about, to be found by it; the templates of work are filled in where they are made. */
export function documentsKnowledge(contracts: Library, templates: Library): () => readonly Knowledge[] {
  const knowledge = [
    ...[...contracts.values()].map((template) => knowledgeOf(template, `/documents/${template.slug}`)),
    ...[...templates.values()].map((template) =>
      knowledgeOf(template, `/tools/classic-template-generator?document=${template.slug}`),
    ),
  ];
  return () => knowledge;
}

const knowledgeOf = (template: Template, path: string): Knowledge => ({
  kind: 'document',
  path,
  title: template.title,
  summary: template.description,
  facts: [
    countOf(template.pages, 'page'),
    countOf(template.minutes, 'minute'),
    template.price === 0 ? 'free' : formatMoney(cents(template.price)),
  ].join(', '),
  tags: `${template.short} ${template.category} template`,
  text: [
    ...template.steps.map(({ title }) => title),
    ...allFields(template).map(({ label }) => label),
    template.law,
  ].join('. '),
});
