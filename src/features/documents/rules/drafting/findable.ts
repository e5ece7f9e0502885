import { allFields, type Template } from '../template/template.ts';
import type { KnownDocument } from '../writer/kind.ts';

/** A document as it is found: by its names, what it says it is for, how people ask for it, and what it asks. */
export const findable = (template: Template): KnownDocument => ({
  slug: template.slug,
  title: template.title,
  short: template.short,
  price: template.price,
  asks: template.asks,
  tags: `${template.short} ${template.category} template`,
  summary: template.description,
  text: [
    ...template.steps.map(({ title }) => title),
    ...allFields(template).map(({ label }) => label),
    template.law,
  ].join('. '),
});
