import { type CartItem, type KnownProduct, quantityOf } from './cart.ts';
import { mostOfOne } from './quote.ts';

// What the pages of the store do with a cart; what every page needs of it is in cart.ts, which is in its first script.

/** All items of one id, as the cart shows them. */
export interface CartLine {
  id: string;
  quantity: number;
  known: KnownProduct;
}

/** The same product added twice is one line; the youngest item knows it best. In the order of first adding. */
export function cartLines(cart: readonly CartItem[]): CartLine[] {
  const lines = new Map<string, CartLine>();
  for (const item of cart) {
    const id = String(item.id);
    const before = lines.get(id);
    const quantity = Math.min(mostOfOne, (before?.quantity ?? 0) + quantityOf(item));
    lines.set(id, { id, quantity, known: { ...before?.known, ...knownOf(item) } });
  }
  return [...lines.values()];
}

/** Storage is anybody's to write: only what can safely be shown counts as known. */
function knownOf(item: CartItem): KnownProduct {
  const { title, seenCents, image } = item as unknown as Record<string, unknown>;
  return {
    title:
      typeof title === 'string' && title.trim() !== '' ? title.slice(0, 120) : String(item.id).slice(0, 120),
    ...(Number.isSafeInteger(seenCents) &&
      (seenCents as number) >= 0 &&
      (seenCents as number) < 1e9 && { seenCents: seenCents as number }),
    ...(typeof image === 'string' && /^\/store\/images\/[\w.-]+$/.test(image) && { image }),
  };
}

const isOf =
  (id: string) =>
  (item: CartItem): boolean =>
    String(item.id) === id;

/** One item with this quantity in place of all of that id, where the first of them stood. */
export function setQuantity(cart: readonly CartItem[], id: string, quantity: number): CartItem[] {
  const first = cart.findIndex(isOf(id));
  const last = cart.findLast(isOf(id));
  if (!last) return [...cart];
  const whole = Math.max(1, Math.min(mostOfOne, Math.trunc(quantity) || 1));
  return cart.flatMap((item, at) =>
    at === first ? [{ ...last, quantity: whole }] : isOf(id)(item) ? [] : [item],
  );
}

/** What an order that came to nothing would have bought, in the cart again: as many of each as it had, never more. */
export const withLines = (
  cart: readonly CartItem[],
  lines: readonly { productId: string; title: string; quantity: number; unitCents: number }[],
): CartItem[] =>
  lines.reduce<CartItem[]>(
    (items, { productId: id, title, quantity, unitCents: seenCents }) =>
      items.some(isOf(id))
        ? setQuantity(items, id, quantity)
        : [...items, { id, quantity, title, seenCents } as CartItem],
    [...cart],
  );

/** The price that the buyer has now been shown, on every item of that id. */
export const withSeenPrice = (cart: readonly CartItem[], id: string, seenCents: number): CartItem[] =>
  cart.map((item) => (isOf(id)(item) ? { ...item, seenCents } : item));

export interface TakenOut {
  at: number;
  item: CartItem;
}

/** What removing would take, with where it stood. */
export const takenOut = (cart: readonly CartItem[], id: string): TakenOut[] =>
  cart.flatMap((item, at) => (isOf(id)(item) ? [{ at, item }] : []));

/** Undo: every item back where it stood, as far as the cart still reaches; what was added since stays. */
export function putBack(cart: readonly CartItem[], taken: readonly TakenOut[]): CartItem[] {
  const next = [...cart];
  for (const { at, item } of taken) next.splice(at, 0, item);
  return next;
}
