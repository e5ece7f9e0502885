import { createFinder, type Finder } from '#base/finder/finder.ts';
import { findable } from '#features/documents/rules/drafting/findable.ts';
import type { Template } from '#features/documents/rules/template/template.ts';
import type { KnownDocument } from '#features/documents/rules/writer/kind.ts';
import { readLibrary } from '#features/documents/server/library.ts';
import { shippedWords } from './shipped-words.ts';

const finders = new WeakMap<ReadonlyMap<string, Template>, Finder<KnownDocument>>();

/** Finds the documents of a library; made once for each. */
export function finderOf(library: ReadonlyMap<string, Template>): Finder<KnownDocument> {
  const finder = finders.get(library) ?? createFinder([...library.values()].map(findable), shippedWords());
  finders.set(library, finder);
  return finder;
}

/** Every document that is shipped. */
export const shippedDocuments = (): ReadonlyMap<string, Template> =>
  new Map([...readLibrary('content/documents', 'nowhere'), ...readLibrary('content/templates', 'nowhere')]);
