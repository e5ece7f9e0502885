import { mostOfOne } from './quote.ts';

/** What lies in the cart: an id, how many (missing counts as one), and whatever an earlier version kept beside it. */
export interface CartItem {
  id: string;
  quantity?: number;
}

/** The key under which the browser keeps the cart. */
export const cartKey = 'cart';

/** One gate for what is stored: anything that is no cart is an empty one, anything that is no item is left out. */
export function readCart(stored: string | null): CartItem[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(stored ?? '[]');
  } catch {
    return [];
  }
  return Array.isArray(parsed) ? parsed.filter(isItem) : [];
}

const isItem = (value: unknown): value is CartItem =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  (typeof value.id === 'string' || typeof value.id === 'number');

export const addToCart = (cart: CartItem[], item: CartItem): CartItem[] => [...cart, item];

export const removeFromCart = (cart: CartItem[], id: CartItem['id']): CartItem[] =>
  cart.filter((item) => item.id !== id);

export const clearCart = (): CartItem[] => [];

/** What the cart icon shows. A quantity that is no positive whole number counts as one. */
export const cartCount = (cart: CartItem[]): number => cart.reduce((sum, item) => sum + quantityOf(item), 0);

export const quantityOf = ({ quantity }: CartItem): number =>
  typeof quantity === 'number' && Number.isSafeInteger(quantity) && quantity > 0 ? quantity : 1;

/** What an item may remember of its product, to be shown where the hub does not answer. Never what is paid. */
export interface KnownProduct {
  title: string;
  /** The price that the buyer saw when they added it. */
  seenCents?: number;
  image?: string;
}

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
