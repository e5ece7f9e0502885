import type { DocumentOffer } from '#features/documents/rules/contract.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { DraftAllowance } from './drafting.ts';
import type { guessing } from './guessing.ts';
import type { Press } from './pdf/press.ts';
import type { MadeOf } from './pdf/work.ts';

export interface DocumentParts {
  allowance: DraftAllowance;
  /** Hands over a document that costs something; false for whoever has not bought it. */
  deliver?(holder: { uid: string | null; order: string | null }, slug: string): Promise<boolean>;
  /** For each document that the store sells, the cheapest way to it. */
  offers?(): Promise<ReadonlyMap<string, DocumentOffer>>;
}

/** What other features get of the documents. */
export interface Documents extends ServerFeature {
  guess: ReturnType<typeof guessing>;
  press: Press;
  warningOf(slug: string): string;
  /** What a text with these answers was made of; null where there is no such document. */
  madeOf(slug: string, answers: Record<string, unknown>): MadeOf | null;
}
