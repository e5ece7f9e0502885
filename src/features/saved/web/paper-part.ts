import { type ComponentType, createContext, useContext } from 'react';
import type { SavedTemplate } from '../rules/contract.ts';

export interface PaperPart {
  /** The text as a document is drawn everywhere; `isSmall`: only its beginning, to be seen and not to be read. */
  Paper: ComponentType<{ template: SavedTemplate; isSmall?: boolean }>;
  /** The ways to take it along as a file. */
  Take: ComponentType<{ template: SavedTemplate }>;
  /** Where a saved text is sent to be signed; null where nobody can. */
  sendPath: ((id: string) => string) | null;
}

/** Documents are drawn by whoever knows them; given around the list. */
export const PaperContext = createContext<PaperPart | null>(null);

export function usePaperPart(): PaperPart {
  const part = useContext(PaperContext);
  if (!part) throw new Error('Saved templates are shown without a PaperContext');
  return part;
}
