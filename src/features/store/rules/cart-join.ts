import { type CartItem, quantityOf } from './cart.ts';

/**
 * Two carts of one person become one. With the cart that both came from, a change on either side counts and a removal
 * stays one; without it (the first sign-in on this device) nothing is lost. Joining again changes nothing.
 */
export function joinCarts(
  here: readonly CartItem[],
  there: readonly CartItem[],
  base: readonly CartItem[] | null,
): CartItem[] {
  if (base && isSameCart(here, base)) return [...there];
  if (base && isSameCart(there, base)) return [...here];
  const [ours, theirs, before] = [byId(here), byId(there), byId(base ?? [])];
  const winner = (id: string): CartItem[] => {
    const [mine = [], other = [], old = []] = [ours.get(id), theirs.get(id), before.get(id)];
    if (base && isSameCart(mine, old)) return other;
    if (base && isSameCart(other, old)) return mine;
    // The larger of both, never their sum: what is joined twice is not doubled.
    return total(other) > total(mine) ? other : mine;
  };
  return [...new Set([...ours.keys(), ...theirs.keys()])].flatMap(winner);
}

/** Whatever the order in which a store of JSON keeps the parts of an item. */
export const isSameCart = (a: readonly CartItem[], b: readonly CartItem[]): boolean =>
  canonical(a) === canonical(b);

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

const total = (items: readonly CartItem[]): number => items.reduce((sum, item) => sum + quantityOf(item), 0);

const byId = (items: readonly CartItem[]): Map<string, CartItem[]> =>
  Map.groupBy(items, ({ id }) => String(id));
