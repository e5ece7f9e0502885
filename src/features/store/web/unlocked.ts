import { readStored, writeStored } from '#platform/web/storage.ts';
import type { OrderView } from '../rules/order-contract.ts';
import { withUnlocked } from '../rules/owned-templates.ts';

const key = 'purchasedTemplates';

/** Templates that were bought are this browser's, too: a guest has no other list. */
export function keepUnlocked(orders: readonly OrderView[]): void {
  const bought = orders.filter(({ state }) => state === 'paid').flatMap(({ lines }) => lines);
  const owned = readOwned();
  const all = withUnlocked(owned, bought);
  if (all.length > owned.length) writeStored(key, JSON.stringify(all));
}

function readOwned(): string[] {
  try {
    const stored: unknown = JSON.parse(readStored(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
