import { createFinder, type Finder } from '#base/finder/finder.ts';
import { readWords } from '#base/finder/words.ts';
import {
  type DraftPage,
  draftApi,
  type FinderAnswer,
  type LibraryAnswer,
} from '#features/documents/rules/drafting/draft-contract.ts';
import type { DocumentDetail } from '#features/documents/rules/contract.ts';
import { entryOf } from '#features/documents/rules/template/entry.ts';
import type { Template } from '#features/documents/rules/template/template.ts';
import type { KnownDocument } from '#features/documents/rules/writer/kind.ts';
import { api } from '#platform/web/api.ts';
import { findCached, forgetCached, keepCached } from '#platform/web/caches.ts';

let finder: Promise<Finder<KnownDocument>> | null = null;
let whole: Promise<Map<string, Template>> | null = null;

/** Every document, from the hub or, without it, from what this browser put aside. */
export function wholeLibrary(): Promise<Map<string, Template>> {
  whole ??= aside<LibraryAnswer>(draftApi.library).then(
    ({ templates }) => new Map(templates.map((template) => [template.slug, template])),
  );
  whole.catch(() => (whole = null));
  return whole;
}

/** Finds documents by what they say of themselves, with the hub or without. */
export function documentFinder(): Promise<Finder<KnownDocument>> {
  finder ??= aside<FinderAnswer>(draftApi.finder).then(({ documents, words }) =>
    createFinder(documents, readWords(...words)),
  );
  finder.catch(() => (finder = null));
  return finder;
}

/** Asks for what is needed once the hub does not answer any more. */
export const putAside = (): void => {
  void documentFinder().catch(() => undefined);
  void wholeLibrary().catch(() => undefined);
};

export const whatThereIs = (): Promise<DraftPage> => aside<DraftPage>(draftApi.page);

/** One document, whichever way is there. */
export async function documentOf(slug: string): Promise<DocumentDetail> {
  try {
    return await api<DocumentDetail>(`/api/documents/${slug}`);
  } catch (error) {
    const template = (await wholeLibrary().catch(() => null))?.get(slug);
    if (template)
      return { entry: entryOf(template), template, ...(template.price > 0 && { isPreview: true }) };
    throw error;
  }
}

interface KeptWhole {
  /** The link of the order that it came by. */
  order: string | null;
  detail: DocumentDetail;
}

/**
 * The whole text of a document that costs something, for whoever has bought it: null where the hub says that nobody has.
 * Without the hub it is what this browser put aside.
 */
export async function wholeOf(slug: string, order: string | null): Promise<DocumentDetail | null> {
  const path = `/api/documents/${slug}/whole`;
  const before = (await findCached('hub-documents', path)) as KeptWhole | undefined;
  const by = order ?? before?.order ?? null;
  try {
    const detail = await api<DocumentDetail>(by === null ? path : `${path}?order=${encodeURIComponent(by)}`);
    if (detail.isPreview) {
      await forgetCached('hub-documents', path);
      return null;
    }
    await keepCached('hub-documents', path, { order: by, detail } satisfies KeptWhole).catch(() => {});
    return detail;
  } catch (error) {
    if (before) return before.detail;
    throw error;
  }
}

/** Asks the hub and puts the answer aside; where the hub is away, the answer of last time. */
async function aside<T>(path: string): Promise<T> {
  try {
    const answer = await api<T>(path);
    // No room, or a browser that puts nothing aside: then only offline is worse.
    await keepCached('hub-documents', path, answer).catch(() => {});
    return answer;
  } catch (error) {
    const before = await findCached('hub-documents', path);
    if (before !== undefined) return before as T;
    throw error;
  }
}
