import { useSyncExternalStore } from 'react';
import { onStoredElsewhere, readStored, writeStored } from '#platform/web/storage.ts';
import {
  addToCart,
  cartKey,
  type CartItem,
  clearCart,
  type KnownProduct,
  readCart,
  removeFromCart,
} from '../rules/cart.ts';
import type { Product, ProductImage } from '../rules/product.ts';

const listeners = new Set<() => void>();
const none: CartItem[] = [];
/** What was read last, and from which text: the cart may have become another person's since. */
let current: { text: string | null; items: CartItem[] } = { text: null, items: none };

let isKept = true;

function load(): CartItem[] {
  const text = readStored(cartKey);
  if (text !== current.text) {
    current = { text, items: readCart(text) };
    isKept = true;
  }
  return current.items;
}

/** False where there was no room for what the cart holds now. */
export const isCartKept = (): boolean => (load(), isKept);

function save(next: CartItem[]): void {
  const text = JSON.stringify(next);
  // Where nothing can be written this page still has its cart.
  isKept = writeStored(cartKey, text) === 'written';
  current = { text: isKept ? text : readStored(cartKey), items: next };
  for (const listener of listeners) listener();
}

/** One change of the whole cart; how it changes is a rule. */
export const changeCart = (change: (items: CartItem[]) => CartItem[]): void => save(change(load()));

/** The browser's cart: every change is stored at once, and other tabs see it. */
export const cart = {
  items: load,
  add: (item: CartItem & Partial<KnownProduct>) => changeCart((items) => addToCart(items, item)),
  remove: (id: CartItem['id']) => changeCart((items) => removeFromCart(items, id)),
  clear: () => changeCart(clearCart),
};

export interface Offered extends Pick<Product, 'id' | 'title' | 'priceCents'> {
  image: ProductImage | null | undefined;
}

/** What goes into the cart remembers the price that was shown, so that another one is never charged in silence. */
export const putInCart = ({ id, title, priceCents, image }: Offered): void =>
  cart.add({
    id,
    quantity: 1,
    title,
    seenCents: priceCents,
    // The narrowest: a cart shows it small.
    ...(image && { image: image.srcset?.split(' ')[0] ?? image.src }),
  });

/** Hears of every change, in this tab and in others; returns how to stop. */
export function onCartChange(listener: () => void): () => void {
  listeners.add(listener);
  const stopListening = onStoredElsewhere(cartKey, () => listeners.forEach((each) => each()));
  return () => {
    listeners.delete(listener);
    stopListening();
  };
}

/** Whether it outlives this page. */
export const useCartKept = (): boolean => useSyncExternalStore(onCartChange, isCartKept, () => true);

/** Empty on the server and in the first paint: the cart lives in the browser. */
export const useCart = (): CartItem[] => useSyncExternalStore(onCartChange, load, () => none);
