import { readStored, writeStored } from '#platform/web/storage.ts';
import type { OrderView } from '../rules/order-contract.ts';
import { withUnlocked } from '../rules/owned-templates.ts';

const key = 'purchasedTemplates';

/** Templates that were bought are this browser's, too, for as long as their order is in force: a guest has no other list. */
export function keepUnlocked(orders: readonly OrderView[]): void {
  const owned = readOwned();
  const all = withUnlocked(owned, orders);
  if (all.length !== owned.length || all.some((id) => !owned.includes(id)))
    writeStored(key, JSON.stringify(all));
}

function readOwned(): string[] {
  try {
    const stored: unknown = JSON.parse(readStored(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
