import { type DraftPage, draftApi, type LibraryAnswer } from '#features/documents/rules/draft-contract.ts';
import type { DocumentDetail } from '#features/documents/rules/contract.ts';
import { entryOf } from '#features/documents/rules/entry.ts';
import type { Template } from '#features/documents/rules/template.ts';
import { api } from '#platform/web/api.ts';

const shelf = 'hub-documents';
let whole: Promise<Map<string, Template>> | null = null;

/** Every document, from the hub or, without it, from what this browser put aside. */
export function wholeLibrary(): Promise<Map<string, Template>> {
  whole ??= aside<LibraryAnswer>(draftApi.library).then(
    ({ templates }) => new Map(templates.map((template) => [template.slug, template])),
  );
  whole.catch(() => (whole = null));
  return whole;
}

export const whatThereIs = (): Promise<DraftPage> => aside<DraftPage>(draftApi.page);

/** One document, whichever way is there. */
export async function documentOf(slug: string): Promise<DocumentDetail> {
  try {
    return await api<DocumentDetail>(`/api/documents/${slug}`);
  } catch (error) {
    const template = (await wholeLibrary().catch(() => null))?.get(slug);
    if (template) return { entry: entryOf(template), template };
    throw error;
  }
}

/** Asks the hub and puts the answer aside; where the hub is away, the answer of last time. */
async function aside<T>(path: string): Promise<T> {
  try {
    const answer = await api<T>(path);
    await put(path, answer);
    return answer;
  } catch (error) {
    const kept = await caches.match(path, { cacheName: shelf }).catch(() => undefined);
    if (kept) return (await kept.json()) as T;
    throw error;
  }
}

async function put(path: string, answer: unknown): Promise<void> {
  try {
    const cache = await caches.open(shelf);
    await cache.put(
      path,
      new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } }),
    );
  } catch {
    // No room, or a browser that puts nothing aside: then only offline is worse.
  }
}
