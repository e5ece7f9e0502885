import type { Doc } from '#features/documents/rules/assembly/doc.ts';
import { blanksOf, filledIn, placeOf, valuesOf, withWords } from './places.ts';

export interface Agreed {
  /** Blanks that any version has had: what stands there now, somebody filled in. */
  blanks: ReadonlySet<string>;
  /** Proposals that were accepted, the oldest first. */
  taken: readonly { quote: string; words: string }[];
}

type Text = Pick<Doc, 'blocks' | 'blanks'>;

/** A newer text with what both sides have agreed on meanwhile, and what that was: a change takes nothing of it away. */
export function withAgreed<D extends Text>(doc: D, before: Text, agreed: Agreed): { doc: D; kept: string[] } {
  const kept: string[] = [];
  const filled = valuesOf(before);
  const open = blanksOf(doc).filter(({ field }) => agreed.blanks.has(field) && filled.has(field));
  let next = filledIn(doc, Object.fromEntries(open.map(({ field }) => [field, filled.get(field) ?? ''])));
  for (const { field, label } of open) kept.push(`${label}: ${filled.get(field)}`);
  for (const { quote, words } of agreed.taken) {
    const place = placeOf(next, quote);
    const changed = place === null ? null : withWords(next, place, words);
    if (!changed) continue;
    next = changed;
    kept.push(words);
  }
  return { doc: next, kept };
}
