import type { DocumentEntry, DocumentOffer } from '../contract.ts';
import { type Cost, priceWords } from '../price-words.ts';
import { allFields, type Template } from './template.ts';

/** A document as lists show it; what costs something costs what the store asks for it. */
export function entryOf(template: Template, offer?: DocumentOffer): DocumentEntry {
  const { slug, title, short, category, description, pages, minutes, version, reviewed } = template;
  const questions = allFields(template).length;
  const sale = costOf(template, offer);
  return {
    slug,
    title,
    short,
    category,
    description,
    pages,
    minutes,
    ...sale,
    cost: priceWords(sale),
    questions,
    version,
    reviewed,
  };
}

export const costOf = ({ price }: Pick<Template, 'price'>, offer?: DocumentOffer): Cost => {
  if (price === 0) return { price };
  return { price: offer?.price ?? price, ...(offer && offer.documents > 1 && { pack: offer.documents }) };
};
