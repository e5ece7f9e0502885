import { countOf } from '#base/count.ts';
import type { Knowledge } from '#base/knowledge.ts';
import { cents, formatMoney } from '#base/money.ts';
import { findable } from '#features/documents/rules/drafting/findable.ts';
import type { Template } from '#features/documents/rules/template/template.ts';
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
  ...findable(template),
  kind: 'document',
  path,
  facts: [
    countOf(template.pages, 'page'),
    countOf(template.minutes, 'minute'),
    template.price === 0 ? 'free' : formatMoney(cents(template.price)),
  ].join(', '),
});
