import { type ComponentType, createContext, useContext } from 'react';
import type { VersionText } from '../../rules/versions-contract.ts';

/** One side of a comparison, with the words that name it. */
export interface Side {
  text: VersionText;
  words: string;
}

export interface ComparePart {
  /** What changed, in a line. */
  tell(older: VersionText, newer: VersionText): string;
  View: ComponentType<{ name: string; author: string; at: string; older: Side; newer: Side }>;
  /** A Word file that came back: its changes, taken or refused one by one, handed to `save` as a text. */
  Proposals: ComponentType<{ name: string; base: VersionText; save(html: string): Promise<void> }>;
}

/** Documents are compared by whoever knows them. */
export const CompareContext = createContext<ComparePart | null>(null);

export function useComparePart(): ComparePart {
  const part = useContext(CompareContext);
  if (!part) throw new Error('Versions are shown without a CompareContext');
  return part;
}
