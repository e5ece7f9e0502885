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
