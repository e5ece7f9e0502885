import type { SavedTemplate } from './contract.ts';
import type { LocalBudget } from './choose.ts';
import { reconcile } from './merge.ts';
import { headBranding } from './record.ts';
import { jsonBytes, sizes } from './sizes.ts';

export const localKeys = { records: 'localSavedTemplates', summaries: 'savedTemplates' } as const;

/** What of a template the summary cache holds. */
export const summaryOf = (record: SavedTemplate) => ({
  id: record.id,
  name: record.name,
  createdAt: record.createdAt,
  updatedAt: record.updatedAt,
  isStoredInStorage: record.isStoredInStorage ?? false,
  contentURL: record.contentURL ?? null,
  contentLength: record.contentLength ?? record.content.length,
  branding: headBranding(record.branding),
});

export interface LocalCopies {
  list: SavedTemplate[];
  /** No longer in the list: to be kept elsewhere before it is written. */
  dropped: SavedTemplate[];
}

/** Puts a copy in front and cleans up behind it: the newest stay, as many as fit. The new one is always among them. */
export function withLocalCopy(
  list: readonly SavedTemplate[],
  record: SavedTemplate,
  budget: LocalBudget,
): LocalCopies {
  const isSame = (other: SavedTemplate) => other.id === record.id && other.userId === record.userId;
  const former = list.find(isSame);
  const { shown, aside } = former ? reconcile(former, record) : { shown: record, aside: null };
  const others = list.filter((other) => !isSame(other)).toSorted((a, b) => order(b.updatedAt, a.updatedAt));

  const bytes = budget === 'large' ? sizes.localLargeBytes : sizes.localBytes;
  const most = budget === 'large' ? sizes.localLargeCount : Infinity;
  const kept = [shown];
  const dropped = aside ? [aside] : [];
  let used = 2 + jsonBytes(shown);
  let isFull = false;
  for (const other of others) {
    const weight = 1 + jsonBytes(other);
    // From the first that does not fit on: an older one in a newer one's place would be odd.
    isFull ||= kept.length >= most || used + weight > bytes;
    if (isFull) dropped.push(other);
    else {
      kept.push(other);
      used += weight;
    }
  }
  return { list: kept, dropped };
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
