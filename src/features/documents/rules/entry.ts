import type { DocumentEntry } from './contract.ts';
import { allFields, type Template } from './template.ts';

/** A document as lists show it. */
export function entryOf(template: Template): DocumentEntry {
  const { slug, title, short, category, description, pages, minutes, price, version, reviewed } = template;
  const questions = allFields(template).length;
  return { slug, title, short, category, description, pages, minutes, price, questions, version, reviewed };
}
