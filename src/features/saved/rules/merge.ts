import type { SavedTemplate } from './contract.ts';
import { isCut } from './record.ts';

/** The later one; of one time the one with more text, then any rule that is the same on every device. */
export function isNewer(a: SavedTemplate, b: SavedTemplate): boolean {
  if (a.updatedAt !== b.updatedAt) return a.updatedAt > b.updatedAt;
  if (a.content.length !== b.content.length) return a.content.length > b.content.length;
  return a.content > b.content;
}

export interface Reconciled {
  shown: SavedTemplate;
  /** Stands in neither the shown one nor anywhere else: kept as a version of its own. */
  aside: SavedTemplate | null;
}

/**
 * Two copies of one template. An older never replaces a newer. A cut copy never replaces a full text: where it is
 * newer it is shown, labelled, and the full one is kept beside it.
 */
export function reconcile(one: SavedTemplate, other: SavedTemplate): Reconciled {
  const [later, earlier] = isNewer(one, other) ? [one, other] : [other, one];
  if (later.content === earlier.content)
    return { shown: isCut(later) && !isCut(earlier) ? earlier : later, aside: null };
  if (isCut(later) && !isCut(earlier)) {
    // Cut from this very text, so nothing newer is in it.
    if (isCutOf(later, earlier)) return { shown: earlier, aside: null };
    return { shown: later, aside: earlier };
  }
  return { shown: later, aside: null };
}

const isCutOf = (cut: SavedTemplate, full: SavedTemplate): boolean =>
  cut.originalContentLength === full.originalContentLength && full.content.startsWith(cut.content);

/** The same for whole lists, of one owner only; the newest first. */
export function reconcileLists(
  userId: string,
  ...lists: readonly (readonly SavedTemplate[])[]
): { shown: SavedTemplate[]; aside: SavedTemplate[] } {
  const byId = new Map<string, SavedTemplate>();
  const aside: SavedTemplate[] = [];
  for (const record of lists.flat()) {
    if (record.userId !== userId) continue;
    const known = byId.get(record.id);
    const both = known ? reconcile(known, record) : { shown: record, aside: null };
    byId.set(record.id, both.shown);
    if (both.aside) aside.push(both.aside);
  }
  return { shown: [...byId.values()].toSorted((a, b) => (isNewer(a, b) ? -1 : 1)), aside };
}
