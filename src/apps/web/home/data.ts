import type { DocumentIndex } from '#features/documents/rules/contract.ts';
import type { PlanLine } from '#features/plans/rules/plan-lines.ts';
import type { ProductList } from '#features/store/rules/contract.ts';

/** The response of `/api/home`: a part is null if this hub doesn't have it. */
export interface HomeData {
  documents: DocumentIndex | null;
  products: ProductList | null;
  plans: PlanLine[];
}
