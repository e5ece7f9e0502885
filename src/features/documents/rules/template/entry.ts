import type { DocumentEntry, DocumentOffer } from '../contract.ts';
import { allFields, type Template } from './template.ts';

/** A document as lists show it; what costs something costs what the store asks for it. */
export function entryOf(template: Template, offer?: DocumentOffer): DocumentEntry {
  const { slug, title, short, category, description, pages, minutes, version, reviewed } = template;
  const price = template.price > 0 ? (offer?.price ?? template.price) : 0;
  const questions = allFields(template).length;
  return { slug, title, short, category, description, pages, minutes, price, questions, version, reviewed };
}
