import { countOf } from '#base/count.ts';
import type { Knowledge } from '#base/knowledge.ts';
import { cents, formatMoney } from '#base/money.ts';
import { findable } from '#features/documents/rules/drafting/findable.ts';
import type { Template } from '#features/documents/rules/template/template.ts';
import type { LiveLibrary } from './live-library.ts';

/** What each document is for and asks about, to be found by it; the templates of work are filled in where they are made. */
export function documentsKnowledge({
  contracts,
  templates,
  revision,
}: Pick<LiveLibrary, 'contracts' | 'templates' | 'revision'>): () => readonly Knowledge[] {
  const read = () => [
    ...[...contracts.values()].map((template) => knowledgeOf(template, `/documents/${template.slug}`)),
    ...[...templates.values()].map((template) =>
      knowledgeOf(template, `/tools/classic-template-generator?document=${template.slug}`),
    ),
  ];
  let known = { at: revision(), knowledge: read() };
  return () => {
    if (known.at !== revision()) known = { at: revision(), knowledge: read() };
    return known.knowledge;
  };
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
