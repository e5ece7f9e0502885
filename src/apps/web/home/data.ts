import type { DocumentIndex } from '#features/documents/rules/contract.ts';
import type { ProductList } from '#features/store/rules/contract.ts';

/** What `/api/home` answers: a part is null where this hub does not have it. */
export interface HomeData {
  documents: DocumentIndex | null;
  products: ProductList | null;
}
